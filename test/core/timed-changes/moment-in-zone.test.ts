import { expect } from 'chai';
import { momentInZone, MOMENT_WORDS } from '../../../src/core/timed-changes/moment-in-zone.js';

const NOW = new Date('2026-11-21T17:00:00Z');
const CHICAGO = 'America/Chicago';

describe('momentInZone', () => {
  const ROWS: readonly (readonly [what: string, text: string, zone: string, at: string])[] = [
    ['a time in UTC', '2026-12-04T23:00:00Z', CHICAGO, '2026-12-04T23:00:00Z'],
    ['a time with an offset', '2026-12-04T17:00-06:00', 'UTC', '2026-12-04T23:00:00Z'],
    ['a time of the zone', '2026-12-04T17:00', CHICAGO, '2026-12-04T23:00:00Z'],
    ['midnight in the zone', 'midnight', CHICAGO, '2026-11-22T06:00:00Z'],
    ['midnight in a zone where it is tomorrow', 'midnight', 'Asia/Tokyo', '2026-11-22T15:00:00Z'],
    ['the last minute before clocks skip', '2027-03-14T01:59', CHICAGO, '2027-03-14T07:59:00Z'],
    ['the first minute after they skipped', '2027-03-14T03:00', CHICAGO, '2027-03-14T08:00:00Z'],
    ['one of two, by its offset', '2027-11-07T01:30-06:00', CHICAGO, '2027-11-07T07:30:00Z'],
  ];
  for (const [what, text, zone, at] of ROWS)
    it(`reads ${what}`, () => {
      expect(momentInZone(text, zone, NOW)).to.deep.equal(new Date(at));
    });

  it('ends the day at the first midnight where clocks go back to it', () => {
    const day = new Date('2026-10-31T15:00:00Z');
    expect(momentInZone('midnight', 'America/Havana', day)).to.deep.equal(new Date('2026-11-01T04:00:00Z'));
  });

  for (const [what, text, says] of [
    [
      'a time that the clocks skip',
      '2027-03-14T02:30',
      'There is no 2027-03-14T02:30 in America/Chicago: its clocks skip that hour',
    ],
    [
      'a time that they repeat',
      '2027-11-07T01:30',
      '2027-11-07T01:30 comes twice in America/Chicago, where clocks go back: say 2027-11-07T01:30-05:00 or 2027-11-07T01:30-06:00',
    ],
    ['a time without a day', '17:00', `It must be ${MOMENT_WORDS}`],
    ['a day without a time', '2026-12-04', `It must be ${MOMENT_WORDS}`],
    ['no such day', '2026-02-30T17:00', `It must be ${MOMENT_WORDS}`],
    ['a word', 'tomorrow', `It must be ${MOMENT_WORDS}`],
  ] as const)
    it(`refuses ${what}`, () => {
      expect(momentInZone(text, CHICAGO, NOW)).to.equal(says);
    });
});
