import type { Report } from '../../app/reports/report.js';
import { formatCents } from '../../core/catalogue/money.js';
import type { Columns, ReportRow } from '../../core/reports/columns.js';
import { renderTable } from './table.js';

type Show = (columns: Columns) => string;
const NOTHING = '–';

const or = <T>(value: T | null, show: (value: T) => string): string =>
  value === null ? NOTHING : show(value);
const count =
  (of: (columns: Columns) => number | null): Show =>
  (columns) =>
    or(of(columns), String);
const money =
  (of: (columns: Columns) => number | null): Show =>
  (columns) =>
    or(of(columns), formatCents);
const percent =
  (of: (columns: Columns) => number | null): Show =>
  (columns) =>
    or(of(columns), (share) => `${(share * 100).toFixed(1)}%`);

/** The columns of the table, with their short names. A column is shown if a row or the total has something in it. */
const COLUMNS: readonly (readonly [name: string, show: Show])[] = [
  ['searches', count(({ searches }) => searches)],
  ['shown', count(({ results_shown }) => results_shown)],
  ['submits', count(({ submits }) => submits)],
  ['accepted', count(({ accepted }) => accepted)],
  ['rate', percent(({ accept_rate }) => accept_rate)],
  ['pending', count(({ pending }) => pending)],
  ['unknown', count(({ unknown }) => unknown)],
  ['sales', count(({ sales }) => sales)],
  ['sold', money(({ sold_cents }) => sold_cents)],
  ['returned', count(({ returned }) => returned)],
  ['taken back', money(({ returned_cents }) => returned_cents)],
  ['undone', count(({ returns_undone }) => returns_undone)],
  ['given back', money(({ returns_undone_cents }) => returns_undone_cents)],
  ['ret.', percent(({ return_rate }) => return_rate)],
  ['revenue', money(({ revenue_cents }) => revenue_cents)],
  ['payout', money(({ payout_cents }) => payout_cents)],
  ['margin', money(({ margin_cents }) => margin_cents)],
  ['/search', money(({ earnings_per_search_cents }) => earnings_per_search_cents)],
  ['no price', count(({ without_price }) => without_price)],
  ['no payout', count(({ without_payout }) => without_payout)],
  ['answer ms', ({ answer_ms }) => or(answer_ms, ({ p50, p95, p99 }) => [p50, p95, p99].join('/'))],
  ['timed out', percent(({ timeout_share }) => timeout_share)],
  [
    'refused',
    ({ top_reasons }) =>
      or(top_reasons, (reasons) =>
        reasons.length === 0 ? NOTHING : reasons.map(({ reason, count: n }) => `${reason} ${n}`).join(', '),
      ),
  ],
];

const EMPTY = [NOTHING, '0', '0.00', '0.0%'];

/** What stands beside the period before: a line has no room for everything twice. */
const COMPARED = ['submits', 'accepted', 'rate', 'sold', 'returned', 'revenue', 'margin'];

/** The rows and the total as a table. Columns that are empty in every row and in the total are left out. */
export function renderReport({ by, rows, total, previous }: Report): string {
  const columns = COLUMNS.filter(([name, show]) =>
    previous === null
      ? name === 'submits' || ![...rows, total].every((row: Columns) => EMPTY.includes(show(row)))
      : COMPARED.includes(name),
  );
  const cells = (row: Columns, before: Columns | undefined): string[] =>
    columns.flatMap(([, show]) => (before ? [show(row), show(before)] : [show(row)]));
  const groups = (row: ReportRow): string[] => by.map((dimension) => row[dimension] ?? NOTHING);
  const totalName = by.map((_, at) => (at === 0 ? 'total' : ''));
  const heads = columns.flatMap(([name]) => (previous === null ? [name] : [name, 'before']));
  return renderTable(
    [...by, ...heads],
    [
      ...rows.map((row) => [...groups(row), ...cells(row, row.previous)]),
      [...totalName, ...cells(total, previous?.total)],
    ],
  );
}
