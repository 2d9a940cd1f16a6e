import type { LeadRecord } from '../../core/lead/lead-record.js';

export const LEAD_KINDS = ['unknown', 'undecided', 'failed'] as const;
/** `undecided`: every lead that has not ended, including the unknown leads. */
export type LeadKind = (typeof LEAD_KINDS)[number];

export interface LeadQuery {
  readonly kind: LeadKind;
  /** Only leads of these offers. */
  readonly offer_ids?: readonly string[];
  /** Only leads received before this moment. */
  readonly before?: Date;
}

/** How leads are sold: through some offers, or through a campaign. */
export type SoldThrough = { readonly offer_ids: readonly string[] } | { readonly campaign_id: string };

/** Selects accepted leads by the time when they were due to leave for the buyer. */
export interface Sales {
  readonly since: Date;
  readonly until: Date;
  /** Absent: all offers. */
  readonly offer_ids?: readonly string[];
}

/** The number of records, and the time of the oldest one. */
export interface Backlog {
  readonly count: number;
  /** The time of the oldest record; null if no record exists. */
  readonly oldest: Date | null;
}

/** Finds leads for an operator. Throws on an outage. */
export interface LeadOverview {
  list(query: LeadQuery, order: 'oldest' | 'newest', limit: number): Promise<LeadRecord[]>;
  count(query: LeadQuery): Promise<number>;
  /** The number of leads that only wait and that no buyer can have. Their next run evaluates them again. */
  countWaiting(through: SoldThrough): Promise<number>;
  /** Stops counting at `most`. */
  countSales(sales: Sales, most: number): Promise<number>;
  /** Undecided leads that a buyer has or may have, in no order. */
  atBuyers(offerIds?: readonly string[]): AsyncIterable<LeadRecord>;
  /** Leads with one of these buyer references, among these offers if some are given. */
  byReference(references: readonly string[], offerIds?: readonly string[]): Promise<LeadRecord[]>;
  /**
   * Leads of the people with one of these identity keys, including refused leads. Reads every lead, because no index
   * helps.
   */
  byIdentity(keys: readonly string[]): Promise<LeadRecord[]>;
  /** The leads of one kind, by the time when they were received. */
  backlog(kind: LeadKind): Promise<Backlog>;
  /** Leads with pending effects, by the time when the oldest effect was stored. */
  debts(): Promise<Backlog>;
  /** When the most overdue lead was due. Null if no lead is overdue. */
  oldestDue(now: Date): Promise<Date | null>;
}
