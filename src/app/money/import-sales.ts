import { randomUUID } from 'node:crypto';
import type { RowIssue } from '../lead-files/read-lead-file.js';
import type { BookStore } from '../ports/book-store.js';
import type { EarlierSales } from '../ports/earlier-sales.js';
import type { PeriodStore } from '../ports/period-store.js';
import { isSameSale, type PlannedSale } from './plan-import.js';

const BATCH = 500;

/** How long no month is closed after an import last said that it goes on. */
const IMPORTING_MS = 120_000;

/** A close that meets an import takes its month back. Looks for that, and the time between them. */
const LOOKS = 20;
const LOOK_EVERY_MS = 250;

export interface ImportPorts {
  readonly books: Pick<BookStore, 'head' | 'freeze' | 'periods'>;
  readonly periods: Pick<PeriodStore, 'beginEarlier' | 'endEarlier'>;
  readonly earlier: Pick<EarlierSales, 'owe' | 'byId'>;
  /** Books what leads and adjustments owe, as the sweeper does. */
  readonly bookOwed: () => Promise<unknown>;
  readonly clock: () => Date;
  readonly pause: (ms: number) => Promise<unknown>;
}

/**
 * `closed`: a month is closed, or about to be, so the first month is fixed, and nothing was booked. `faults`: the rows of sales
 * that another import booked otherwise since the plan, or that a month was closed before.
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
  ports: ImportPorts,
  sales: readonly PlannedSale[],
  configured: { readonly currency: string; readonly time_zone: string },
): Promise<ImportedSales> {
  const { books, periods, earlier, bookOwed } = ports;
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
  // Another import may be under way: each one keeps its own mark.
  const id = randomUUID();
  if (!(await begin(ports, id, first))) return { outcome: 'closed' };
  for (let i = 0; i < sales.length; i += BATCH) {
    // This process may have slept, or a close may have begun that had looked before.
    if (!(await begin(ports, id, first))) {
      await periods.endEarlier(id);
      if (i === 0) return { outcome: 'closed' };
      return { outcome: 'done', booked, faults: [...faults, ...sales.slice(i).map(tooLate)] };
    }
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
  await periods.endEarlier(id);
  return { outcome: 'done', booked, faults };
}

const tooLate = ({ line, lead_id }: PlannedSale): RowIssue => ({
  line,
  why: `the lead ${lead_id} is not booked: a month of the books was closed meanwhile`,
});

/**
 * Lets no close begin for two minutes. False: one has begun. The mark of a close that has let no month take no more entries
 * is taken away: either it was killed, or it looks again (see `closeMonth`).
 */
async function begin(
  { books, periods, clock, pause }: ImportPorts,
  id: string,
  first: string,
): Promise<boolean> {
  for (let look = 1; ;) {
    const head = await books.head();
    const months = await books.periods();
    if (months.length > 0) {
      if (look === LOOKS || months.some(({ state }) => state === 'closed')) return false;
      look += 1;
      await pause(LOOK_EVERY_MS);
      continue;
    }
    const until = new Date(clock().getTime() + IMPORTING_MS);
    if (await periods.beginEarlier({ id, first, until }, head)) return true;
  }
}

const whyNot = (id: string, isBooked: boolean): string =>
  isBooked
    ? `the lead ${id} is booked with other amounts: another import was first`
    : `the lead ${id} is not booked: it is no accepted lead any more`;
