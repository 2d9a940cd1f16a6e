import type { DecisionCode } from '../refusal.js';
import type { LeadState } from '../lead/lead-states.js';
import type { Attempt } from '../lead/lead-record.js';
import type { Entry } from '../money/entry.js';

/** What a report reads of a lead. No test lead is read. */
export interface ReportedLead {
  readonly id: string;
  readonly affiliate_id: string;
  readonly campaign_id: string;
  readonly offer_id: string;
  readonly program_id?: string;
  readonly buyer_id: string;
  readonly received_at: Date;
  readonly state: LeadState;
  /** The consumer's US state. */
  readonly us_state?: string;
  readonly subid?: string;
  /** Its labels were removed, and nobody knows its subid any more. */
  readonly unlabeled?: true;
  readonly code?: DecisionCode;
  /** Why it was refused: the `why` of the refusal. */
  readonly why?: string;
  /** Those of its present submission. */
  readonly attempts: readonly (Pick<Attempt, 'timeout_ms' | 'outcome' | 'duration_ms'> & {
    readonly buyer_id: string;
  })[];
}

/** What a report reads of a search. No test search is read. */
export interface ReportedSearch {
  readonly id: string;
  readonly affiliate_id: string;
  readonly campaign_id: string;
  readonly created_at: Date;
  readonly us_state?: string;
  readonly subid?: string;
  /** The search can still change. */
  readonly open: boolean;
  /** The offers of the results of its newest run, one for each result. */
  readonly shown: readonly string[];
}

/** What a report reads of an entry. `us_state` is that of its lead. */
export type ReportedEntry = Pick<
  Entry,
  | 'id'
  | 'kind'
  | 'at'
  | 'day'
  | 'affiliate_id'
  | 'campaign_id'
  | 'buyer_id'
  | 'offer_id'
  | 'program_id'
  | 'lead_id'
  | 'buyer_cents'
  | 'affiliate_cents'
> & { readonly us_state?: string; readonly subid?: string };
