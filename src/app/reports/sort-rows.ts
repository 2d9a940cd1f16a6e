import type { Column, ReportRow } from '../../core/reports/columns.js';
import { isTime, type Dimension } from '../../core/reports/dimensions.js';
import { ReportRefused } from '../../core/reports/report-request.js';

/** The columns that have one number, by which rows can be sorted. */
export const SORTABLE = [
  'searches',
  'results_shown',
  'submits',
  'accepted',
  'accept_rate',
  'pending',
  'unknown',
  'sales',
  'sold_cents',
  'returned',
  'returned_cents',
  'returns_undone',
  'returns_undone_cents',
  'return_rate',
  'revenue_cents',
  'payout_cents',
  'margin_cents',
  'earnings_per_search_cents',
  'without_price',
  'without_payout',
  'timeout_share',
] as const satisfies readonly Column[];
type Sortable = (typeof SORTABLE)[number];

/** `revenue` sorts by `revenue_cents`. */
const columnNamed = (name: string): Sortable | undefined =>
  SORTABLE.find((column) => column === name || column === `${name}_cents`);

/**
 * Sorts by a column (the highest first) or by a group (in alphabetical order). Without a wish, rows are in the order
 * of their groups if one of them is time; else those with most submits come first. Throws a ReportRefused for a name
 * that is neither.
 */
export function sortRows(
  rows: readonly ReportRow[],
  by: readonly Dimension[],
  sort: string | undefined,
): ReportRow[] {
  const inOrder = (groups: readonly Dimension[]) => (a: ReportRow, b: ReportRow) => {
    for (const group of groups) {
      const order = compareText(a[group] ?? null, b[group] ?? null);
      if (order !== 0) return order;
    }
    return 0;
  };
  const byGroups = inOrder(by);
  if (sort === undefined && by.some(isTime)) return [...rows].sort(byGroups);
  const group = by.find((one) => one === sort);
  if (group) return [...rows].sort((a, b) => inOrder([group])(a, b) || byGroups(a, b));
  const column = columnNamed(sort ?? 'submits');
  if (column === undefined)
    throw new ReportRefused(
      `The report has no column ${sort ?? ''} to sort by; it has ${[...by, ...SORTABLE].join(', ')}.`,
    );
  // Rows without submits (only money) are in the order of their groups.
  return [...rows].sort((a, b) => compareNumber(b[column], a[column]) || byGroups(a, b));
}

/** A group without a name comes last. */
function compareText(a: string | null, b: string | null): number {
  if (a === b) return 0;
  if (a === null) return 1;
  if (b === null) return -1;
  return a < b ? -1 : 1;
}

const compareNumber = (a: number | null, b: number | null): number =>
  (a ?? -Infinity) - (b ?? -Infinity) || 0;
