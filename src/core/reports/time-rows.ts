import { DateTime } from 'luxon';
import { hourFinder, type Day } from './calendar.js';
import { isTime, type Dimension } from './dimensions.js';
import type { Value } from './fact.js';

const HOUR_MS = 3_600_000;
const HOURS = Array.from({ length: 24 }, (_, hour) => String(hour).padStart(2, '0'));

/**
 * The groups of a report by time alone, also those in which nothing happened, up to now. Undefined: it has other groups, or
 * more than `most`.
 */
export function timeRows(
  by: readonly Dimension[],
  days: readonly Day[],
  { now, zone, most }: { readonly now: Date; readonly zone: string; readonly most: number },
): Value[][] | undefined {
  if (by.length === 0 || !by.every(isTime)) return undefined;
  const begun = days.filter(({ from }) => from <= now);
  if (!by.includes('hour')) return begun.length > most ? undefined : begun.map(({ day }) => [day]);
  // One day may lack an hour in spring. Several have all of them.
  if (!by.includes('day') && begun.length > 2) return HOURS.map((hour) => [hour]);
  if (begun.length * 25 > most) return undefined;
  const hourOf = hourFinder(zone);
  const hoursOf = ({ from, to }: Day): string[] => {
    const end = Math.min(to.getTime(), now.getTime() + 1);
    const hours = new Set<string>();
    for (let at = from.getTime(); at < end; at += HOUR_MS) hours.add(hourOf(new Date(at)));
    return [...hours];
  };
  if (!by.includes('day')) return [...new Set(begun.flatMap(hoursOf))].sort().map((hour) => [hour]);
  return begun.flatMap((day) =>
    hoursOf(day).map((hour) => by.map((dimension) => (dimension === 'day' ? day.day : hour))),
  );
}

/** The day and the hour of the clock that are not over. */
export function runningAt(now: Date, zone: string): { readonly day: string; readonly hour: string } {
  const here = DateTime.fromJSDate(now, { zone });
  return { day: here.toFormat('yyyy-MM-dd'), hour: here.toFormat('HH') };
}
