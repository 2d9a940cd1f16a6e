import { DateTime } from 'luxon';
import { firstMidnight } from '../first-midnight.js';
import { quarterOf } from '../quarters.js';

const DAY_MS = 86_400_000;

export const isZone = (zone: string): boolean => DateTime.now().setZone(zone).isValid;

/** A day of a report: from its first moment to the first moment of the next day. */
export interface Day {
  /** `2026-10-31` */
  readonly day: string;
  readonly from: Date;
  readonly to: Date;
}

/** The days from `first` to `last`, both included, in a time zone. */
export function daysBetween(first: string, last: string, zone: string): Day[] {
  const days: Day[] = [];
  const end = Date.parse(last);
  let { from } = dayNamed(first, zone);
  for (let at = Date.parse(first); at <= end; at += DAY_MS) {
    const day = new Date(at).toISOString().slice(0, 10);
    const to = endOf(startOf(day, zone));
    days.push({ day, from, to });
    from = to;
  }
  return days;
}

/** Where the clocks go back to midnight, a day has two midnights: the first one begins it, and ends the day before. */
export function dayNamed(day: string, zone: string): Day {
  const start = startOf(day, zone);
  return { day, from: firstOf(start), to: endOf(start) };
}

const startOf = (day: string, zone: string) => DateTime.fromISO(day, { zone }).startOf('day');
const endOf = (start: ReturnType<typeof startOf>): Date => firstOf(start.plus({ days: 1 }).startOf('day'));
const firstOf = (midnight: DateTime<true> | DateTime<false>): Date =>
  (midnight.isValid ? firstMidnight(midnight) : midnight).toJSDate();

/** `2026-10-31`: the day of a moment in a time zone. */
export const dayOf = (at: Date, zone: string): string =>
  DateTime.fromJSDate(at, { zone }).toFormat('yyyy-MM-dd');

/** Finds the day of a moment among days in order. Undefined: it lies in none of them. */
export function dayFinder(days: readonly Day[]): (at: number) => string | undefined {
  const starts = days.map(({ from }) => from.getTime());
  return (at) => {
    let [low, high] = [0, starts.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((starts[middle] ?? 0) <= at) low = middle + 1;
      else high = middle;
    }
    const day = days[low - 1];
    return day && at < day.to.getTime() ? day.day : undefined;
  };
}

/**
 * `00` to `23`: the hour of the clock in the time zone, found once for each quarter of an hour. The hour that autumn
 * repeats is one hour here.
 */
export function hourFinder(zone: string): (at: Date) => string {
  const known = new Map<number, string>();
  return (at) => {
    const quarter = quarterOf(at).getTime();
    let hour = known.get(quarter);
    if (hour === undefined) known.set(quarter, (hour = DateTime.fromJSDate(at, { zone }).toFormat('HH')));
    return hour;
  };
}
