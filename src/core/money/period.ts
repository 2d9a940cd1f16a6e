import { DateTime } from 'luxon';
import { firstMidnight } from '../first-midnight.js';

/** `2026-10`: the month of a moment in the accounting zone. */
export const monthOf = (at: Date, zone: string): string =>
  DateTime.fromJSDate(at, { zone }).toFormat('yyyy-MM');

/** The month after a month: `2026-12` → `2027-01`. */
export const monthAfter = (month: string): string =>
  DateTime.fromISO(`${month}-01`, { zone: 'utc' }).plus({ months: 1 }).toFormat('yyyy-MM');

/**
 * The first moment of a month in the accounting zone. Where the clocks change at midnight, a month may begin at 01:00,
 * or have two midnights: then the first one begins it. Throws when the zone does not exist.
 */
export function monthStart(month: string, zone: string): Date {
  const start = DateTime.fromISO(`${month}-01`, { zone });
  if (!start.isValid) throw new Error(`No month ${month} in the zone ${zone}: ${start.invalidReason}`);
  return firstMidnight(start).toJSDate();
}

/** The first moment after a month in the accounting zone. */
export const monthEnd = (month: string, zone: string): Date => monthStart(monthAfter(month), zone);

/**
 * The period of an entry that is written now: the entry's month if it is open, else the earliest open month after it.
 * Months are closed in order, so the earliest open month follows the last closed one.
 */
export const periodFor = (month: string, lastClosed: string | undefined): string =>
  lastClosed !== undefined && month <= lastClosed ? monthAfter(lastClosed) : month;

/** The day so many days after the last one of a month. */
export const daysAfter = (month: string, days: number): string =>
  DateTime.fromISO(`${month}-01`, { zone: 'utc' }).endOf('month').plus({ days }).toFormat('yyyy-MM-dd');

/** Whether a text is a month like `2026-10`. */
export const isMonth = (text: string): boolean => /^[1-9]\d{3}-(0[1-9]|1[0-2])$/.test(text);
