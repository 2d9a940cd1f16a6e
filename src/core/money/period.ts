import { DateTime } from 'luxon';

/** `2026-10-31`: the day of a moment in the accounting zone. */
export const dayOf = (at: Date, zone: string): string =>
  DateTime.fromJSDate(at, { zone }).toFormat('yyyy-MM-dd');

/** `2026-10`: the month of a moment in the accounting zone. */
export const monthOf = (at: Date, zone: string): string =>
  DateTime.fromJSDate(at, { zone }).toFormat('yyyy-MM');

/** The month after a month: `2026-12` → `2027-01`. */
export const monthAfter = (month: string): string =>
  DateTime.fromISO(`${month}-01`, { zone: 'utc' }).plus({ months: 1 }).toFormat('yyyy-MM');

/** The first moment of a month in the accounting zone. */
export const monthStart = (month: string, zone: string): Date =>
  DateTime.fromISO(`${month}-01`, { zone }).toJSDate();

/** The first moment after a month in the accounting zone. */
export const monthEnd = (month: string, zone: string): Date => monthStart(monthAfter(month), zone);

/**
 * The period of an entry that is written now: the entry's month if it is open, else the earliest open month after it.
 * Months are closed in order, so the earliest open month follows the last closed one.
 */
export const periodFor = (month: string, lastClosed: string | undefined): string =>
  lastClosed !== undefined && month <= lastClosed ? monthAfter(lastClosed) : month;
