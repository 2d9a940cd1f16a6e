import { DateTime } from 'luxon';
import { dayNamed, dayOf, type Day } from '../reports/calendar.js';
import { QUARTER_MS, quarterOf } from '../quarters.js';

export const BINS = ['quarter', 'hour', 'day'] as const;
export type Bin = (typeof BINS)[number];

/** The longest time of a series. */
export const MAX_SERIES_MS = 92 * 86_400_000;
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** The length of bins that gives some dozens of points. */
export function binFor(from: Date, to: Date): Bin {
  const length = to.getTime() - from.getTime();
  if (length <= 12 * HOUR_MS) return 'quarter';
  return length <= 7 * DAY_MS ? 'hour' : 'day';
}

/** The bins from the one that holds `from` to the one before `to`. Their names are unique; those of days are dates. */
export function binsBetween(from: Date, to: Date, bin: Bin, zone: string): Day[] {
  const bins: Day[] = [];
  for (let at = startOf(from, bin, zone); at < to;) {
    const next = endOf(at, bin, zone);
    const day = bin === 'day' ? dayOf(at, zone) : at.toISOString();
    bins.push({ day, from: at, to: next });
    at = next;
  }
  return bins;
}

function startOf(at: Date, bin: Bin, zone: string): Date {
  if (bin === 'quarter') return quarterOf(at);
  if (bin === 'day') return dayNamed(dayOf(at, zone), zone).from;
  return DateTime.fromJSDate(at, { zone }).startOf(bin).toJSDate();
}

function endOf(at: Date, bin: Bin, zone: string): Date {
  if (bin !== 'day') return new Date(at.getTime() + (bin === 'hour' ? HOUR_MS : QUARTER_MS));
  return dayNamed(dayOf(at, zone), zone).to;
}
