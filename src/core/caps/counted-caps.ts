import { hash } from 'node:crypto';
import type { Catalogue } from '../catalogue/types.js';
import type { CountedCaps } from './cap-bucket.js';
import { capsOfCatalogue } from './cap-buckets.js';

const known = new WeakMap<Catalogue, CountedCaps>();

/**
 * What a process tells the ledger about the catalogue that its places are of. A cap's id names everything that its
 * counter depends on (owner, window, zone, program), so the ids in their order are all that is compared; worked out
 * once for each compiled catalogue.
 */
export function countedCaps(catalogue: Catalogue): CountedCaps {
  const found = known.get(catalogue);
  if (found) return found;
  const ids = capsOfCatalogue(catalogue)
    .map(({ id }) => id)
    .sort();
  const counted = { version: catalogue.version, fingerprint: hash('sha256', JSON.stringify(ids)), ids };
  known.set(catalogue, counted);
  return counted;
}
