import type { IdentityKey } from '../search/search-record.js';
import { emailAndPhone } from './identity.js';
import { levelOf } from './key-level.js';

/** What a record knows of who its person is. */
export interface KnownPerson {
  readonly identities: readonly IdentityKey[];
  readonly all_identities?: readonly IdentityKey[];
}

/** What a record knows of its person with new data (`knownWith`). Undefined: the data are somebody else's. */
export type KnownWith = (record: KnownPerson) => readonly IdentityKey[] | undefined;

/** The keyed hashes of every e-mail address and phone number that a record ever had. */
export const everKnown = ({ identities, all_identities = [] }: KnownPerson): IdentityKey[] => [
  ...new Map([...all_identities, ...emailAndPhone(identities)].map((one) => [one.key, one])).values(),
];

/**
 * What a record knows of its person once it has new data, which are `sent`. Undefined: they are somebody else's. Where the
 * record has an e-mail address or a phone number, new data must have at least one of them, and none that differs
 * (decisions.md §5). `known`: `everKnown`, also as the secrets in force make it. While a secret is replaced, one of two equal
 * values may have a hash more, so one hash in common is enough. Hashes of a secret that makes none any more are left out.
 */
export function knownWith(
  known: readonly IdentityKey[],
  sent: readonly IdentityKey[],
): readonly IdentityKey[] | undefined {
  const own = emailAndPhone(sent);
  const kinds = new Set(own.map(({ kind }) => kind));
  const both = [...new Set(known.map(({ kind }) => kind))].filter((kind) => kinds.has(kind));
  const keys = new Set(known.map(({ key }) => key));
  const isShared = (of: IdentityKey['kind']): boolean =>
    own.some(({ kind, key }) => kind === of && keys.has(key));
  if (known.length > 0 && (both.length === 0 || !both.every(isShared))) return undefined;
  const lowest = Math.min(...own.map(({ key }) => levelOf(key)));
  return everKnown({
    identities: own,
    all_identities: known.filter(({ key }) => levelOf(key) >= lowest),
  });
}
