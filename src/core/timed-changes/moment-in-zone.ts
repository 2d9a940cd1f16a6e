import { DateTime } from 'luxon';
import { firstMidnight } from '../first-midnight.js';

const ABSOLUTE = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d{1,3})?)?(Z|[+-]\d\d:\d\d)$/;
const LOCAL = /^\d{4}-\d\d-\d\dT\d\d:\d\d$/;

/** What `momentInZone` reads, for messages. */
export const MOMENT_WORDS =
  'midnight, a time like 2026-12-04T17:00 in the zone of the entry, or one with Z or an offset';

/**
 * Reads a moment: with an offset, or by the wall clock of a zone, or `midnight`, at which the day of `now` ends there. A string
 * says what is wrong: a time that the clocks of the zone skip does not exist, and one that they repeat needs its offset.
 */
export function momentInZone(text: string, zone: string, now: Date): Date | string {
  if (text === 'midnight') {
    const next = DateTime.fromJSDate(now, { zone }).plus({ days: 1 }).startOf('day');
    return firstMidnight(next as DateTime<true>).toJSDate();
  }
  const at = DateTime.fromISO(text, { zone });
  if (!at.isValid || !(ABSOLUTE.test(text) || LOCAL.test(text))) return `It must be ${MOMENT_WORDS}`;
  if (ABSOLUTE.test(text)) return at.toJSDate();
  if (at.toFormat("yyyy-MM-dd'T'HH:mm") !== text)
    return `There is no ${text} in ${zone}: its clocks skip that hour`;
  const [first, second] = at.getPossibleOffsets().map((one) => one.toFormat("yyyy-MM-dd'T'HH:mmZZ"));
  return second === undefined
    ? at.toJSDate()
    : `${text} comes twice in ${zone}, where clocks go back: say ${first ?? ''} or ${second}`;
}
