import { DateTime } from 'luxon';
import type { Buyer, OpenHours } from './types.js';

type Calendar = Pick<Buyer, 'time_zone' | 'delivery_hours' | 'holidays'>;

const ALWAYS: readonly OpenHours[] = [{ days: [1, 2, 3, 4, 5, 6, 7], from: 0, to: 1440 }];
const LOOK_AHEAD_DAYS = 400;

/** The open hours on the local day of `local`; empty on a holiday. */
function hoursOn(buyer: Calendar, local: DateTime): readonly OpenHours[] {
  if (buyer.holidays.includes(local.toISODate() ?? '')) return [];
  const hours = buyer.delivery_hours.length === 0 ? ALWAYS : buyer.delivery_hours;
  return hours.filter(({ days }) => days.includes(local.weekday));
}

function isOpenLocally(buyer: Calendar, local: DateTime): boolean {
  const minute = local.hour * 60 + local.minute;
  return hoursOn(buyer, local).some(({ from, to }) => from <= minute && minute < to);
}

/**
 * Whether the buyer accepts deliveries at this moment, by the wall clock of its time zone. An open hour that the clock
 * repeats in the fall is open twice; an hour that the clock skips in spring is never open. A buyer without hours is
 * closed only on holidays.
 */
export const isOpen = (buyer: Calendar, at: Date): boolean =>
  isOpenLocally(buyer, DateTime.fromJSDate(at, { zone: buyer.time_zone }));

const MINUTE_MS = 60_000;

/** When a buyer that is closed `at` a moment closed, but not before `from`. Hours begin and end with minutes. */
export function closedSince(buyer: Calendar, at: Date, from: Date): Date {
  let since = Math.floor(at.getTime() / MINUTE_MS) * MINUTE_MS;
  while (since > from.getTime() && !isOpen(buyer, new Date(since - MINUTE_MS))) since -= MINUTE_MS;
  return new Date(Math.max(since, from.getTime()));
}

/** The first open moment at or after `from` on the local day of `midnight`. */
function openingOn(
  buyer: Calendar,
  midnight: DateTime,
  next: DateTime,
  from: DateTime,
): DateTime | undefined {
  const start = DateTime.max(midnight, from);
  if (isOpenLocally(buyer, start)) return start;
  if (next.diff(midnight, 'hours').hours !== 24) {
    // On a day with a clock change, "midnight plus minutes" is not the wall clock, so every minute is checked.
    for (let at = start.startOf('minute'); at < next; at = at.plus({ minutes: 1 }))
      if (at > start && isOpenLocally(buyer, at)) return at;
    return undefined;
  }
  return hoursOn(buyer, midnight)
    .map((hours) => midnight.plus({ minutes: hours.from }))
    .filter((opening) => opening >= from)
    .reduce<DateTime | undefined>((first, at) => (first && first < at ? first : at), undefined);
}

/** The first moment at or after `at` when the buyer is open. Undefined if the buyer does not open within 400 days. */
export function nextOpening(buyer: Calendar, at: Date): Date | undefined {
  if (buyer.delivery_hours.length === 0 && buyer.holidays.length === 0) return at;
  const from = DateTime.fromJSDate(at, { zone: buyer.time_zone });
  if (isOpenLocally(buyer, from)) return at;
  let midnight = from.startOf('day');
  for (let day = 0; day <= LOOK_AHEAD_DAYS; day++) {
    const next = midnight.plus({ days: 1 }).startOf('day');
    const opening = openingOn(buyer, midnight, next, from);
    if (opening) return opening.toJSDate();
    midnight = next;
  }
  return undefined;
}

/** If the calendar of a buyer never opens, its leads are evaluated again a day later. */
const LOOK_AGAIN_MS = 86_400_000;

interface Closed {
  readonly from: number;
  readonly opens: Date;
}
/** For buyers that were closed when they were last looked at: a search looks at many, and a day with a clock change takes long. */
const closed = new WeakMap<Calendar, Closed>();

/** When a lead of now leaves for this buyer: at once, or when the buyer opens. Its caps count it then. */
export function sendableAt(buyer: Calendar, now: Date): Date {
  const known = closed.get(buyer);
  if (known && known.from <= now.getTime() && now < known.opens) return known.opens;
  const opens = nextOpening(buyer, now);
  if (!opens) return new Date(now.getTime() + LOOK_AGAIN_MS);
  if (opens > now) closed.set(buyer, { from: now.getTime(), opens });
  return opens;
}
