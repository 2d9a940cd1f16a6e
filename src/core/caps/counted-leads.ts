import type { LeadRecord } from '../lead/lead-record.js';

/** The little of a lead that the ledger counts. */
export type CountedLead = Pick<
  LeadRecord,
  | 'id'
  | 'round'
  | 'state'
  | 'is_test'
  | 'offer_id'
  | 'campaign_id'
  | 'program_id'
  | 'intent'
  | 'debts'
  | 'attempts'
>;

/** From (inclusive) to (exclusive), by intent time. */
export interface TimeRange {
  readonly from: Date;
  readonly to: Date;
}

/** How many leads of one line were accepted and owe nothing. No buyer: the former build's, see `Moment`. */
export type SoldCount = Pick<LeadRecord, 'campaign_id' | 'offer_id' | 'program_id' | 'buyer_id'> & {
  /** Where they count, when that is not where their intent stands: earlier (`soldIntent`). */
  readonly at?: Date;
  readonly count: number;
};

/** What the leads of a time range hold: acceptances without pending effects by what was sold, all others that may hold a reservation one by one. */
export interface TimeRangeCount {
  readonly sold: readonly SoldCount[];
  readonly others: readonly CountedLead[];
}

/** A UTC day of which nothing can change any more: every lead with an intent in it has ended and owes nothing. */
export interface RolledUpDay {
  /** `2026-11-21` */
  readonly day: string;
  readonly sold: readonly SoldCount[];
}
