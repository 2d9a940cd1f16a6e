import { DateTime } from 'luxon';

/** Days that are often asked for. They move with the calendar. */
export const RANGES = ['today', 'yesterday', '7d', '30d', 'last-week', 'month', 'last-month'] as const;
export type Range = (typeof RANGES)[number];

/** The first and the last day, both included: `2026-10-01`. */
export interface Days {
  readonly from: string;
  readonly to: string;
}

const dateOf = (day: string): DateTime => DateTime.fromISO(day, { zone: 'utc' });
const days = (from: DateTime, to: DateTime): Days => ({
  from: from.toFormat('yyyy-MM-dd'),
  to: to.toFormat('yyyy-MM-dd'),
});

/** The days of a range. Weeks begin on Monday. */
export function daysOfRange(range: Range, today: string): Days {
  const now = dateOf(today);
  switch (range) {
    case 'today':
      return days(now, now);
    case 'yesterday':
      return days(now.minus({ days: 1 }), now.minus({ days: 1 }));
    case '7d':
      return days(now.minus({ days: 6 }), now);
    case '30d':
      return days(now.minus({ days: 29 }), now);
    case 'last-week': {
      const last = now.minus({ weeks: 1 });
      return days(last.startOf('week'), last.endOf('week'));
    }
    case 'month':
      return days(now.startOf('month'), now);
    case 'last-month': {
      const last = now.minus({ months: 1 });
      return days(last.startOf('month'), last.endOf('month'));
    }
  }
}

/**
 * What stands beside these days: as many days just before them. Days from the first of a month on stand beside the same
 * days of the month before, and a whole month beside a whole month.
 */
export function daysBefore({ from, to }: Days): Days {
  const [first, last] = [dateOf(from), dateOf(to)];
  if (first.day === 1 && last > first && last.hasSame(first, 'month')) {
    const before = first.minus({ months: 1 });
    const isWhole = last.hasSame(last.endOf('month'), 'day');
    const end = isWhole
      ? before.endOf('month')
      : before.set({ day: Math.min(last.day, before.daysInMonth ?? 28) });
    return days(before, end);
  }
  const count = last.diff(first, 'days').days + 1;
  return days(first.minus({ days: count }), first.minus({ days: 1 }));
}
