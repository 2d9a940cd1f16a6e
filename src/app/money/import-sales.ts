import type { BookStore } from '../ports/book-store.js';
import type { EarlierSales } from '../ports/earlier-sales.js';
import type { PeriodStore } from '../ports/period-store.js';
import type { PlannedImport } from './plan-import.js';

const BATCH = 500;

export interface ImportPorts {
  readonly books: Pick<BookStore, 'freeze' | 'periods'>;
  readonly periods: Pick<PeriodStore, 'beginEarlier'>;
  readonly earlier: Pick<EarlierSales, 'owe'>;
  /** Books what leads and adjustments owe, as the sweeper does. */
  readonly bookOwed: () => Promise<unknown>;
}

/**
 * Books the planned sales in their months. False: a month is closed, so the first month is fixed, and nothing was
 * changed. Safe to repeat after a kill: each lead owes its entry in one command. Throws on an outage.
 */
export async function importSales(
  { books, periods, earlier, bookOwed }: ImportPorts,
  { sales }: Pick<PlannedImport, 'sales'>,
  configured: { readonly currency: string; readonly time_zone: string },
): Promise<boolean> {
  const [first = ''] = sales.map(({ month }) => month).sort();
  if (first === '') {
    // A killed import may have left entries that are still owed.
    await bookOwed();
    return true;
  }
  // The months of the sales were computed in this zone.
  await books.freeze(configured);
  if (!(await periods.beginEarlier(first))) return false;
  for (let i = 0; i < sales.length; i += BATCH) {
    await earlier.owe(sales.slice(i, i + BATCH));
    await bookOwed();
  }
  return true;
}
