import { DateTime } from 'luxon';
import { dayNamed } from '../reports/calendar.js';

/** From the first moment of a day to some moment of it. */
export interface PartOfDay {
  /** `2026-11-22`, in the zone. */
  readonly day: string;
  readonly from: Date;
  readonly to: Date;
}

/**
 * Today up to now, and the same weekday of last week up to the same time of its clock. The days are those of the zone,
 * so they may be 23 or 25 hours long.
 */
export function sameHours(
  now: Date,
  zone: string,
): { readonly today: PartOfDay; readonly before: PartOfDay } {
  const here = DateTime.fromJSDate(now, { zone });
  return { today: upTo(here, zone), before: upTo(here.minus({ days: 7 }), zone) };
}

function upTo(to: DateTime, zone: string): PartOfDay {
  const day = to.toFormat('yyyy-MM-dd');
  return { day, from: dayNamed(day, zone).from, to: to.toJSDate() };
}
