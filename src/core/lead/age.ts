import { DateTime } from 'luxon';
import { isCalendarDate } from './field-value.js';
import { fieldOf, type LeadData } from './lead-data.js';

/**
 * The age in whole years on the present calendar day in `timeZone` (the buyer's). It comes from the date of birth,
 * else from `personal.age`; undefined when the lead has neither. A person born on February 29 turns a year older on
 * March 1.
 */
export function ageOn(lead: LeadData, now: Date, timeZone: string): number | undefined {
  const born = fieldOf(lead, 'personal.date_of_birth');
  if (born !== undefined && isCalendarDate(born)) {
    const today = dayIn(timeZone, now);
    const years = Number(today.slice(0, 4)) - Number(born.slice(0, 4));
    return today.slice(5) < born.slice(5) ? years - 1 : years;
  }
  const age = fieldOf(lead, 'personal.age');
  return age !== undefined && /^\d+$/.test(age) ? Number(age) : undefined;
}

interface Day {
  /** YYYY-MM-DD */
  readonly text: string;
  /** Milliseconds since 1970. The day is `start` ≤ t < `end`. */
  readonly start: number;
  readonly end: number;
}

/** The last day of each zone, cached because every rule of every offer of every search needs it. */
const latest = new Map<string, Day>();

/** The calendar day (YYYY-MM-DD) of `now` in a zone. */
export function dayIn(timeZone: string, now: Date): string {
  const time = now.getTime();
  const last = latest.get(timeZone);
  if (last && last.start <= time && time < last.end) return last.text;
  const local = DateTime.fromJSDate(now, { zone: timeZone });
  const text = local.toISODate();
  if (text === null) throw new RangeError(`no such time zone: ${timeZone}`);
  const day = { text, start: local.startOf('day').toMillis(), end: local.endOf('day').toMillis() + 1 };
  latest.set(timeZone, day);
  return day.text;
}
