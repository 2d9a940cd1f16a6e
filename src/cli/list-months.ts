import { firstMonth } from '../app/money/first-month.js';
import { monthAfter, monthOf } from '../core/money/period.js';
import type { BooksOfCli } from './wiring/with-books.js';

export interface ListedMonth {
  readonly month: string;
  readonly state: 'open' | 'closing' | 'closed';
  readonly at?: Date;
  readonly by?: string;
}

/** All months from the first one to the present one. Empty: the books have not begun. */
export async function listMonths({
  books,
  compiled,
  clock,
}: Pick<BooksOfCli, 'books' | 'compiled' | 'clock'>): Promise<ListedMonth[]> {
  const head = await books.head();
  const zone = head.time_zone ?? compiled.books.time_zone;
  const known = new Map((await books.periods()).map((period) => [period.month, period]));
  const first = firstMonth(head, zone);
  const last = monthOf(clock(), zone);
  const months: ListedMonth[] = [];
  if (first !== undefined)
    for (let month = first; month <= last; month = monthAfter(month))
      months.push(known.get(month) ?? { month, state: 'open' });
  return months;
}
