import { Text } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Link, useSearchParams } from 'wouter';
import { answerOf, api } from '../../api/client';
import type { components } from '../../api/schema';
import { useMay } from '../../app/me';
import type { Column } from '../../parts/data-table';
import { Pill } from '../../parts/notice';
import { addDays, dayStart, isDay, RANGES } from '../../words/days';
import { formatCents, formatCount, formatShare } from '../../words/format';
import { ruleShort } from '../../words/refusal-words';
import type { Sold } from './words';

type Kind = 'offer' | 'buyer' | 'affiliate' | 'campaign';
type Range = (typeof RANGES)[number]['value'];
/** What a list shows of a row of a report. */
type Counts = Pick<
  components['schemas']['Report']['rows'][number],
  | ('searches' | 'submits' | 'accepted' | 'accept_rate' | 'unknown' | 'top_reasons' | 'answer_ms')
  | ('revenue_cents' | 'payout_cents' | 'margin_cents' | 'return_rate')
>;

/** An entry of a list, with what reports count of it in the chosen days. Null: that is not known yet. */
export interface Counted {
  readonly id: string;
  readonly handle: string | null;
  readonly name: string | null;
  readonly status: string;
  readonly counts: Counts | null | undefined;
}

/** The chosen days, which are those of the books, and what reports count in them. */
export interface Period {
  readonly days: { readonly from: string; readonly to: string } | undefined;
  readonly zone: string | undefined;
  readonly currency: string;
  /** Why nothing is known. */
  readonly error: Error | null;
  /** These are still the counts of the days that were chosen before. */
  readonly isOlder: boolean;
  /**
   * Undefined: it had nothing on these days. `today`: what the list knows of today by itself, for a time when so much is not
   * counted yet that a report of it is refused.
   */
  readonly countsOf: (handle: string | null, today?: Sold) => Counts | null | undefined;
}

const NO_MONEY = {
  ...{ searches: null, revenue_cents: null, payout_cents: null, margin_cents: null, return_rate: null },
};
const FRESH_MS = 30_000;

/** Reads what reports count of every entry of a kind. `first`: the range of an address that names none. */
export function usePeriod(kind: Kind, first: Range): Period {
  const [search] = useSearchParams();
  const mayRead = useMay()('reports:read');
  const [from, to] = [search.get('from'), search.get('to')];
  const range = RANGES.find(({ value }) => value === search.get('range'))?.value ?? first;
  const asked = { by: kind, ...(isDay(from) && isDay(to) ? { from, to } : { range }) };
  const { data, error, isPlaceholderData } = useQuery({
    queryKey: ['report', asked],
    queryFn: ({ signal }) =>
      answerOf(api.GET('/api/v1/operator/reports', { params: { query: asked }, signal })),
    enabled: mayRead,
    placeholderData: keepPreviousData,
    refetchInterval: FRESH_MS,
  });
  const byHandle = new Map(data?.rows.map((row) => [row[kind] ?? null, row]));
  return {
    ...{ days: data && { from: data.from, to: data.to }, zone: data?.zone },
    ...{ currency: data?.currency ?? 'USD', isOlder: isPlaceholderData, error: data ? null : error },
    countsOf(handle, today) {
      if (data) return byHandle.get(handle);
      return error && today && range === 'today' ? { ...today, ...NO_MONEY } : null;
    },
  };
}

/** In whose days the books count. */
export const zoneWords = ({ zone }: Period): string => (zone === undefined ? '' : ` Days are in ${zone}.`);

/** Zero for an entry without leads, null while nothing is known. */
const numberOf = (counts: Counted['counts'], of: (counts: Counts) => number | null): number | null =>
  counts === null ? null : counts === undefined ? 0 : of(counts);

/** The leads of an entry in the chosen days. `code`: only those with this decision. */
function leadsLink(kind: Kind, { id, handle }: Counted, { days, zone }: Period, code?: string): string {
  const search = new URLSearchParams({ [kind]: handle ?? id, ...(code !== undefined && { code }) });
  if (days && zone !== undefined) {
    search.set('from', dayStart(days.from, zone));
    search.set('to', dayStart(addDays(days.to, 1), zone));
  }
  return `/leads?${search.toString()}`;
}

/** Columns of what reports count, which every list of entries has. */
export function periodColumns<Row extends Counted>(
  kind: Kind,
  period: Period,
  rows: readonly Counted[],
): readonly Column<Row>[] {
  type Of = (counts: Counts) => number | null;
  /** Null while nothing is known of any of them. */
  const sumOf = (of: Of): number | null => {
    const known = rows.flatMap(({ counts }) => numberOf(counts, of) ?? []);
    return known.length === 0 ? null : known.reduce((sum, one) => sum + one, 0);
  };
  const adding = (id: string, head: string, of: Of, show: (sum: number | null) => string): Column<Row> => ({
    ...{ id, head, number: true },
    cell: ({ counts }) => show(numberOf(counts, of)),
    sortBy: ({ counts }) => numberOf(counts, of),
    ...(rows.length > 1 && { total: show(sumOf(of)) }),
  });
  const count = (id: string, head: string, of: Of) => adding(id, head, of, formatCount);
  const money = (id: string, head: string, of: Of) =>
    adding(id, head, of, (cents) => formatCents(cents, period.currency));
  const share = (id: string, head: string, of: Of): Column<Row> => ({
    ...{ id, head, number: true },
    cell: ({ counts }) => formatShare(counts ? of(counts) : null),
    sortBy: ({ counts }) => (counts ? of(counts) : null),
  });
  const submits: Of = (counts) => counts.submits;
  const accepted: Of = (counts) => counts.accepted;
  const unknown: Of = (counts) => counts.unknown;
  /** A number that leads to its leads. */
  const linked = (row: Row, of: Of, code?: string) => {
    const leads = numberOf(row.counts, of);
    if (!leads) return formatCount(leads);
    return (
      <Link href={leadsLink(kind, row, period, code)} className="link">
        {formatCount(leads)}
      </Link>
    );
  };
  return [
    ...(kind === 'affiliate' || kind === 'campaign'
      ? [count('searches', 'Searches', ({ searches }) => searches)]
      : []),
    { ...count('submits', 'Leads', submits), cell: (row) => linked(row, submits) },
    {
      ...count('accepted', 'Accepted', accepted),
      cell: (row) => (
        <>
          {linked(row, accepted, 'ACCEPTED')}
          <Text size="xs" c="dimmed" component="div">
            {row.counts?.submits ? formatShare(row.counts.accept_rate) : ''}
          </Text>
        </>
      ),
    },
    share('rate', 'Accept rate', ({ accept_rate: rate }) => rate),
    {
      ...count('unknown', 'Unknown', unknown),
      cell: (row) =>
        numberOf(row.counts, unknown) ? (
          <Pill tone="bad">{linked(row, unknown, 'UNKNOWN')}</Pill>
        ) : (
          formatCount(numberOf(row.counts, unknown))
        ),
    },
    money('revenue', 'Revenue', ({ revenue_cents: cents }) => cents),
    money('payout', 'Payout', ({ payout_cents: cents }) => cents),
    money('margin', 'Margin', ({ margin_cents: cents }) => cents),
    share('returns', 'Return rate', ({ return_rate: rate }) => rate),
    {
      id: 'reasons',
      head: 'Top refusals',
      cell: ({ counts }) => (
        <Text size="xs" className="foreign">
          {(counts?.top_reasons ?? [])
            .map(({ reason, count: leads }) => `${ruleShort(reason)}: ${formatCount(leads)}`)
            .join(', ')}
        </Text>
      ),
    },
  ];
}
