import type { LeadRecord } from '../lead/lead-record.js';

/** The fields of a lead that the usage count needs. */
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

/** By intent time: `from` is inclusive, `to` is exclusive. */
export interface TimeRange {
  readonly from: Date;
  readonly to: Date;
}

/**
 * How many leads of one campaign offer were accepted and have no pending effects. Without `buyer_id`, an earlier
 * build stored them, see `Moment`.
 */
export type SoldCount = Pick<LeadRecord, 'campaign_id' | 'offer_id' | 'program_id' | 'buyer_id'> & {
  /** The moment at which they count, when it is earlier than their intent (see `soldIntent`). */
  readonly at?: Date;
  readonly count: number;
};

/**
 * What the leads of a time range hold. `sold` groups acceptances without pending effects by what was sold. `others`
 * lists every other lead that may hold a reservation.
 */
export interface TimeRangeCount {
  readonly sold: readonly SoldCount[];
  readonly others: readonly CountedLead[];
}

/** A UTC day that can't change any more: every lead with an intent in it is final and has no pending effects. */
export interface RolledUpDay {
  /** `2026-11-21` */
  readonly day: string;
  readonly sold: readonly SoldCount[];
}
