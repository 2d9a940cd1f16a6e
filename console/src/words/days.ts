import { dayOf } from './format.js';

const DAY_MS = 86_400_000;

const iso = (at: Date): string => at.toISOString().slice(0, 10);
const dateOf = (day: string): Date => new Date(`${day}T00:00:00Z`);

export const isDay = (text: string | null): text is string => text !== null && /^\d{4}-\d\d-\d\d$/.test(text);

export const addDays = (day: string, days: number): string =>
  iso(new Date(dateOf(day).getTime() + days * DAY_MS));

/** The first day of a month that is `months` after the day's own. */
export function monthStart(day: string, months = 0): string {
  const at = dateOf(day);
  return iso(new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + months, 1)));
}

export const monthEnd = (day: string, months = 0): string => addDays(monthStart(day, months + 1), -1);

/** `2026-10` → `October 2026` */
export const monthWords = (month: string): string =>
  new Intl.DateTimeFormat('en-US', { month: 'long', year: 'numeric', timeZone: 'UTC' }).format(
    dateOf(`${month}-01`),
  );

/** The newest months, this one first. */
export const lastMonths = (today: string, count: number): readonly string[] =>
  Array.from({ length: count }, (_, back) => monthStart(today, -back).slice(0, 7));

/** Days that are often asked for. */
export const RANGES = [
  { value: 'today', label: 'Today' },
  { value: 'yesterday', label: 'Yesterday' },
  { value: '7d', label: 'Last 7 days' },
  { value: '30d', label: 'Last 30 days' },
  { value: 'last-week', label: 'Last week' },
  { value: 'month', label: 'This month' },
  { value: 'last-month', label: 'Last month' },
] as const;

/** The first and the last day of a range. */
export function daysOf(range: string | null, today: string): { readonly from: string; readonly to: string } {
  switch (range) {
    case 'today':
      return { from: today, to: today };
    case 'yesterday':
      return { from: addDays(today, -1), to: addDays(today, -1) };
    case '30d':
      return { from: addDays(today, -29), to: today };
    case 'last-week': {
      const monday = addDays(today, -7 - ((dateOf(today).getUTCDay() + 6) % 7));
      return { from: monday, to: addDays(monday, 6) };
    }
    case 'month':
      return { from: monthStart(today), to: today };
    case 'last-month':
      return { from: monthStart(today, -1), to: monthEnd(today, -1) };
    default:
      return { from: addDays(today, -6), to: today };
  }
}

const HOUR_MS = 3_600_000;

/** The first moment of a day in a zone. */
export function dayStart(day: string, zone: string): string {
  const midnight = dateOf(day).getTime();
  // The clocks may change at midnight, so the offsets before and after it are tried; the first that is in the day begins it.
  const starts = [-14, 14].map((hours) => midnight - offsetAt(midnight + hours * HOUR_MS, zone));
  const own = starts.filter((at) => dayOf(new Date(at), zone) === day);
  return new Date(Math.min(...(own.length > 0 ? own : starts))).toISOString();
}

/** How far a zone's clocks are ahead of UTC, in milliseconds. */
function offsetAt(at: number, zone: string): number {
  const words = new Intl.DateTimeFormat('en-US', { timeZone: zone, timeZoneName: 'longOffset' })
    .formatToParts(at)
    .find(({ type }) => type === 'timeZoneName')?.value;
  const [, sign, hours = '0', minutes = '0'] = /GMT([+-])(\d\d):(\d\d)/.exec(words ?? '') ?? [];
  return (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes)) * 60_000;
}
