import type { components } from '../../api/schema';
import type { Column } from '../../parts/data-table';
import { ruleShort } from '../../words/refusal-words';
import { formatCents, formatCount, formatLength, formatShare } from '../../words/format';

export type Report = components['schemas']['Report'];
export type Row = Report['rows'][number];
type Measures = Report['total'];

export const GROUPS = [
  { value: 'day', label: 'Day' },
  { value: 'hour', label: 'Hour' },
  { value: 'affiliate', label: 'Affiliate' },
  { value: 'campaign', label: 'Campaign' },
  { value: 'buyer', label: 'Buyer' },
  { value: 'offer', label: 'Offer' },
  { value: 'program', label: 'Program' },
  { value: 'subid', label: 'Subid' },
  { value: 'state', label: 'US state' },
  { value: 'code', label: 'Decision' },
  { value: 'reason', label: 'Reason of refusal' },
] as const;

export const groupLabel = (group: string): string =>
  GROUPS.find(({ value }) => value === group)?.label ?? group;

/** A number of a report: its words, its value, and how it is written. */
export interface Measure {
  readonly id: string;
  readonly label: string;
  /** Sums of rows make sense of counts and money alone. */
  readonly kind: 'count' | 'money' | 'share' | 'time';
  readonly of: (row: Measures) => number | null;
  readonly show: (value: number, currency: string) => string;
}

const count = (id: keyof Measures, label: string): Measure => ({
  ...{ id, label, kind: 'count', of: (row) => row[id] as number | null, show: formatCount },
});
const share = (id: keyof Measures, label: string): Measure => ({
  ...{ id, label, kind: 'share', of: (row) => row[id] as number | null, show: formatShare },
});
const money = (id: keyof Measures, label: string, kind: 'money' | 'share' = 'money'): Measure => ({
  ...{ id, label, kind, of: (row) => row[id] as number | null, show: formatCents },
});
const answer = (id: 'p50' | 'p95' | 'p99', label: string): Measure => ({
  ...{ id, label, kind: 'time', of: (row) => row.answer_ms?.[id] ?? null, show: formatLength },
});

/** A count that is rarely there. Shown where it is. */
const gap = (id: keyof Measures, label: string): Measure => ({
  ...count(id, label),
  of: (row) => (row[id] as number | null) || null,
});

export const MEASURES: readonly Measure[] = [
  count('searches', 'Searches'),
  count('results_shown', 'Results shown'),
  count('submits', 'Submits'),
  count('accepted', 'Accepted'),
  share('accept_rate', 'Accept rate'),
  count('pending', 'Not decided'),
  count('unknown', 'Unknown'),
  count('returned', 'Returned'),
  gap('returns_undone', 'Returns undone'),
  share('return_rate', 'Return rate'),
  money('revenue_cents', 'Revenue'),
  money('payout_cents', 'Payout'),
  money('margin_cents', 'Margin'),
  gap('without_price', 'Without a price'),
  gap('without_payout', 'Without a payout'),
  money('earnings_per_search_cents', 'Margin per search', 'share'),
  answer('p50', 'Median answer time'),
  answer('p95', '95% answered within'),
  answer('p99', '99% answered within'),
  share('timeout_share', 'Timeouts'),
];

/** What `sort` of the API calls a measure; the answer times cannot be sorted there. */
export const measureBy = (id: string | null): Measure | undefined =>
  MEASURES.find((measure) => measure.id === id);

/** The measures that say something in this report. */
export const shownMeasures = ({ rows, total }: Report): readonly Measure[] =>
  MEASURES.filter(({ of }) =>
    rows.length === 0 ? of(total) !== null : rows.some((row) => of(row) !== null),
  );

/** What a row without a value of a group is about. */
const WITHOUT: Readonly<Record<string, string>> = {
  affiliate: 'Without an affiliate: adjustments of buyers',
  buyer: 'Without a buyer: adjustments of affiliates',
};

export const groupValue = (row: Row, group: string): string =>
  (row as unknown as Readonly<Record<string, string | null>>)[group] ?? WITHOUT[group] ?? '–';

/** The columns of the table: groups, measures (the one of the chart first), reasons. */
export function columnsOf(
  report: Report,
  by: readonly string[],
  first: string | undefined,
): readonly Column<Row>[] {
  const groups = by.map((group, at): Column<Row> => ({
    id: `group ${group}`,
    head: groupLabel(group),
    cell: (row) => (
      <span className="cut group" title={groupValue(row, group)}>
        {groupValue(row, group)}
      </span>
    ),
    sortBy: (row) => groupValue(row, group),
    ...(at === 0 && { total: 'Total' }),
  }));
  const shown = shownMeasures(report).toSorted((a, b) => Number(b.id === first) - Number(a.id === first));
  const measures = shown.map(({ id, label, of, show }): Column<Row> => {
    const text = (row: Measures): string => {
      const value = of(row);
      return value === null ? '–' : show(value, report.currency);
    };
    return { id, head: label, number: true, cell: text, sortBy: of, total: text(report.total) };
  });
  const hasReasons = report.rows.some(({ top_reasons: reasons }) => reasons !== null && reasons.length > 0);
  return hasReasons ? [...groups, ...measures, REASONS] : [...groups, ...measures];
}

const REASONS: Column<Row> = {
  id: 'reasons',
  head: 'Top refusals',
  cell: ({ top_reasons: reasons }) => (
    <span className="foreign reasons">
      {(reasons ?? []).map(({ reason, count: times }) => `${ruleShort(reason)}: ${times}`).join(', ')}
    </span>
  ),
};
