import { MissingDataKeyError } from '../../../app/outage.js';
import type { Sealer } from '../../../app/ports/sealer.js';
import { kidOrUnnamed } from '../../secrets/data-keys.js';

/** A text that this sealer wrote. A sealed one is not JSON. */
export const isPlain = (text: string): boolean => text.startsWith('{');

/** Seals nothing: the values of an installation without keys are as readable as its leads. */
export const PLAIN_SEALER: Sealer = {
  seal: (value) => Promise.resolve(JSON.stringify(value)),
  open: (sealed) =>
    isPlain(sealed)
      ? Promise.resolve(JSON.parse(sealed) as unknown)
      : Promise.reject(new MissingDataKeyError(kidOrUnnamed(sealed))),
  isUnsealed: () => false,
};
