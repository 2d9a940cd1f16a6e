import type { LeadRecord } from '../records/lead-record.js';
import type { CountedLead } from './lead-store.js';

/** From (inclusive) to (exclusive), by intent time. */
export interface Span {
  readonly from: Date;
  readonly to: Date;
}

/** How many leads of one line were accepted and owe nothing. No buyer: the former build's, see `Moment`. */
export type SoldCount = Pick<LeadRecord, 'campaign_id' | 'offer_id' | 'program_id' | 'buyer_id'> & {
  /** Where they count, when that is not where their intent stands: earlier (`soldIntent`). */
  readonly at?: Date;
  readonly count: number;
};

/** What the leads of a span hold: settled acceptances by what was sold, all others that may hold a place one by one. */
export interface SpanCount {
  readonly sold: readonly SoldCount[];
  readonly others: readonly CountedLead[];
}

/** A UTC day of which nothing can change any more: every lead with an intent in it has ended and owes nothing. */
export interface FoldedDay {
  /** `2026-11-21` */
  readonly day: string;
  readonly sold: readonly SoldCount[];
}

/** Counts leads by their intent time, which stays as it is once a lead has ended. Test leads are left out. */
export interface LeadCounts {
  /** Each lead is seen once, as settled or as another, never as both. Two commands and more when there are others. */
  countSpan(span: Span): Promise<SpanCount>;
  /** Whether any intent lies before `at`. */
  hasIntentBefore(at: Date): Promise<boolean>;
  /** Every day that was folded, oldest first. */
  folds(): AsyncIterable<FoldedDay>;
  /** Their names alone. */
  foldedDays(): Promise<string[]>;
  /** Stores the count of a closed day. Folding it again can only give the same. */
  fold(day: FoldedDay): Promise<void>;
}
