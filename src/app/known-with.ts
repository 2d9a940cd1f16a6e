import { everKnown, knownWith, type KnownWith } from '../core/lead/same-person.js';
import type { IdentityKey } from '../core/search/search-record.js';
import type { Identities } from './ports/identities.js';

/** `sent`: the identities of new data. The hashes of the record may be older than a secret in force. */
export const knownWithData =
  ({ raised }: Pick<Identities, 'raised'>, sent: readonly IdentityKey[]): KnownWith =>
  (record) =>
    knownWith(raised(everKnown(record)), sent);
