import { expect } from 'chai';
import { digestDays, digestDue } from '../../../src/core/alerts/digest.js';

const CHICAGO = 'America/Chicago';

describe('a daily digest', () => {
  const cases: readonly [string, number, string | undefined, string, string | undefined][] = [
    ['at its time', 480, undefined, '2026-11-20T14:00:00Z', '2026-11-20'],
    ['before its time', 480, undefined, '2026-11-20T13:59:59Z', undefined],
    ['late, after a console was down', 480, undefined, '2026-11-20T16:59:59Z', '2026-11-20'],
    ['too late', 480, undefined, '2026-11-20T17:00:00Z', undefined],
    ['in a zone of its own', 480, 'Asia/Kolkata', '2026-11-20T02:30:00Z', '2026-11-20'],
    ['at an hour that the clocks skip', 150, undefined, '2026-03-08T08:30:00Z', '2026-03-08'],
    ['at an hour that comes twice, the first time', 90, undefined, '2026-11-01T06:30:00Z', '2026-11-01'],
    ['at an hour that comes twice, again', 90, undefined, '2026-11-01T07:30:00Z', '2026-11-01'],
  ];
  for (const [what, at, zone, now, day] of cases)
    it(`is ${day === undefined ? 'not due' : 'due'} ${what}`, () => {
      const time = { at, ...(zone !== undefined && { time_zone: zone }) };
      expect(digestDue(time, CHICAGO, new Date(now))).to.equal(day);
    });

  it('tells of yesterday in the accounting zone, and of the same weekday before', () => {
    expect(digestDays(CHICAGO, new Date('2026-11-20T05:59:00Z'))).to.deep.equal(['2026-11-18', '2026-11-11']);
    expect(digestDays(CHICAGO, new Date('2026-11-20T06:00:00Z'))).to.deep.equal(['2026-11-19', '2026-11-12']);
  });
});
