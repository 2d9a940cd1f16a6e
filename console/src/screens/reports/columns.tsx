import { Text } from '@mantine/core';
import { Link } from 'wouter';
import type { components } from '../../api/schema';
import type { Column } from '../../parts/data-table';
import { codeWords } from '../../words/lead-words';
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

/** What is in the revenue and was neither sold, returned, nor undone. */
const adjustments: Measure = {
  ...money('revenue_cents', 'Adjustments'),
  id: 'adjustments_cents',
  of: ({
    revenue_cents: revenue,
    sold_cents: sold,
    returned_cents: returned,
    returns_undone_cents: undone,
  }) => (revenue === null ? null : revenue - (sold ?? 0) + (returned ?? 0) - (undone ?? 0) || null),
};

export const MEASURES: readonly Measure[] = [
  count('searches', 'Searches'),
  count('results_shown', 'Results shown'),
  count('submits', 'Submits'),
  count('accepted', 'Accepted'),
  share('accept_rate', 'Accept rate'),
  count('pending', 'Not decided'),
  count('unknown', 'Unknown'),
  count('sales', 'Sold'),
  money('sold_cents', 'Sold amount'),
  count('returned', 'Returned'),
  money('returned_cents', 'Returned amount'),
  gap('returns_undone', 'Returns undone'),
  { ...money('returns_undone_cents', 'Undone amount'), of: (row) => row.returns_undone_cents || null },
  adjustments,
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

/** The measures with these names, at most two: a chart has two axes. */
export const measuresBy = (ids: string | null): readonly Measure[] =>
  (ids?.split(',') ?? []).flatMap((name) => MEASURES.find(({ id }) => id === name) ?? []).slice(0, 2);

/** The measures that say something in this report. */
export const shownMeasures = ({ rows, total }: Report): readonly Measure[] =>
  MEASURES.filter(({ of }) =>
    rows.length === 0 ? of(total) !== null : rows.some((row) => of(row) !== null),
  );

/** The columns that are shown before somebody chooses others. */
export const FIRST_COLUMNS: readonly string[] = [
  ...['searches', 'submits', 'accepted', 'accept_rate', 'unknown', 'sales', 'sold_cents', 'returned'],
  ...['returned_cents', 'returns_undone', 'returns_undone_cents', 'adjustments_cents', 'revenue_cents'],
  ...['payout_cents', 'margin_cents', 'without_price', 'without_payout', 'reasons'],
];

/** What a row without a value of a group is about. */
const WITHOUT: Readonly<Record<string, string>> = {
  affiliate: 'Without an affiliate: adjustments of buyers',
  buyer: 'Without a buyer: adjustments of affiliates',
};

export const groupValue = (row: Row, group: string): string | null =>
  (row as unknown as Readonly<Record<string, string | null>>)[group] ?? null;

/** A value of a group, in words. */
export function valueWords(
  { names, running }: Pick<Report, 'names' | 'running'>,
  group: string,
  value: string | null,
): string {
  if (value === null) return WITHOUT[group] ?? '–';
  switch (group) {
    case 'hour':
      return `${value}:00`;
    case 'day':
      return value === running?.day ? `${value}, so far` : value;
    case 'code':
      return codeWords(value).words;
    case 'reason':
      return ruleShort(value);
    default:
      return names.find(({ kind, handle }) => kind === group && handle === value)?.name ?? value;
  }
}

export const groupWords = (report: Report, row: Row, group: string): string =>
  valueWords(report, group, groupValue(row, group));

interface TableOf {
  readonly report: Report;
  readonly by: readonly string[];
  /** Measures in the order in which they are shown. */
  readonly measures: readonly Measure[];
  /** Where a number leads. Undefined: nowhere. */
  readonly linkOf: (measure: Measure, row?: Row) => string | undefined;
}

/** The columns of the table: groups, measures, reasons. */
export function columnsOf({ report, by, measures, linkOf }: TableOf): readonly Column<Row>[] {
  const groups = by.map((group, at): Column<Row> => ({
    id: `group ${group}`,
    head: groupLabel(group),
    cell: (row) => (
      <span className="cut group" title={groupWords(report, row, group)}>
        {groupWords(report, row, group)}
      </span>
    ),
    sortBy: (row) => groupWords(report, row, group),
    ...(at === 0 && { total: 'Total' }),
  }));
  const numbers = measures.map((measure): Column<Row> => {
    const { id, label, of } = measure;
    const cell = (columns: Measures, before: Measures | undefined, row?: Row) => (
      <Figure
        {...{ measure, currency: report.currency, value: of(columns) }}
        before={before && of(before)}
        to={linkOf(measure, row)}
      />
    );
    return {
      ...{ id, head: label, number: true, sortBy: of },
      cell: (row) => cell(row, row.previous, row),
      total: cell(report.total, report.previous?.total),
    };
  });
  return [...groups, ...numbers];
}

interface FigureParts {
  readonly measure: Measure;
  readonly currency: string;
  readonly value: number | null;
  /** Undefined: nothing stands beside it. */
  readonly before: number | null | undefined;
  readonly to: string | undefined;
}

/** A number, which leads to its leads, and what it was in the period before. */
function Figure({ measure: { label, show, kind }, currency, value, before, to }: FigureParts) {
  const text = value === null ? '–' : show(value, currency);
  return (
    <>
      {to !== undefined && value !== null && value !== 0 ? (
        <Link href={to} className="plain" aria-label={`${label}: ${text}`}>
          {text}
        </Link>
      ) : (
        text
      )}
      {before !== undefined && (
        <Text size="xs" c="dimmed" inline mt={3}>
          {before === null ? '–' : show(before, currency)}
          {value !== null && before !== null && changeWords(kind, value, before)}
        </Text>
      )}
    </>
  );
}

/** How much more or less it is. A share of a share says nothing. */
function changeWords(kind: Measure['kind'], value: number, before: number): string {
  if (kind === 'share' || before <= 0 || value === before) return '';
  const change = (value - before) / before;
  return ` (${change > 0 ? '+' : '−'}${formatShare(Math.abs(change))})`;
}

export const REASONS: Column<Row> = {
  id: 'reasons',
  head: 'Top refusals',
  cell: ({ top_reasons: reasons }) => (
    <span className="foreign reasons">
      {(reasons ?? []).map(({ reason, count: times }) => `${ruleShort(reason)}: ${times}`).join(', ')}
    </span>
  ),
};
