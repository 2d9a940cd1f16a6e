import { DateTime } from 'luxon';
import type { Calendar } from '../story/calendar.js';
import { ZONE } from '../story/parties.js';

const FRIDAY = 5;

/** When the history takes place, and since when Harbor is slow. */
export interface HistoryCalendar extends Calendar {
  readonly slow_since: Date;
  /** When finance closes last month. */
  readonly closed_at: Date;
}

/**
 * From the first day of last month until a few minutes ago, so that last month can be closed. In the first minutes of a
 * month it ends a little later than now, since nothing can be closed before.
 */
export function calendarUntil(now: Date): HistoryCalendar {
  const local = DateTime.fromJSDate(now, { zone: ZONE });
  const month = local.startOf('month');
  const begin = month.minus({ months: 1 });
  const end = DateTime.max(local.minus({ minutes: 10 }), month.plus({ minutes: 40 }));
  const closing = DateTime.min(month.plus({ days: 2, hours: 9 }), end.minus({ minutes: 5 }));
  return {
    begin: begin.toJSDate(),
    end: end.toJSDate(),
    chapters: [
      ['opening', begin.toJSDate()],
      ['dearer', begin.plus({ days: 8, hours: 7 }).toJSDate()],
      ['swapped', begin.plus({ days: 15, hours: 10 }).toJSDate()],
      ['capped', end.minus({ days: 3 }).set({ hour: 10, minute: 12, second: 0, millisecond: 0 }).toJSDate()],
    ],
    closed: { month: begin.toFormat('yyyy-MM'), ends: month.toJSDate(), next: month.toFormat('yyyy-MM') },
    slow_since: lastFriday(local).toJSDate(),
    closed_at: closing.toJSDate(),
  };
}

/** Nine o'clock on the last Friday before today. */
const lastFriday = (today: DateTime): DateTime =>
  today
    .startOf('day')
    .minus({ days: (today.weekday - FRIDAY + 7) % 7 || 7 })
    .set({ hour: 9 });
