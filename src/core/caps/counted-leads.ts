import type { LeadRecord } from '../lead/lead-record.js';

/** The fields of a lead that the usage count needs. */
export type CountedLead = Pick<
  LeadRecord,
  | 'id'
  | 'submission'
  | 'state'
  | 'is_test'
  | 'offer_id'
  | 'campaign_id'
  | 'program_id'
  | 'intent'
  | 'pending_effects'
  | 'attempts'
>;

/** By intent time: `from` is inclusive, `to` is exclusive. */
export interface TimeRange {
  readonly from: Date;
  readonly to: Date;
}

/** How many leads of one campaign offer were accepted and have no pending effects. */
export type SoldCount = Pick<LeadRecord, 'campaign_id' | 'offer_id' | 'program_id' | 'buyer_id'> & {
  /** The moment at which they count, when it is earlier than their intent (see `soldIntent`). */
  readonly at?: Date;
  readonly count: number;
};

/** The count of one quarter of an hour; `quarter` is its start. */
export type SoldInQuarter = SoldCount & { readonly quarter: Date };

/**
 * What the leads of a time range hold. `sold` groups acceptances without pending effects by what was sold. `others`
 * lists every other lead that may hold a reservation.
 */
export interface TimeRangeCount<Sold extends SoldCount = SoldCount> {
  readonly sold: readonly Sold[];
  readonly others: readonly CountedLead[];
  /** All leads of the range, with those that hold nothing. */
  readonly leads: number;
}

/**
 * A quarter of an hour that was counted once, hours after it ended. No lead joins it anymore, and what it sold stays.
 * The leads in `open` were undecided or had pending effects then. They must be read to be counted.
 */
export interface RolledUpQuarter {
  readonly from: Date;
  readonly sold: readonly SoldCount[];
  readonly open: readonly string[];
}

/** A UTC day that can't change any more: every lead with an intent in it is final and has no pending effects. */
export interface RolledUpDay {
  /** `2026-11-21` */
  readonly day: string;
  readonly sold: readonly SoldCount[];
}
