import { booksOf as configuredBooks } from '../../core/catalogue/books.js';
import { EMPTY_DOCUMENT } from '../../core/catalogue/document.js';
import type { Books } from '../../core/catalogue/types.js';
import { periodNames } from '../../core/money/names.js';
import { isMonth, monthAfter, monthEnd } from '../../core/money/period.js';
import type { BooksHead, BookStore, Period } from '../ports/book-store.js';
import type { CatalogueStore } from '../ports/catalogue-store.js';
import type { PeriodStore } from '../ports/period-store.js';
import { firstMonth, NOT_BEGUN } from './first-month.js';

/** How often to look whether something is still owed. */
const LOOK_EVERY_MS = 1_000;

export interface ClosePorts {
  readonly books: Pick<BookStore, 'head' | 'periods' | 'freeze'>;
  readonly periods: Pick<
    PeriodStore,
    'fixFirstMonth' | 'beginClosing' | 'giveUpClosing' | 'endClosing' | 'names' | 'owing'
  >;
  readonly catalogue: Pick<CatalogueStore, 'current'>;
  /** Books what leads and adjustments owe, as the sweeper does. */
  readonly bookOwed: () => Promise<unknown>;
  readonly clock: () => Date;
  readonly pause: (ms: number) => Promise<unknown>;
}

export interface CloseRequest {
  /** `2026-10` */
  readonly month: string;
  readonly by: string;
  /** How long to wait for what is still owed. */
  readonly waitMs: number;
  /** Called at each look while something is owed. */
  readonly onWaiting: (owing: Owing) => void;
}

type Owing = Awaited<ReturnType<PeriodStore['owing']>>;

/**
 * `refused`: nothing was changed; `why` is one sentence. `already`: the month was closed before. `waiting`: the month
 * takes no more entries, but entries for it are still owed; close it again to go on.
 */
export type ClosedMonth =
  | { readonly outcome: 'closed' | 'already' }
  | { readonly outcome: 'refused'; readonly why: string }
  | { readonly outcome: 'waiting'; readonly owing: Owing };

/**
 * Closes a month: first to new entries, then it waits until nothing that happened in the month is owed, then it freezes
 * the names. Safe to repeat after a kill, and for two at once. Throws on an outage.
 *
 * An entry is booked by a process that read the owed entry first and the closed months then. So an entry that still
 * gets into the month was owed before the month closed, and this waits until it is booked. A slower booking of the same
 * entry meets its id.
 */
export async function closeMonth(ports: ClosePorts, request: CloseRequest): Promise<ClosedMonth> {
  const { books, periods, bookOwed } = ports;
  const { month } = request;
  const kept = await booksOf(ports);
  const { refused } = await look(ports, month, kept.time_zone);
  if (refused) return refused;
  // The edges of a closed month must not move.
  const { time_zone } = await books.freeze(kept);
  // What is owed now still belongs to the month.
  await bookOwed();
  const refusedNow = await begin(ports, request, time_zone);
  if (refusedNow) return refusedNow;
  const owing = await waitUntilBooked(ports, request, monthEnd(month, time_zone));
  if (owing) return { outcome: 'waiting', owing };
  const current = await ports.catalogue.current();
  const isFirst = await periods.endClosing(month, periodNames(current?.document ?? EMPTY_DOCUMENT));
  if (isFirst) return { outcome: 'closed' };
  // Another close had begun, and gave up for an import.
  return (await periods.names(month)) === null ? closeMonth(ports, request) : { outcome: 'already' };
}

/**
 * Lets the month take no more entries, unless something refuses the close now. An import may move the first month until then.
 * The mark of this close is set before that and changed after it, each time only if the head is as it was read. An import
 * takes the mark away if it then reads no month that is closing. So a close that was killed before keeps no import out, and
 * of a close and an import that meet, one learns of the other before it goes on.
 */
async function begin(
  ports: ClosePorts,
  { month, by }: CloseRequest,
  zone: string,
): Promise<ClosedMonth | undefined> {
  const { periods, clock } = ports;
  for (;;) {
    const { head, refused } = await look(ports, month, zone);
    if (refused) return refused;
    const fixed = await periods.fixFirstMonth(head);
    if (!fixed) continue;
    await periods.beginClosing(month, clock(), by);
    if (await periods.fixFirstMonth(fixed)) return undefined;
  }
}

/**
 * What refuses the close now, if anything does. A month that is closing and would be refused was left so by a close that met an
 * import, perhaps by one that was killed: it takes entries again. The head is read last, so a close that has gone on since is no such one.
 */
async function look({ books, periods, clock }: ClosePorts, month: string, zone: string) {
  const seen = await books.periods();
  const head = await books.head();
  const now = clock();
  const refused = refusalOf(month, head, seen, zone, now);
  const left = seen.find((period) => period.month === month && period.state === 'closing');
  // If the month is not over by this clock, only the clocks differ.
  if (refused && left && now >= monthEnd(month, zone)) await periods.giveUpClosing(left);
  return { head, refused };
}

/** Currency and accounting zone of the entries; before the first entry, those of the catalogue. */
async function booksOf({ books, catalogue }: Pick<ClosePorts, 'books' | 'catalogue'>): Promise<Books> {
  const { currency, time_zone } = await books.head();
  const configured = configuredBooks((await catalogue.current())?.document ?? EMPTY_DOCUMENT);
  return { currency: currency ?? configured.currency, time_zone: time_zone ?? configured.time_zone };
}

function refusalOf(
  month: string,
  head: BooksHead,
  periods: readonly Period[],
  zone: string,
  now: Date,
): ClosedMonth | undefined {
  const refused = (why: string): ClosedMonth => ({ outcome: 'refused', why });
  if (!isMonth(month)) return refused(`The month must be like 2026-10; "${month}" is not one`);
  const first = firstMonth(head, zone);
  if (first === undefined) return refused(NOT_BEGUN);
  if (periods.some((period) => period.month === month && period.state === 'closed'))
    return { outcome: 'already' };
  if (isImporting(head, now))
    return refused('Earlier sales are being imported at this moment; close the month in some minutes');
  if (month < first) return refused(`The books begin with ${first}`);
  const last = periods.findLast(({ state }) => state === 'closed');
  const next = last ? monthAfter(last.month) : first;
  if (month !== next) return refused(`Months are closed in order, and the next one is ${next}`);
  const end = monthEnd(month, zone);
  if (now < end) return refused(`The month ${month} is not over: it ends at ${end.toISOString()} (${zone})`);
  return undefined;
}

const isImporting = ({ importing = {}, importing_until }: BooksHead, now: Date): boolean =>
  [importing_until, ...Object.values(importing)].some((until) => until !== undefined && now < until);

async function waitUntilBooked(
  { periods, bookOwed, pause }: ClosePorts,
  { waitMs, onWaiting }: CloseRequest,
  end: Date,
): Promise<Owing | undefined> {
  for (let waited = 0; ; waited += LOOK_EVERY_MS) {
    await bookOwed();
    const owing = await periods.owing(end);
    if (owing.leads === 0 && owing.adjustments === 0) return undefined;
    if (waited >= waitMs) return owing;
    onWaiting(owing);
    await pause(LOOK_EVERY_MS);
  }
}
