/** Times from `$gte` on and before `$lt`. */
export interface Times {
  readonly $gte: Date;
  readonly $lt: Date;
}

/** Rows that have a time. */
export interface TimedRows<Row extends { readonly _id: string }> {
  /** The rows of these times, `limit` at most, in any order. It names its index, because a limit may attract another one. */
  readonly look: (times: Times, limit: number) => Promise<readonly Row[]>;
  readonly at: (row: Row) => Date;
}

/** Rows by a number, the lowest first. */
interface NumberedRows<Row> {
  readonly look: (from: number, to: number, limit: number) => Promise<readonly Row[]>;
  readonly at: (row: Row) => number;
}

/** Where to look: from a number on and before another, first at a part of this length. */
interface Range {
  readonly from: number;
  readonly to: number;
  readonly length: number;
}

const HOUR_MS = 3_600_000;

/** How much longer a look is than the one before, if that found too few rows. */
const STEP = 8;

/** A look may find so many rows, or twice as many as are wanted. */
const MIN_FOUND = 100;

/** Nothing that is stored is of a later time. */
const FAR = new Date('2200-01-01');

/** Clocks of other processes may be ahead by less than this. */
const CLOCKS_MS = HOUR_MS;

/**
 * The oldest row from a moment on, and before another. Undefined: there are no such rows. FerretDB reads and sorts all that a command finds
 * before it returns the first (ADR 49), so nothing is sorted there: it is asked for growing ranges of time. Throws on an outage.
 */
export async function oldestOf<Row extends { readonly _id: string }>(
  { look, at }: TimedRows<Row>,
  { from, to = FAR, length = HOUR_MS }: { readonly from: Date; readonly to?: Date; readonly length?: number },
): Promise<Row | undefined> {
  const rows: NumberedRows<Row> = {
    look: (low, high, limit) => look({ $gte: new Date(low), $lt: new Date(high) }, limit),
    at: (row) => at(row).getTime(),
  };
  const [first] = await firstRows(rows, { from: from.getTime(), to: to.getTime(), length }, 1);
  return first;
}

/**
 * The newest rows as of now, `enough` at most, newest first. Of the rows of one millisecond, it may return any. It reads as
 * `oldestOf` does, from now back. Throws on an outage.
 */
export function newestOf<Row extends { readonly _id: string }>(
  { look, at }: TimedRows<Row>,
  now: Date,
  enough: number,
): Promise<Row[]> {
  const rows: NumberedRows<Row> = {
    look: (low, high, limit) => look({ $gte: new Date(1 - high), $lt: new Date(1 - low) }, limit),
    at: (row) => -at(row).getTime(),
  };
  const newest = -(now.getTime() + CLOCKS_MS);
  return firstRows(rows, { from: newest, to: 1, length: CLOCKS_MS + HOUR_MS }, enough);
}

async function firstRows<Row extends { readonly _id: string }>(
  { look, at }: NumberedRows<Row>,
  { from, to, length: first }: Range,
  enough: number,
): Promise<Row[]> {
  const byPlace = (a: Row, b: Row): number => at(a) - at(b) || (a._id < b._id ? 1 : -1);
  const most = Math.max(MIN_FOUND, 2 * enough);
  const found: Row[] = [];
  let [length, crowdedTo] = [first, -Infinity];
  let ends: readonly number[] = [];
  for (let low = from; low < to && found.length < enough;) {
    const next = crowdedTo > low ? middleOf(low, crowdedTo) : low + length;
    const high = Math.min(to, ends.find((end) => end > low) ?? next);
    const isShortest = high - low <= 1;
    const limit = isShortest ? enough - found.length : most + 1;
    const rows = [...(await look(low, high, limit))].sort(byPlace);
    if (rows.length > most && !isShortest) {
      ends = endsWithin({ low, high }, rows.map(at), enough - found.length);
      crowdedTo = high;
      continue;
    }
    found.push(...rows);
    if (rows.length > 0) crowdedTo = -Infinity;
    length = (high - low) * STEP;
    low = high;
  }
  return found.slice(0, enough);
}

const middleOf = (low: number, high: number): number => low + Math.max(1, Math.floor((high - low) / 2));

/**
 * Where the next looks end after one that found too many rows. `known`: the numbers of some of them, the lowest first. A
 * number that many of them have (a list that was imported at one moment) gets a look of its own: what is below it may be few.
 */
function endsWithin(
  { low, high }: { readonly low: number; readonly high: number },
  known: readonly number[],
  enough: number,
): number[] {
  const [last = high, middle] = [known[enough - 1], middleOf(low, high)];
  if (last !== known.at(-1)) return [Math.min(last + 1, middle)];
  return [...(middle < last ? [middle] : []), last, last + 1];
}
