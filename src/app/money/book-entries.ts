import { entryOf, type BookedLead } from '../../core/money/entry-of.js';
import { entryIdOf, subidsOf, type Entry, type Subids } from '../../core/money/entry.js';
import { monthOf, periodFor } from '../../core/money/period.js';
import { dayOf } from '../../core/reports/calendar.js';
import { applyPending, type PendingOf } from '../apply-pending.js';
import { createFailures, type Failures } from '../each-separately.js';
import { bisectOnFailure } from '../bisect-on-failure.js';
import type { BookStore } from '../ports/book-store.js';
import type { WorkPorts } from '../ports/work-ports.js';

/** Another machine's clock may be ahead. */
export const MAX_AHEAD_MS = 86_400_000;

export type BookPorts = Pick<WorkPorts, 'leads' | 'books' | 'catalogue' | 'clock' | 'log'>;

/** What the books are kept in, and the last month that takes no more entries. */
export interface OpenBooks {
  readonly currency: string;
  readonly time_zone: string;
  readonly lastClosed: string | undefined;
}

/** Reads what an entry needs that is written now. The first entry fixes the currency and the accounting zone. */
export async function openBooks({
  books,
  catalogue,
}: Pick<BookPorts, 'books' | 'catalogue'>): Promise<OpenBooks> {
  const frozen = await books.freeze(catalogue.current().books);
  const lastClosed = (await books.periods()).at(-1)?.month;
  return { ...frozen, lastClosed };
}

/** The calendar, the period and the currency of an entry that is written now. */
export function writtenNow(at: Date, { currency, time_zone, lastClosed }: OpenBooks, now: Date) {
  const month = monthOf(at, time_zone);
  const period = periodFor(month, lastClosed);
  return { day: dayOf(at, time_zone), month, period, written_at: now, currency };
}

/**
 * Writes the unbooked entries of leads to the books. It may be stopped anywhere and run twice at once: each writer gives an
 * entry the same id, and the lead keeps it until it is written. An entry that can't be written is logged, and
 * delays no other. Returns how many were booked. Throws on an outage.
 */
export const bookPending = (
  ports: BookPorts,
  failures: Failures = createFailures(ports.log),
  before = new Date(ports.clock().getTime() + MAX_AHEAD_MS),
): Promise<number> => applyPending(ports, { kind: 'entry', apply: bookEntries, before }, failures);

type Unbooked = PendingOf<'entry', BookedLead>;

/**
 * Writes these entries of leads. They must have been read before: the closed months are read here, after the entries (see
 * `closeMonth`). Returns what was written.
 */
export async function bookEntries<One extends Unbooked>(
  ports: Pick<BookPorts, 'books' | 'catalogue' | 'clock'>,
  pending: readonly One[],
  failures: Failures,
): Promise<One[]> {
  if (pending.length === 0) return [];
  const open = await openBooks(ports);
  const now = ports.clock();
  const sold = await subidsOfSales(ports.books, pending);
  const entry = ({ id, lead, effect }: One): Entry => {
    const tracking = sold.get(saleOf(id)) ?? lead.tracking ?? {};
    return entryOf({ ...lead, tracking }, effect, writtenNow(effect.since, open, now));
  };
  return writeAll(ports.books, pending, entry, failures);
}

/** A return belongs to the subids of its sale, also when the lead has lost its labels since. */
async function subidsOfSales(
  books: Pick<BookStore, 'subids'>,
  pending: readonly Unbooked[],
): Promise<ReadonlyMap<string, Subids>> {
  const bare = pending.filter(
    ({ lead: { tracking = {} }, effect }) => effect.what !== 'sale' && subidsOf(tracking) === undefined,
  );
  return bare.length === 0 ? new Map() : books.subids(bare.map(({ id }) => saleOf(id)));
}

const saleOf = (lead: string): string => entryIdOf(lead, { what: 'sale', number: 0 });

/** One command for all. If one of them can't be written, each is written alone. */
export const writeAll = <Of extends { readonly id: string }>(
  books: Pick<BookStore, 'write'>,
  unbooked: readonly Of[],
  entry: (one: Of) => Entry,
  failures: Failures,
): Promise<Of[]> =>
  bisectOnFailure(failures, unbooked, {
    what: 'writing an entry',
    // Entries are made here, so that a lead of which none can be made delays no other.
    act: async (some) => books.write(some.map(entry)),
  });
