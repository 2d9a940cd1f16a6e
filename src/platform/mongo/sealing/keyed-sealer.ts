import type { Connection } from 'mongoose';
import { MissingDataKeyError } from '../../../app/outage.js';
import type { Sealer } from '../../../app/ports/sealer.js';
import { kidOrUnnamed } from '../../secrets/data-keys.js';
import { isPlain, PLAIN_SEALER } from '../consent/plain-sealer.js';
import { dataKeysOf } from './data-keys-of.js';

/** Seals and opens with the keys of a connection. Without keys it seals nothing, and opens what is not sealed. */
export function sealerOf(connection: Connection): Sealer {
  const keys = dataKeysOf(connection);
  if (!keys) return PLAIN_SEALER;
  return {
    seal: (value) => Promise.resolve(keys.seal(JSON.stringify(value))),
    open(sealed) {
      if (isPlain(sealed)) return PLAIN_SEALER.open(sealed);
      const text = keys.open(sealed);
      if (text !== undefined) return Promise.resolve(JSON.parse(text) as unknown);
      return Promise.reject(new MissingDataKeyError(kidOrUnnamed(sealed)));
    },
    isUnsealed: isPlain,
  };
}
