import type { IdentityKey } from '../search/search-record.js';
import { emailAndPhone, onceEachKey } from './identity.js';
import { secretLevelOf } from './key-level.js';

/** The identities of a record's person: those of its present data, and all that it ever had. */
export interface PersonIdentities {
  readonly identities: readonly IdentityKey[];
  readonly all_identities?: readonly IdentityKey[];
}

/** `mergeIdentities` for new data. Undefined: the data are another person's. */
export type MergeIdentities = (record: PersonIdentities) => readonly IdentityKey[] | undefined;

/** The keyed hashes of every e-mail address and phone number that a record ever had. */
export const allIdentitiesOf = ({ identities, all_identities = [] }: PersonIdentities): IdentityKey[] =>
  onceEachKey([...all_identities, ...emailAndPhone(identities)]);

/**
 * All identities of a record's person once the record has new data, which are `sent`. Undefined: the data are another
 * person's. Where the record has an e-mail address or a phone number, new data must have at least one of them, and none
 * that differs (decisions.md §5). While a secret is rotated, one of two equal values may have an additional hash, so one
 * common hash is enough. Hashes of a retired secret are left out.
 */
export function mergeIdentities(
  record: PersonIdentities,
  sent: readonly IdentityKey[],
  withCurrentHashes: (identities: readonly IdentityKey[]) => readonly IdentityKey[],
): readonly IdentityKey[] | undefined {
  const known = withCurrentHashes(allIdentitiesOf(record));
  const own = emailAndPhone(sent);
  const kinds = new Set(own.map(({ kind }) => kind));
  const both = [...new Set(known.map(({ kind }) => kind))].filter((kind) => kinds.has(kind));
  const keys = new Set(known.map(({ key }) => key));
  const isShared = (of: IdentityKey['kind']): boolean =>
    own.some(({ kind, key }) => kind === of && keys.has(key));
  if (known.length > 0 && (both.length === 0 || !both.every(isShared))) return undefined;
  const lowest = Math.min(...own.map(({ key }) => secretLevelOf(key)));
  return allIdentitiesOf({
    identities: own,
    all_identities: known.filter(({ key }) => secretLevelOf(key) >= lowest),
  });
}
