import type { ClaimOwner } from '../duplicates/claim-owner.js';
import type { Attempt, Decision, LeadRecord } from '../lead/lead-record.js';
import type { IdentityKey, SearchRecord, Slot } from '../search/search-record.js';
import type { TimelineEntry } from '../lead/timeline.js';

/**
 * The part of a lead that the invariants need. It has no personal data, and is small enough to read a million leads.
 */
export type CheckedLead = Pick<
  LeadRecord,
  | 'id'
  | 'campaign_id'
  | 'offer_id'
  | 'program_id'
  | 'search_id'
  | 'is_test'
  | 'received_at'
  | 'submission'
  | 'state'
  | 'runs'
  | 'stalls'
  | 'due_at'
  | 'first_due_at'
  | 'intent'
  | 'returns'
  | 'return_requests'
  | 'request_due_at'
  | 'next_fallback'
  | 'pending_effects'
> & {
  readonly identities: readonly IdentityKey[];
  readonly all_identities?: readonly IdentityKey[];
  readonly attempts: readonly Pick<
    Attempt,
    'number' | 'submission' | 'by' | 'at' | 'outcome' | 'sent_to' | 'money'
  >[];
  readonly decision?: Pick<Decision, 'code' | 'at' | 'source' | 'sale'> & {
    readonly refusal?: { readonly why: string };
  };
  readonly timeline: readonly Pick<TimelineEntry, 'what'>[];
};

/** The part of a search that the invariants need. */
export type CheckedSearch = Pick<
  SearchRecord,
  'id' | 'campaign_id' | 'created_at' | 'state' | 'due_at' | 'closes_at' | 'identities' | 'all_identities'
> & { readonly slots: readonly Slot[] };

/** The claim document of one identity. */
export interface CheckedClaim {
  readonly key: string;
  readonly owners: readonly Pick<ClaimOwner, 'lead' | 'submission' | 'at'>[];
}

/** One cap bucket in the ledger. */
export interface LedgerBucket {
  readonly cap_id: string;
  readonly window: string;
  readonly confirmed: number;
  /** The id of each reservation: lead + submission number (`reservationIdOf`). */
  readonly members: readonly string[];
  /** The places that returns gave back (`givenBackUnit`). Absent: none. */
  readonly given_back?: readonly string[];
}

export const emptyBucket = (cap_id: string, window: string): LedgerBucket => ({
  cap_id,
  window,
  confirmed: 0,
  members: [],
});
