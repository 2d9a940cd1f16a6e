import type { RowIssue } from '../lead-files/read-lead-file.js';
import type { BookStore } from '../ports/book-store.js';
import type { EarlierSales } from '../ports/earlier-sales.js';
import type { PeriodStore } from '../ports/period-store.js';
import { isSameSale, type PlannedSale } from './plan-import.js';

const BATCH = 500;

export interface ImportPorts {
  readonly books: Pick<BookStore, 'freeze' | 'periods'>;
  readonly periods: Pick<PeriodStore, 'beginEarlier'>;
  readonly earlier: Pick<EarlierSales, 'owe' | 'byId'>;
  /** Books what leads and adjustments owe, as the sweeper does. */
  readonly bookOwed: () => Promise<unknown>;
}

/**
 * `closed`: a month is closed, so the first month is fixed, and nothing was changed. `faults`: the rows of sales that another
 * import booked otherwise since the plan.
 */
export type ImportedSales =
  | { readonly outcome: 'closed' }
  | {
      readonly outcome: 'done';
      readonly booked: readonly PlannedSale[];
      readonly faults: readonly RowIssue[];
    };

/**
 * Books the planned sales in their months. Safe to repeat after a kill: each lead owes its entry in one command. Throws on
 * an outage.
 */
export async function importSales(
  { books, periods, earlier, bookOwed }: ImportPorts,
  sales: readonly PlannedSale[],
  configured: { readonly currency: string; readonly time_zone: string },
): Promise<ImportedSales> {
  const booked: PlannedSale[] = [];
  const faults: RowIssue[] = [];
  const [first = ''] = sales.map(({ month }) => month).sort();
  if (first === '') {
    // A killed import may have left entries that are still owed.
    await bookOwed();
    return { outcome: 'done', booked, faults };
  }
  // The months of the sales were computed in this zone.
  await books.freeze(configured);
  if (!(await periods.beginEarlier(first))) return { outcome: 'closed' };
  for (let i = 0; i < sales.length; i += BATCH) {
    const some = sales.slice(i, i + BATCH);
    await earlier.owe(some);
    await bookOwed();
    // Another import may have been first. What it stored is what is booked.
    const stored = new Map(
      (await earlier.byId(some.map(({ lead_id }) => lead_id))).map((lead) => [lead.id, lead.decision?.sale]),
    );
    for (const sale of some) {
      const now = stored.get(sale.lead_id);
      if (now && isSameSale(now, sale.sale)) booked.push(sale);
      else faults.push({ line: sale.line, why: whyNot(sale.lead_id, now !== undefined) });
    }
  }
  return { outcome: 'done', booked, faults };
}

const whyNot = (id: string, isBooked: boolean): string =>
  isBooked
    ? `the lead ${id} is booked with other amounts: another import was first`
    : `the lead ${id} is not booked: it is no accepted lead any more`;
