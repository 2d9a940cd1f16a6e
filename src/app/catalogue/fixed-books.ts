import { sameBooks } from '../../core/catalogue/books.js';
import type { Books } from '../../core/catalogue/types.js';
import type { BookStore } from '../ports/book-store.js';
import type { LeadOverview } from '../ports/lead-overview.js';
import type { LeadStore } from '../ports/lead-store.js';

export interface FixedBooksPorts {
  readonly books: Pick<BookStore, 'head'>;
  readonly leads: Pick<LeadStore, 'withPending'>;
  readonly overview: Pick<LeadOverview, 'atBuyers'>;
}

/** Another machine's clock may be ahead. */
const LATEST = new Date('9999-12-31T00:00:00Z');

/**
 * Why the books can't be kept in `next`, in words for an operator. Undefined: they can. The first entry fixes currency
 * and zone. Before it, an amount in another currency may be on its way: a sale that is still to be booked, or a lead
 * that a buyer may still accept at the price of its attempt. Such amounts would be booked as amounts of `next`.
 */
export async function whyBooksAreFixed(
  { books, leads, overview }: FixedBooksPorts,
  next: Books,
): Promise<string | undefined> {
  const { currency, time_zone } = await books.head();
  if (currency !== undefined && time_zone !== undefined)
    return sameBooks({ currency, time_zone }, next)
      ? undefined
      : `the books have entries in ${currency} by the days of ${time_zone}`;
  const [owing] = await leads.withPending('entry', LATEST, 1);
  if (owing) return `lead ${owing.id} is sold and is still to be booked`;
  for await (const { id, attempts } of overview.atBuyers()) {
    const other = attempts.find(({ money }) => money.currency !== next.currency);
    if (other) return `a buyer may still accept lead ${id} for an amount in ${other.money.currency}`;
  }
  return undefined;
}
