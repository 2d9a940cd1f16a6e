import type { Catalogue } from '../../core/catalogue/types.js';
import { firstMonth } from './first-month.js';
import { monthAfter, monthOf } from '../../core/money/period.js';
import type { BookStore } from '../ports/book-store.js';

export interface ListedMonth {
  readonly month: string;
  readonly state: 'open' | 'closing' | 'closed';
  readonly at?: Date;
  readonly by?: string;
}

interface ListPorts {
  readonly books: Pick<BookStore, 'head' | 'periods'>;
  /** The catalogue in force, for books without an entry. */
  readonly compiled: Pick<Catalogue, 'books'>;
  readonly clock: () => Date;
}

/** All months from the first one to the present one. Empty: the books have not begun. */
export async function listMonths({ books, compiled, clock }: ListPorts): Promise<ListedMonth[]> {
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
