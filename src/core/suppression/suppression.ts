import { emailAndPhone } from '../lead/identity.js';
import type { IdentityKey } from '../search/search-record.js';
import type { SuppressionKind } from './forms.js';

/** For whom an entry holds: for every sale, or only for sales to a buyer, or for leads of an affiliate. */
export type SuppressionScope =
  { readonly of: 'all' } | { readonly of: 'buyer' | 'affiliate'; readonly party_id: string };

/** One entry of the suppression list. It holds a keyed hash, never the person. */
export interface Suppression {
  /** The keyed hash and the scope: adding an entry again replaces it. */
  readonly id: string;
  readonly kind: SuppressionKind;
  readonly scope: SuppressionScope;
  /** An operator's words, cleaned of personal data. */
  readonly reason: string;
  /** Where it comes from: a list, an affiliate, a buyer. */
  readonly source: string;
  readonly added_at: Date;
  readonly added_by: string;
  /** Absent: it has no end. */
  readonly expires_at?: Date;
}

const MARKS = { buyer: 'b', affiliate: 'a' } as const;

/** The id of the entry for this keyed hash and scope. */
export const suppressionId = (key: string, scope: SuppressionScope): string =>
  scope.of === 'all' ? key : `${key}:${MARKS[scope.of]}:${scope.party_id}`;

/** The keyed hash in an entry's id. */
export const keyOfSuppression = (id: string): string => id.split(':', 1)[0] ?? id;

/** Whose entries may hold for a lead or a search. */
export interface Parties {
  readonly affiliate_id: string;
  readonly buyer_ids: readonly string[];
}

/** Whether entries of this scope hold for one of the parties. */
export const concerns = (scope: SuppressionScope, { affiliate_id, buyer_ids }: Parties): boolean =>
  scope.of === 'all' ||
  (scope.of === 'affiliate' ? scope.party_id === affiliate_id : buyer_ids.includes(scope.party_id));

/** What a stored lead or search has of its person. */
interface Keyed {
  readonly identities: readonly IdentityKey[];
  readonly suppression_keys?: readonly string[];
}

/** The keyed hashes under which the person of a lead or a search may be suppressed. */
export const suppressionKeysOf = ({ identities, suppression_keys = [] }: Keyed): string[] => [
  ...emailAndPhone(identities).map(({ key }) => key),
  ...suppression_keys,
];

/**
 * The entries that a lead or a search meets. A test meets those for its own affiliate alone: it costs nothing, so its answers
 * must not tell who does not want to be contacted (ADR 31).
 */
export const suppressionsFor = (
  { is_test, affiliate_id }: { readonly is_test: boolean; readonly affiliate_id: string },
  found: readonly Suppression[],
): readonly Suppression[] =>
  is_test ? found.filter(({ scope }) => scope.of === 'affiliate' && scope.party_id === affiliate_id) : found;

/** Whether the entry is in force now. */
export const isUnexpired = ({ expires_at }: Pick<Suppression, 'expires_at'>, now: Date): boolean =>
  expires_at === undefined || expires_at > now;
