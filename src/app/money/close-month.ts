import { timeText } from '../../core/format-time.js';
import { booksOf as configuredBooks } from '../../core/catalogue/books.js';
import { EMPTY_DOCUMENT } from '../../core/catalogue/document.js';
import type { Books } from '../../core/catalogue/types.js';
import { periodNames } from '../../core/money/period-names.js';
import { isMonth, monthAfter, monthEnd } from '../../core/money/period.js';
import type { BookStore } from '../ports/book-store.js';
import type { CatalogueStore } from '../ports/catalogue-store.js';
import type { PeriodStore } from '../ports/period-store.js';
import { firstMonth, NOT_BEGUN } from './first-month.js';
import { currentDocument } from '../catalogue/compile-current.js';

/** How often to look whether something is still owed. */
const LOOK_EVERY_MS = 1_000;

export interface ClosePorts {
  readonly books: Pick<BookStore, 'head' | 'periods' | 'freeze'>;
  readonly periods: Pick<PeriodStore, 'beginClosing' | 'endClosing' | 'names' | 'owing'>;
  readonly catalogue: Pick<CatalogueStore, 'current'>;
  /** Books what leads and adjustments owe, as the sweeper does. */
  readonly bookPending: () => Promise<unknown>;
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
  const { books, periods, bookPending, clock } = ports;
  const { month, by } = request;
  const kept = await booksOf(ports);
  const refused = await whyNot(ports, month, kept.time_zone);
  if (refused) return refused;
  // The edges of a closed month must not move.
  const { time_zone } = await books.freeze(kept);
  // What is owed now still belongs to the month.
  await bookPending();
  const refusedNow = await whyNot(ports, month, time_zone);
  if (refusedNow) return refusedNow;
  await periods.beginClosing(month, clock(), by);
  const owing = await waitUntilBooked(ports, request, monthEnd(month, time_zone));
  if (owing) return { outcome: 'waiting', owing };
  const current = await ports.catalogue.current();
  const isFirst = await periods.endClosing(month, periodNames(current?.document ?? EMPTY_DOCUMENT));
  return { outcome: isFirst ? 'closed' : 'already' };
}

/** Currency and accounting zone of the entries; before the first entry, those of the catalogue. */
async function booksOf({ books, catalogue }: Pick<ClosePorts, 'books' | 'catalogue'>): Promise<Books> {
  const { currency, time_zone } = await books.head();
  const configured = configuredBooks(await currentDocument(catalogue));
  return { currency: currency ?? configured.currency, time_zone: time_zone ?? configured.time_zone };
}

/** What refuses the close now, if anything does. */
async function whyNot(
  ports: Pick<ClosePorts, 'books' | 'clock'>,
  month: string,
  zone: string,
): Promise<ClosedMonth | undefined> {
  const refused = (why: string): ClosedMonth => ({ outcome: 'refused', why });
  if (!isMonth(month)) return refused(`The month must be like 2026-10; "${month}" is not one`);
  const [head, periods] = [await ports.books.head(), await ports.books.periods()];
  const first = firstMonth(head, zone);
  if (first === undefined) return refused(NOT_BEGUN);
  if (periods.some((period) => period.month === month && period.state === 'closed'))
    return { outcome: 'already' };
  if (month < first) return refused(`The books start in ${first}`);
  const last = periods.findLast(({ state }) => state === 'closed');
  const next = last ? monthAfter(last.month) : first;
  if (month !== next) return refused(`Months are closed in order, and the next one is ${next}`);
  const end = monthEnd(month, zone);
  if (ports.clock() < end)
    return refused(`The month ${month} is not over: it ends at ${timeText(end)} (midnight in ${zone})`);
  return undefined;
}

async function waitUntilBooked(
  { periods, bookPending, pause }: ClosePorts,
  { waitMs, onWaiting }: CloseRequest,
  end: Date,
): Promise<Owing | undefined> {
  for (let waited = 0; ; waited += LOOK_EVERY_MS) {
    await bookPending();
    const owing = await periods.owing(end);
    if (owing.leads === 0 && owing.adjustments === 0) return undefined;
    if (waited >= waitMs) return owing;
    onWaiting(owing);
    await pause(LOOK_EVERY_MS);
  }
}
