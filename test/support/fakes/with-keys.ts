import type { IdentityKey } from '../../../src/core/search/search-record.js';

/** What `$addToSet` leaves in a record: none goes, and none comes twice. */
export const withKeys = (
  { all_identities = [] }: { readonly all_identities?: readonly IdentityKey[] },
  added: readonly IdentityKey[],
): readonly IdentityKey[] => [
  ...all_identities,
  ...added.filter(({ key }) => all_identities.every((one) => one.key !== key)),
];
