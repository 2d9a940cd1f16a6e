import { percentilesOf, type AnswerTime } from './answer-time.js';
import type { Counts, Measure } from './counts.js';
import type { Dimension, Family } from './dimensions.js';

/** The columns of a report. Null: nothing can be said, for example a share of nothing, or searches by buyer. */
export interface Columns {
  readonly searches: number | null;
  readonly results_shown: number | null;
  readonly submits: number | null;
  readonly accepted: number | null;
  /** Of the submits. Shares are numbers from 0 to 1. */
  readonly accept_rate: number | null;
  readonly pending: number | null;
  readonly unknown: number | null;
  /** Sales that were booked then, and what buyers owe for them. Returns stand apart. */
  readonly sales: number | null;
  readonly sold_cents: number | null;
  /** Returns that were booked then, and what they took from the revenue. */
  readonly returned: number | null;
  readonly returned_cents: number | null;
  /** Returns that were undone then, whenever the lead was returned. */
  readonly returns_undone: number | null;
  readonly returns_undone_cents: number | null;
  /** Returns less undone ones, of the sales that were booked on these days. */
  readonly return_rate: number | null;
  /** Sold, less what was returned, plus what was undone of that, and adjustments. */
  readonly revenue_cents: number | null;
  readonly payout_cents: number | null;
  readonly margin_cents: number | null;
  /** Margin for each search, in cents, with a fraction. */
  readonly earnings_per_search_cents: number | null;
  /** Sales without a configured price, and without a configured payout. Both count as 0 in the sums. */
  readonly without_price: number | null;
  readonly without_payout: number | null;
  readonly top_reasons: ReasonCounts | null;
  readonly answer_ms: AnswerTime | null;
  /** Of the requests that a buyer answered or let time out. */
  readonly timeout_share: number | null;
}
export type Column = keyof Columns;

/** Why leads were refused, and how many. */
export type ReasonCounts = readonly { readonly reason: string; readonly count: number }[];

/** A row: the names of its groups, then its columns. A group without a name (no program, no buyer) is null. */
export type ReportRow = Readonly<Partial<Record<Dimension, string | null>>> &
  Columns & {
    /** Those of the period before, if somebody asked for it. */
    readonly previous?: Columns;
  };

const TOP_REASONS = 3;

/** Four decimals: a share of a report is read, not computed with. */
const share = (part: number, whole: number): number | null =>
  whole === 0 ? null : Math.round((part / whole) * 10_000) / 10_000;

/** The columns of these counts. Measures of families that are not `known` are null. */
export function columnsOf({ sums, ms, reasons }: Counts, known: ReadonlySet<Family>): Columns {
  const of = (family: Family, measure: Measure): number | null =>
    known.has(family) ? (sums[measure] ?? 0) : null;
  const n = (measure: Measure): number => sums[measure] ?? 0;
  const when = <T>(family: Family, value: T): T | null => (known.has(family) ? value : null);
  const margin = n('revenue_cents') - n('payout_cents');
  const searches = n('searches');
  return {
    searches: of('searches', 'searches'),
    results_shown: of('shown', 'results_shown'),
    submits: of('leads', 'submits'),
    accepted: of('leads', 'accepted'),
    accept_rate: when('leads', share(n('accepted'), n('submits'))),
    pending: of('leads', 'pending'),
    unknown: of('leads', 'unknown'),
    sales: of('money', 'sales'),
    sold_cents: of('money', 'sold_cents'),
    returned: of('money', 'returned'),
    returned_cents: of('money', 'returned_cents'),
    returns_undone: of('money', 'returns_undone'),
    returns_undone_cents: of('money', 'returns_undone_cents'),
    // What is undone was often returned on another day: fewer than none is none.
    return_rate: when('money', share(Math.max(0, n('returned') - n('returns_undone')), n('sales'))),
    revenue_cents: of('money', 'revenue_cents'),
    payout_cents: of('money', 'payout_cents'),
    margin_cents: when('money', margin),
    earnings_per_search_cents:
      known.has('searches') && known.has('money') && searches > 0
        ? Math.round((margin / searches) * 100) / 100
        : null,
    without_price: of('money', 'without_price'),
    without_payout: of('money', 'without_payout'),
    top_reasons: when('leads', reasonsOf(reasons, TOP_REASONS)),
    answer_ms: when('leads', percentilesOf(ms ?? new Map())),
    timeout_share: when('leads', share(n('timeouts'), n('timeouts') + n('answers'))),
  };
}

/** The most frequent reasons first, at most `most`. */
export const reasonsOf = (reasons: Counts['reasons'], most: number): ReasonCounts =>
  [...(reasons ?? [])]
    .map(([reason, count]) => ({ reason, count }))
    .sort((a, b) => b.count - a.count || (a.reason < b.reason ? -1 : 1))
    .slice(0, most);

const FAMILY_OF: Readonly<Record<Measure, Family>> = {
  searches: 'searches',
  results_shown: 'shown',
  submits: 'leads',
  accepted: 'leads',
  pending: 'leads',
  unknown: 'leads',
  answers: 'leads',
  timeouts: 'leads',
  sales: 'money',
  returned: 'money',
  returns_undone: 'money',
  sold_cents: 'money',
  returned_cents: 'money',
  returns_undone_cents: 'money',
  revenue_cents: 'money',
  payout_cents: 'money',
  without_price: 'money',
  without_payout: 'money',
};

/** Whether the counts have anything to show. */
export const hasAnything = ({ sums }: Counts, known: ReadonlySet<Family>): boolean =>
  Object.entries(sums).some(([measure, count]) => count !== 0 && known.has(FAMILY_OF[measure as Measure]));
