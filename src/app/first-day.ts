import { utcDayOf } from '../core/caps/time-ranges.js';

const DAY_MS = 86_400_000;
/** Nothing is stored from before this day, because the product is younger. */
const BEGINNING = Date.UTC(2020, 0, 1) / DAY_MS;

/**
 * The UTC day of the oldest record before `before`. It finds the day by bisection with about a dozen queries, because
 * FerretDB would sort the whole collection to find the first record.
 */
export async function firstDay(
  hasAnyBefore: (at: Date) => Promise<boolean>,
  before: Date,
): Promise<string | undefined> {
  if (!(await hasAnyBefore(before))) return undefined;
  let [none, some] = [BEGINNING, Math.floor(before.getTime() / DAY_MS) + 1];
  while (some - none > 1) {
    const middle = Math.floor((none + some) / 2);
    if (await hasAnyBefore(new Date(middle * DAY_MS))) some = middle;
    else none = middle;
  }
  return utcDayOf(new Date(none * DAY_MS));
}
