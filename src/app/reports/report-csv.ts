import type { Report } from './report.js';
import { csvRows, type Cell } from '../csv/write-csv.js';
import type { Columns } from '../../core/reports/columns.js';

const money = (cents: number | null): Cell => (cents === null ? null : { cents });

/** The columns of the CSV. Amounts are decimal numbers. What says nothing is an empty cell. */
const COLUMNS: readonly (readonly [name: string, cell: (columns: Columns) => Cell])[] = [
  ['searches', ({ searches }) => searches],
  ['results_shown', ({ results_shown }) => results_shown],
  ['submits', ({ submits }) => submits],
  ['accepted', ({ accepted }) => accepted],
  ['accept_rate', ({ accept_rate }) => accept_rate],
  ['pending', ({ pending }) => pending],
  ['unknown', ({ unknown }) => unknown],
  ['sales', ({ sales }) => sales],
  ['sold', ({ sold_cents }) => money(sold_cents)],
  ['returned', ({ returned }) => returned],
  ['returned_amount', ({ returned_cents }) => money(returned_cents)],
  ['returns_undone', ({ returns_undone }) => returns_undone],
  ['returns_undone_amount', ({ returns_undone_cents }) => money(returns_undone_cents)],
  ['return_rate', ({ return_rate }) => return_rate],
  ['revenue', ({ revenue_cents }) => money(revenue_cents)],
  ['payout', ({ payout_cents }) => money(payout_cents)],
  ['margin', ({ margin_cents }) => money(margin_cents)],
  ['earnings_per_search', ({ earnings_per_search_cents }) => money(earnings_per_search_cents)],
  ['without_price', ({ without_price }) => without_price],
  ['without_payout', ({ without_payout }) => without_payout],
  ['answer_ms_p50', ({ answer_ms }) => answer_ms?.p50],
  ['answer_ms_p95', ({ answer_ms }) => answer_ms?.p95],
  ['answer_ms_p99', ({ answer_ms }) => answer_ms?.p99],
  ['timeout_share', ({ timeout_share }) => timeout_share],
  [
    'top_reasons',
    ({ top_reasons }) => top_reasons?.map(({ reason, count }) => `${reason} ${count}`).join('; '),
  ],
];

/** The rows of a report as CSV with a header. The total is left out, so that a sum of a column is right. */
export function reportCsv({ by, rows, previous }: Report): string {
  const cells = (columns: Columns): Cell[] => COLUMNS.map(([, cell]) => cell(columns));
  const before = previous === null ? [] : COLUMNS.map(([name]) => `previous_${name}`);
  return csvRows([
    [...by, ...COLUMNS.map(([name]) => name), ...before],
    ...rows.map((row) => [
      ...by.map((dimension) => row[dimension]),
      ...cells(row),
      ...(row.previous ? cells(row.previous) : []),
    ]),
  ]);
}
