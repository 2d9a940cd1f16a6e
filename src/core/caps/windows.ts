import { DateTime } from 'luxon';
import type { Cap } from '../catalogue/types.js';
import { firstMidnight } from '../first-midnight.js';
import { QUARTER_MS } from '../quarters.js';

const HOUR_MS = 3_600_000;

interface WindowRange {
  readonly bucket: CapBucket;
  /** Milliseconds since 1970; the window is `start` ≤ t < `end`. */
  readonly start: number;
  readonly end: number;
}

/** The last window of each cap. Reserving and rebuilding ask for the same window many times. */
const latest = new WeakMap<Cap, WindowRange>();

/**
 * The cap bucket of `at`: the hour, day, week (from Monday) or month in the cap's time zone. A day is as long as the
 * clocks make it, also 23 or 25 hours. An hour has 60 minutes unless the clocks change inside it. The hour that is
 * repeated in autumn is two windows. Windows have no gaps and no overlaps. Throws when the zone does not exist; the
 * catalogue refuses such a cap.
 */
export const windowOf = (cap: Cap, at: Date): CapBucket => windowRangeOf(cap, at).bucket;

/** When the window that holds `at` began; null for total. */
export function windowStart(cap: Cap, at: Date): Date | null {
  return cap.window === 'total' ? null : new Date(windowRangeOf(cap, at).start);
}

function windowRangeOf(cap: Cap, at: Date): WindowRange {
  const time = at.getTime();
  const last = latest.get(cap);
  if (last && last.start <= time && time < last.end) return last;
  const span = computeWindowRange(cap, at);
  latest.set(cap, span);
  return span;
}

function computeWindowRange(cap: Cap, at: Date): WindowRange {
  if (cap.window === 'total')
    return { bucket: { cap, window: 'all', resets_at: null }, start: -Infinity, end: Infinity };
  const local = DateTime.fromJSDate(at, { zone: cap.time_zone });
  if (!local.isValid)
    throw new Error(`No window of cap ${cap.id}: ${local.invalidExplanation ?? local.invalidReason}`);
  if (cap.window === 'hour') {
    const [start, end] = hourOf(local);
    return windowRange(cap, local.toFormat("yyyy-MM-dd'T'HHZZZ"), start, end);
  }
  const start = firstMidnight(local.startOf(cap.window));
  // The second startOf is for zones whose clocks change at midnight: a day can begin at 01:00.
  const end = firstMidnight(start.plus({ [cap.window]: 1 }).startOf('day'));
  return windowRange(cap, start.toISODate(), start.toMillis(), end.toMillis());
}

/**
 * Computed by subtraction, because luxon's start of an hour can land on the other side of a clock change. A clock
 * change inside the hour cuts the window there.
 */
function hourOf(local: DateTime<true>): [start: number, end: number] {
  const isOther = (at: number): boolean => local.zone.offset(at) !== local.offset;
  let start = local.toMillis() - (local.minute * 60 + local.second) * 1000 - local.millisecond;
  let end = start + HOUR_MS;
  while (isOther(start)) start += QUARTER_MS;
  while (isOther(end - 1)) end -= QUARTER_MS;
  return [start, end];
}

const windowRange = (cap: Cap, window: string, start: number, end: number): WindowRange => ({
  bucket: { cap, window, resets_at: new Date(end) },
  start,
  end,
});

/** One window of one cap. */
export interface CapBucket {
  readonly cap: Cap;
  /** The window's start as a key, e.g. `2026-11-21` in the cap's zone; `all` for total. */
  readonly window: string;
  /** When the window ends; null for total. */
  readonly resets_at: Date | null;
}

/** Whether a window was open at a moment. A total cap is always open. */
export const isOpenAt = ({ resets_at }: Pick<CapBucket, 'resets_at'>, at: Date): boolean =>
  resets_at === null || at < resets_at;
