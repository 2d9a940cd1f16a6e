import type { Sealer } from '../../app/ports/sealer.js';
import { PLAIN_SEALER } from '../../platform/mongo/consent/plain-sealer.js';

/** What seals and opens the values of this installation. */
export const sealerOf = (): Sealer => PLAIN_SEALER;
