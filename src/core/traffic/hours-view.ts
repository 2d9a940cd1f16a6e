import { DateTime } from 'luxon';
import { isOpen, nextOpening } from '../catalogue/opening-hours.js';
import type { Buyer } from '../catalogue/types.js';

/** When a buyer takes leads, in its own time zone. */
export interface HoursView {
  readonly time_zone: string;
  readonly is_open: boolean;
  /** When it opens next. Null: it is open, or does not open within 400 days. */
  readonly opens_at: Date | null;
  /** Empty: always, but for holidays. Times like `09:30`; `24:00` is the end of the day. Days: 1 is Monday. */
  readonly hours: readonly { readonly days: readonly number[]; readonly from: string; readonly to: string }[];
  /** From today on. */
  readonly holidays: readonly string[];
}

export function hoursView(buyer: Buyer, now: Date): HoursView {
  const { time_zone, delivery_hours, holidays } = buyer;
  const open = isOpen(buyer, now);
  const today = DateTime.fromJSDate(now, { zone: time_zone }).toISODate() ?? '';
  return {
    time_zone,
    is_open: open,
    opens_at: open ? null : (nextOpening(buyer, now) ?? null),
    hours: delivery_hours.map(({ days, from, to }) => ({ days, from: clock(from), to: clock(to) })),
    holidays: holidays.filter((day) => day >= today).sort(),
  };
}

const clock = (minutes: number): string =>
  `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`;
