import { entryOf } from '../../core/money/entry-of.js';
import { entryIdOf, subidsOf, type Entry } from '../../core/money/entry.js';
import { monthOf, periodFor } from '../../core/money/period.js';
import { dayOf } from '../../core/reports/calendar.js';
import { createFailures, type Failures } from '../each-separately.js';
import { bisectOnFailure } from '../bisect-on-failure.js';
import type { BookStore } from '../ports/book-store.js';
import type { LeadWithUnbooked, WrittenOf } from '../ports/lead-store.js';
import type { WorkPorts } from '../ports/work-ports.js';

const BATCH = 500;

/** Another machine's clock may be ahead. */
const MAX_AHEAD_MS = 86_400_000;

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
export async function bookPending(
  ports: BookPorts,
  failures: Failures = createFailures(ports.log),
  before = new Date(ports.clock().getTime() + MAX_AHEAD_MS),
): Promise<number> {
  const pending = await ports.leads.withUnbooked(before, BATCH + failures.known());
  const cleared = await bisectOnFailure(failures, await bookEntries(ports, pending, failures), {
    what: 'clearing the written entries of a lead',
    act: (written) => ports.leads.clearUnbooked(written),
  });
  return cleared.length;
}

/**
 * Writes the unbooked entries of these leads. The leads must have been read before: the closed months are read here, after
 * the unbooked entries (see `closeMonth`). Returns what was written, which can be cleared from the leads.
 */
export async function bookEntries(
  ports: Pick<BookPorts, 'books' | 'catalogue' | 'clock'>,
  pending: readonly LeadWithUnbooked[],
  failures: Failures,
): Promise<WrittenOf[]> {
  if (pending.length === 0) return [];
  const open = await openBooks(ports);
  const now = ports.clock();
  const all = (await withSubidsOfSale(ports.books, pending)).flatMap((lead) =>
    lead.unbooked.map((unbooked) => ({
      id: lead.id,
      kind: unbooked.kind,
      number: unbooked.number,
      lead,
      unbooked,
    })),
  );
  const entry = ({ lead, unbooked }: (typeof all)[number]): Entry =>
    entryOf(lead, unbooked, writtenNow(unbooked.at, open, now));
  return writeAll(ports.books, all, entry, failures);
}

/** A return belongs to the subids of its sale, also when the lead has lost its labels since. */
async function withSubidsOfSale(
  books: Pick<BookStore, 'subids'>,
  pending: readonly LeadWithUnbooked[],
): Promise<readonly LeadWithUnbooked[]> {
  const saleOf = ({ id }: LeadWithUnbooked): string => entryIdOf(id, { kind: 'sale', number: 0 });
  const bare = pending.filter(
    ({ tracking = {}, unbooked }) =>
      subidsOf(tracking) === undefined && unbooked.some(({ kind }) => kind !== 'sale'),
  );
  if (bare.length === 0) return pending;
  const found = await books.subids(bare.map(saleOf));
  return pending.map((lead) => ({ ...lead, tracking: found.get(saleOf(lead)) ?? lead.tracking ?? {} }));
}

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
