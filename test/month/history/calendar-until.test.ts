import { expect } from 'chai';
import { calendarUntil } from './calendar-until.js';

const HOUR_MS = 3_600_000;

/** A moment, the month that is closed then, and the last Friday, in Chicago. */
const MOMENTS: readonly (readonly [now: string, closed: string, friday: string])[] = [
  ['2026-11-22T18:00:00Z', '2026-10', '2026-11-20'],
  // Friday evening and Saturday morning.
  ['2026-11-21T02:00:00Z', '2026-10', '2026-11-13'],
  ['2026-11-21T14:00:00Z', '2026-10', '2026-11-20'],
  // The first minutes of a month, of a year, and the day on which the clocks go forward.
  ['2026-12-01T06:01:00Z', '2026-11', '2026-11-27'],
  ['2027-01-01T06:00:00Z', '2026-12', '2026-12-25'],
  ['2027-03-14T12:00:00Z', '2027-02', '2027-03-12'],
  // Still the last day of February in Chicago.
  ['2027-03-01T05:59:00Z', '2027-01', '2027-02-26'],
];

describe('the calendar of the history', () => {
  for (const [now, closed, friday] of MOMENTS)
    it(`at ${now} has closed ${closed}, and ${friday} was the last Friday`, () => {
      const at = new Date(now);
      const calendar = calendarUntil(at);
      expect(calendar.closed.month).to.equal(closed);
      expect(calendar.slow_since.toLocaleDateString('en-CA', { timeZone: 'America/Chicago' })).to.equal(
        friday,
      );
      expect(calendar.end.getTime() - at.getTime()).to.be.lessThan(HOUR_MS);
      expect(calendar.closed_at).to.be.greaterThan(calendar.closed.ends).and.lessThan(calendar.end);
      const begun = calendar.chapters.map(([, since]) => since.getTime());
      expect(begun).to.deep.equal([...begun].sort((a, b) => a - b));
      expect(begun.at(-1)).to.be.lessThan(calendar.end.getTime());
    });
});
