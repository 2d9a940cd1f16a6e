import type { ClaimOwner } from '../duplicates/claim-owner.js';
import type { Attempt, PendingEffect, Decision, LeadRecord } from '../lead/lead-record.js';
import type { IdentityKey, SearchRecord, Slot } from '../search/search-record.js';
import type { TimelineEntry } from '../lead/timeline.js';

/** What the invariants need of a lead: no personal data, and little enough to read a million of them. */
export type CheckedLead = Pick<
  LeadRecord,
  | 'id'
  | 'campaign_id'
  | 'offer_id'
  | 'program_id'
  | 'search_id'
  | 'is_test'
  | 'received_at'
  | 'round'
  | 'state'
  | 'runs'
  | 'stalls'
  | 'due_at'
  | 'first_due_at'
  | 'intent'
> & {
  readonly identities: readonly IdentityKey[];
  readonly attempts: readonly Pick<Attempt, 'n' | 'round' | 'at' | 'outcome'>[];
  readonly decision?: Pick<Decision, 'code' | 'at' | 'source'> & {
    readonly refusal?: { readonly why: string };
  };
  readonly debts: readonly Omit<PendingEffect, 'keys' | 'claims'>[];
  readonly timeline: readonly Pick<TimelineEntry, 'what'>[];
};

/** What the invariants need of a search. */
export type CheckedSearch = Pick<
  SearchRecord,
  'id' | 'campaign_id' | 'created_at' | 'state' | 'due_at' | 'closes_at'
> & { readonly slots: readonly Slot[] };

/** One identity's claim document. */
export interface CheckedClaim {
  readonly key: string;
  readonly holders: readonly Pick<ClaimOwner, 'lead' | 'round' | 'at'>[];
}

/** One place as the ledger has it. */
export interface LedgerBucket {
  readonly cap_id: string;
  readonly window: string;
  readonly confirmed: number;
  /** Lead + round of each reserved member (`memberOf`). */
  readonly members: readonly string[];
}

export const emptyBucket = (cap_id: string, window: string): LedgerBucket => ({
  cap_id,
  window,
  confirmed: 0,
  members: [],
});
