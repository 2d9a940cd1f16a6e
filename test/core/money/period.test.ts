import { expect } from 'chai';
import {
  isMonth,
  monthAfter,
  monthEnd,
  monthOf,
  monthStart,
  periodFor,
} from '../../../src/core/money/period.js';
import { dayOf } from '../../../src/core/reports/calendar.js';

/** zone, month → its first moment, the first moment after it. */
type Row = readonly [zone: string, month: string, start: string, end: string];

const ROWS: readonly Row[] = [
  ['UTC', '2026-12', '2026-12-01T00:00:00Z', '2027-01-01T00:00:00Z'],
  ['UTC', '2028-02', '2028-02-01T00:00:00Z', '2028-03-01T00:00:00Z'],
  // The clocks change inside the month: it has an hour less or more.
  ['America/Chicago', '2026-03', '2026-03-01T06:00:00Z', '2026-04-01T05:00:00Z'],
  ['America/Chicago', '2026-11', '2026-11-01T05:00:00Z', '2026-12-01T06:00:00Z'],
  ['Asia/Kathmandu', '2026-10', '2026-09-30T18:15:00Z', '2026-10-31T18:15:00Z'],
  // Midnight comes twice on 1 November 2026: the clocks go back from 01:00.
  ['America/Havana', '2026-11', '2026-11-01T04:00:00Z', '2026-12-01T05:00:00Z'],
  ['America/Havana', '2026-10', '2026-10-01T04:00:00Z', '2026-11-01T04:00:00Z'],
  // There was no midnight on 1 October 2023: the day began at 01:00.
  ['America/Asuncion', '2023-10', '2023-10-01T04:00:00Z', '2023-11-01T03:00:00Z'],
  ['America/Asuncion', '2023-09', '2023-09-01T04:00:00Z', '2023-10-01T04:00:00Z'],
  // The last hour of the month came twice: the clocks went back at the end of 31 October.
  ['Asia/Amman', '2008-10', '2008-09-30T21:00:00Z', '2008-10-31T22:00:00Z'],
  // 30 December 2011 did not exist in Samoa.
  ['Pacific/Apia', '2011-12', '2011-12-01T10:00:00Z', '2011-12-31T10:00:00Z'],
];

describe('the months of the books', () => {
  for (const [zone, month, start, end] of ROWS)
    it(`${month} in ${zone} is from ${start} to ${end}`, () => {
      expect(monthStart(month, zone).toISOString()).to.equal(new Date(start).toISOString());
      expect(monthEnd(month, zone).toISOString()).to.equal(new Date(end).toISOString());
    });

  it('has no gap and no overlap in any zone: each moment is in the month between whose edges it lies', () => {
    for (const zone of Intl.supportedValuesOf('timeZone'))
      for (let month = '2026-01'; month < '2028-01'; month = monthAfter(month)) {
        const start = monthStart(month, zone);
        const before = new Date(start.getTime() - 1);
        expect(monthOf(start, zone), `${zone} ${month}`).to.equal(month);
        expect(dayOf(start, zone), `${zone} ${month}`).to.equal(`${month}-01`);
        expect(monthAfter(monthOf(before, zone)), `${zone} before ${month}`).to.equal(month);
        expect(monthEnd(monthOf(before, zone), zone).getTime()).to.equal(start.getTime());
      }
  });

  it('throws for a zone that does not exist', () => {
    expect(() => monthStart('2026-10', 'Mars/Olympus')).to.throw('Mars/Olympus');
  });

  it('gives an entry its month while that is open, else the earliest open one', () => {
    expect(periodFor('2026-10', undefined)).to.equal('2026-10');
    expect(periodFor('2026-10', '2026-09')).to.equal('2026-10');
    expect(periodFor('2026-10', '2026-10')).to.equal('2026-11');
    expect(periodFor('2026-02', '2026-12')).to.equal('2027-01');
  });

  it('knows a month when it sees one', () => {
    for (const text of ['2026-10', '2026-01', '2026-12']) expect(isMonth(text), text).to.equal(true);
    for (const text of ['2026-13', '2026-00', '2026-1', '26-10', '2026-10-01', ' 2026-10', '0026-10', ''])
      expect(isMonth(text), text).to.equal(false);
  });
});
