import type { LeadRecord } from '../lead/lead-record.js';
import type { SearchRecord } from '../search/search-record.js';
import type { Forgotten } from '../lead/forgotten.js';
import { OF_NONE, type Exchange, type ExchangeAbout, type ExchangeKind } from './exchange.js';

/** A call about a lead. `n`: see `ExchangeAbout`. */
export const aboutLead = (
  kind: Exclude<ExchangeKind, 'search'>,
  { id, round }: Pick<LeadRecord, 'id' | 'round'>,
  n: number,
): ExchangeAbout => ({ kind, of: 'lead', record_id: id, round, n });

/** A search of a partner. */
export const aboutSearch = ({ id, round }: Pick<SearchRecord, 'id' | 'round'>): ExchangeAbout => ({
  ...{ kind: 'search', of: 'search', record_id: id, round, n: round },
});

/** A lead whose exchanges are looked for. */
export const saidOfLead = (id: string): Pick<ExchangeAbout, 'of' | 'record_id'> => ({
  of: 'lead',
  record_id: id,
});

/** A search whose exchanges are looked for. */
export const saidOfSearch = (id: string): Pick<ExchangeAbout, 'of' | 'record_id'> => ({
  of: 'search',
  record_id: id,
});

/** What tells to which part of its record an exchange belongs. */
export type PartOfRecord = Pick<Exchange, 'round' | 'n' | 'at'>;

/**
 * Whether an exchange is about a person that was removed before its record was sent again (`forgotten_before`). Submissions
 * and runs have numbers, and so has the news that an affiliate is told. Without them, the time says it.
 */
export function isAboutForgotten({ round, n, at }: PartOfRecord, before: Forgotten): boolean {
  const [part, last] = round === OF_NONE ? [n, before.revision] : [round, before.round];
  return last === undefined ? at <= before.at : part <= last;
}

/** What of a record tells which its newest part is. `received_at`: of the newest submission. Null: of a search. */
export interface NewestPart {
  readonly round: number;
  readonly received_at: Date | null;
}

/**
 * Whether an exchange is about an earlier submission or run, which ended before the record was sent again. What an affiliate
 * was told has no number: it is about the earlier one if it was said before the newest was received.
 */
export const isOfEarlier = ({ round, at }: Pick<Exchange, 'round' | 'at'>, newest: NewestPart): boolean =>
  round === OF_NONE ? newest.received_at !== null && at < newest.received_at : round < newest.round;
