import type { LeadRecord } from '../../core/lead/lead-record.js';

export const LEAD_KINDS = ['unknown', 'undecided', 'failed'] as const;
/** `undecided`: every lead that has not ended, the unknown ones too. */
export type LeadKind = (typeof LEAD_KINDS)[number];

export interface LeadQuery {
  readonly kind: LeadKind;
  /** Of these offers alone. */
  readonly offer_ids?: readonly string[];
  /** Received before. */
  readonly before?: Date;
}

/** What leads are sold through: some offers, or a campaign. */
export type SoldThrough = { readonly offer_ids: readonly string[] } | { readonly campaign_id: string };

/** Accepted leads by when they were to leave for the buyer. */
export interface Sales {
  readonly since: Date;
  readonly until: Date;
  /** Absent: of every offer. */
  readonly offer_ids?: readonly string[];
}

/** How many there are and since when. */
export interface Backlog {
  readonly count: number;
  /** The oldest's time; null without any. */
  readonly oldest: Date | null;
}

/** Leads that an operator looks for. Throws on an outage. */
export interface LeadOverview {
  list(query: LeadQuery, order: 'oldest' | 'newest', limit: number): Promise<LeadRecord[]>;
  count(query: LeadQuery): Promise<number>;
  /** Leads that only wait and that no buyer can have: the next run evaluates them again. */
  countWaiting(through: SoldThrough): Promise<number>;
  /** Counts no further than `most`. */
  countSales(sales: Sales, most: number): Promise<number>;
  /** Undecided leads that a buyer has or may have, in no order. */
  atBuyers(offerIds?: readonly string[]): AsyncIterable<LeadRecord>;
  /** Leads that the buyer calls so; of these offers alone where some are given. */
  byReference(references: readonly string[], offerIds?: readonly string[]): Promise<LeadRecord[]>;
  /** Leads of the people with one of these identity keys, refused ones too. No index helps: every lead is read. */
  byIdentity(keys: readonly string[]): Promise<LeadRecord[]>;
  /** Leads of a kind by when they were received. */
  backlog(kind: LeadKind): Promise<Backlog>;
  /** Leads that owe something, by when they began to. */
  debts(): Promise<Backlog>;
  /** When the most overdue lead was due; null when none is. */
  oldestDue(now: Date): Promise<Date | null>;
}
