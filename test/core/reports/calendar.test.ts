import { expect } from 'chai';
import { dayNamed, dayOf, daysBetween } from '../../../src/core/reports/calendar.js';

describe('the days of a report', () => {
  it('end with the last day that can be named', () => {
    const days = daysBetween('9999-12-30', '9999-12-31', 'America/Chicago');
    expect(days.map(({ day }) => day)).to.deep.equal(['9999-12-30', '9999-12-31']);
    expect(days.at(-1)?.to).to.deep.equal(new Date('+010000-01-01T06:00:00Z'));
  });

  // Clocks that go back from 01:00 to midnight, from midnight, and an hour after it.
  for (const zone of ['America/Havana', 'Atlantic/Azores', 'Africa/Cairo', 'Asia/Beirut', 'America/Chicago'])
    it(`meet each other in ${zone}, and hold the moments that are theirs`, () => {
      const days = daysBetween('2026-01-01', '2026-12-31', zone);
      expect(days).to.deep.equal(days.map(({ day }) => dayNamed(day, zone)));
      for (const { day, from, to } of days)
        expect(
          [from.getTime(), to.getTime() - 1].map((at) => dayOf(new Date(at), zone)),
          day,
        ).to.deep.equal([day, day]);
    });

  it('begin with the first of two midnights', () => {
    expect(dayNamed('2026-11-01', 'America/Havana').from).to.deep.equal(new Date('2026-11-01T04:00:00Z'));
  });
});
