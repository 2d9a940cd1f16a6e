const DAY_MS = 86_400_000;

const iso = (at: Date): string => at.toISOString().slice(0, 10);
const dateOf = (day: string): Date => new Date(`${day}T00:00:00Z`);

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
