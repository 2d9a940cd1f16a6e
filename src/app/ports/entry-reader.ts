import type { Entry } from '../../core/money/entry.js';
import type { PartyKind } from '../../core/money/statement.js';

/** Which entries to list. All that are given must hold. */
export interface EntryQuery {
  /** The month on whose statements the entries stand: `2026-10`. */
  readonly period?: string;
  readonly party?: { readonly kind: PartyKind; readonly id: string };
  readonly lead_id?: string;
  /** Only entries with a side for which no amount was configured. */
  readonly without_amount?: boolean;
}

/** The sums of one month and currency. Cents; null amounts count nothing in the sums. */
export interface MonthSums {
  readonly period: string;
  readonly entries: number;
  readonly buyer_cents: number;
  readonly affiliate_cents: number;
  /** Entries whose buyer's or affiliate's amount is null. */
  readonly buyer_nulls: number;
  readonly affiliate_nulls: number;
}

/** The totals of one party's statement. Cents. */
export interface PartySums {
  readonly lines: number;
  readonly net_cents: number;
  /** Lines without an amount. */
  readonly null_amounts: number;
}

/** Reads entries of the books. Throws on an outage. */
export interface EntryReader {
  /** In the order of statements: by day, then by id. A stream, because a month may have 10⁵ entries. */
  list(query: EntryQuery): AsyncIterable<Entry>;
  /** In the order of the months. */
  sums(): Promise<MonthSums[]>;
  /** The totals of these parties' statements of a month, by party. A party without lines is left out. */
  partySums(period: string, kind: PartyKind, ids: readonly string[]): Promise<ReadonlyMap<string, PartySums>>;
  byId(ids: readonly string[]): Promise<Entry[]>;
}
