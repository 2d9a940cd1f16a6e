import type { Connection } from 'mongoose';
import { MissingDataKeyError } from '../../../app/outage.js';
import type { Sealer } from '../../../app/ports/sealer.js';
import { kidOrUnnamed } from '../../secrets/data-keys.js';
import { dataKeysOf } from './data-keys-of.js';

/** Seals and opens with the keys of a connection. */
export function sealerOf(connection: Connection): Sealer {
  const keys = dataKeysOf(connection);
  return {
    seal: (value) =>
      keys
        ? Promise.resolve(keys.seal(JSON.stringify(value)))
        : Promise.reject(new Error('a process without DATA_KEYS stores no person')),
    open(sealed) {
      const text = keys?.open(sealed);
      return text === undefined
        ? Promise.reject(new MissingDataKeyError(kidOrUnnamed(sealed)))
        : Promise.resolve(JSON.parse(text) as unknown);
    },
  };
}
