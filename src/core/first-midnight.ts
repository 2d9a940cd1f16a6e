import type { DateTime } from 'luxon';

/** The first of the two midnights on a day when the clocks go back from 01:00. luxon may return either one. */
export function firstMidnight(midnight: DateTime<true>): DateTime<true> {
  const before = midnight.minus({ milliseconds: 1 });
  return before.toISODate() === midnight.toISODate()
    ? midnight.minus({ minutes: before.offset - midnight.offset })
    : midnight;
}
