import { expect } from 'chai';
import fc from 'fast-check';
import { closedSince, isOpen, sendableAt, nextOpening } from '../../../src/core/catalogue/opening-hours.js';

const WEEKDAYS = [1, 2, 3, 4, 5];
const DAILY = [1, 2, 3, 4, 5, 6, 7];
const OFFICE = {
  time_zone: 'America/Chicago',
  delivery_hours: [{ days: WEEKDAYS, from: 8 * 60, to: 20 * 60 }],
  holidays: ['2026-12-25', '2027-01-01'],
};
const daily = (from: number, to: number, time_zone = 'America/Chicago', holidays: string[] = []) => ({
  time_zone,
  delivery_hours: [{ days: DAILY, from, to }],
  holidays,
});
const ALWAYS = { time_zone: 'America/Chicago', delivery_hours: [], holidays: ['2026-12-25'] };
const NIGHT = daily(2 * 60 + 30, 4 * 60); // 02:30–04:00, across the jump in spring
const REPEATED = daily(60 + 15, 60 + 45); // 01:15–01:45, twice in autumn
const HAVANA = daily(0, 120, 'America/Havana'); // its clock jumps at midnight
const SPLIT = {
  ...OFFICE,
  delivery_hours: [
    { days: WEEKDAYS, from: 13 * 60, to: 17 * 60 },
    { days: WEEKDAYS, from: 8 * 60, to: 12 * 60 },
  ],
};

/** Buyer, moment, the next opening (`now`: it is open). Chicago is UTC−6 in winter, UTC−5 in summer. */
const TABLE: readonly [string, typeof OFFICE, string, string | undefined][] = [
  ['a minute before it opens', OFFICE, '2026-03-03T13:59:59Z', '2026-03-03T14:00:00Z'],
  ['the moment it opens', OFFICE, '2026-03-03T14:00:00Z', 'now'],
  ['the last second', OFFICE, '2026-03-04T01:59:59Z', 'now'],
  ['the moment it closes', OFFICE, '2026-03-04T02:00:00Z', '2026-03-04T14:00:00Z'],
  ['Friday evening, then the clock jumps on Sunday', OFFICE, '2026-03-07T02:00:00Z', '2026-03-09T13:00:00Z'],
  ['Friday evening, then the clock falls back', OFFICE, '2026-10-31T01:00:00Z', '2026-11-02T14:00:00Z'],
  ['Christmas on a Friday, then the weekend', OFFICE, '2026-12-25T18:00:00Z', '2026-12-28T14:00:00Z'],
  ['the evening before Christmas', OFFICE, '2026-12-25T03:00:00Z', '2026-12-28T14:00:00Z'],
  ['the break of split hours', SPLIT, '2026-03-03T18:30:00Z', '2026-03-03T19:00:00Z'],
  ['before split hours, the earlier part', SPLIT, '2026-03-03T10:00:00Z', '2026-03-03T14:00:00Z'],
  ['without hours', ALWAYS, '2026-03-07T02:00:00Z', 'now'],
  ['without hours on a holiday', ALWAYS, '2026-12-25T18:00:00Z', '2026-12-26T06:00:00Z'],
  [
    'spring: an opening in the skipped hour is at its end',
    NIGHT,
    '2026-03-08T07:00:00Z',
    '2026-03-08T08:00:00Z',
  ],
  ['spring: the day before, by the wall clock', NIGHT, '2026-03-07T07:00:00Z', '2026-03-07T08:30:00Z'],
  ['autumn: the first of two openings', REPEATED, '2026-11-01T05:00:00Z', '2026-11-01T06:15:00Z'],
  ['autumn: between the two', REPEATED, '2026-11-01T06:50:30Z', '2026-11-01T07:15:00Z'],
  ['autumn: open the second time', REPEATED, '2026-11-01T07:20:00Z', 'now'],
  ['autumn: after the second', REPEATED, '2026-11-01T07:45:00Z', '2026-11-02T07:15:00Z'],
  ['a day that begins at one', HAVANA, '2026-03-08T05:30:00Z', 'now'],
  ['a day that begins at one, from the evening', HAVANA, '2026-03-08T03:00:00Z', '2026-03-08T05:00:00Z'],
  ['until midnight', daily(23 * 60, 1440), '2026-03-04T05:59:00Z', 'now'],
  [
    'hours on no day',
    { ...OFFICE, delivery_hours: [{ days: [], from: 0, to: 60 }] },
    '2026-03-03T14:00:00Z',
    undefined,
  ],
];

describe('hours', () => {
  for (const [name, buyer, at, opening] of TABLE)
    it(`${name}: ${opening ?? 'never'}`, () => {
      const now = new Date(at);
      const expected = opening === 'now' ? now : opening && new Date(opening);
      expect(isOpen(buyer, now)).to.equal(opening === 'now');
      expect(nextOpening(buyer, now)).to.deep.equal(expected);
    });

  // 2027-03-14: where the clock jumps, 02:30 does not exist and the buyer opens at 03:00. 2026-11-01: 01:15 to 01:45 is
  // there twice, and open both times. Zones without daylight saving have neither.
  const WEEKENDS: readonly [zone: string, spring: string, autumn: readonly [string, string]][] = [
    ['America/New_York', '2027-03-14T07:00Z', ['2026-11-01T05:15Z', '2026-11-01T06:15Z']],
    ['America/Chicago', '2027-03-14T08:00Z', ['2026-11-01T06:15Z', '2026-11-01T07:15Z']],
    ['America/Denver', '2027-03-14T09:00Z', ['2026-11-01T07:15Z', '2026-11-01T08:15Z']],
    ['America/Phoenix', '2027-03-14T09:30Z', ['2026-11-01T08:15Z', '2026-11-02T08:15Z']],
    ['America/Los_Angeles', '2027-03-14T10:00Z', ['2026-11-01T08:15Z', '2026-11-01T09:15Z']],
    ['America/Anchorage', '2027-03-14T11:00Z', ['2026-11-01T09:15Z', '2026-11-01T10:15Z']],
    ['Pacific/Honolulu', '2027-03-14T12:30Z', ['2026-11-01T11:15Z', '2026-11-02T11:15Z']],
    ['America/Puerto_Rico', '2027-03-14T06:30Z', ['2026-11-01T05:15Z', '2026-11-02T05:15Z']],
  ];
  for (const [zone, spring, [first, second]] of WEEKENDS)
    it(`${zone}, when the clock changes in the United States`, () => {
      const inGap = daily(150, 240, zone);
      expect(nextOpening(inGap, new Date('2027-03-14T04:10Z'))).to.deep.equal(new Date(spring));
      const twice = daily(75, 105, zone);
      const opens = nextOpening(twice, new Date('2026-11-01T04:10Z'))!;
      expect(opens).to.deep.equal(new Date(first));
      const closes = new Date(opens.getTime() + 30 * 60_000);
      expect(isOpen(twice, closes)).to.equal(false);
      expect(nextOpening(twice, closes)).to.deep.equal(new Date(second));
    });

  it('is open at the next opening and at no minute before it, on any day of a year', () => {
    const minutes = fc.integer({ min: 0, max: 1439 });
    const buyers = fc.tuple(minutes, minutes, fc.constantFrom('America/Chicago', 'America/Havana', 'UTC'));
    const moments = fc.date({
      min: new Date('2026-01-01Z'),
      max: new Date('2027-01-01Z'),
      noInvalidDate: true,
    });
    fc.assert(
      fc.property(buyers, moments, ([a, b, zone], now) => {
        const buyer = daily(Math.min(a, b), Math.max(a, b) + 1, zone);
        const opening = nextOpening(buyer, now)!;
        expect(isOpen(buyer, opening)).to.equal(true);
        if (opening > now) {
          expect(isOpen(buyer, now)).to.equal(false);
          expect(isOpen(buyer, new Date(opening.getTime() - 60_000))).to.equal(false);
        }
      }),
      { examples: [[[60, 90, 'America/Chicago'], new Date('2026-11-01T06:45:00Z')]] },
    );
  });

  it('gives a lead the next opening, in whatever order moments are asked about', () => {
    const DAY_MS = 86_400_000;
    const minutes = fc.integer({ min: 0, max: 7 * 24 * 60 });
    fc.assert(
      fc.property(
        fc.constantFrom(SPLIT, NIGHT, HAVANA),
        fc.array(minutes, { maxLength: 5 }),
        (calendar, all) => {
          const buyer = { ...calendar };
          for (const minute of all) {
            const now = new Date(Date.UTC(2026, 2, 5) + minute * 60_000);
            expect(sendableAt(buyer, now)).to.deep.equal(nextOpening(calendar, now));
          }
        },
      ),
      // On a day with a clock change each opening takes long to find.
      { numRuns: 20 },
    );
    const never = { ...OFFICE, delivery_hours: [{ days: [], from: 0, to: 60 }] };
    const now = new Date('2026-03-03T14:00:00Z');
    expect(sendableAt(never, now)).to.deep.equal(new Date(now.getTime() + DAY_MS));
  });

  const closings: readonly [string, typeof OFFICE, string, string, string][] = [
    ['the moment', OFFICE, '2026-03-04T02:00:00Z', '2026-03-03T14:00:00Z', '2026-03-04T02:00:00Z'],
    ['a while ago', OFFICE, '2026-03-04T02:09:30Z', '2026-03-03T14:00:00Z', '2026-03-04T02:00:00Z'],
    ['over a jump', OFFICE, '2026-03-09T12:00:00Z', '2026-03-01T00:00:00Z', '2026-03-07T02:00:00Z'],
    ['before the lead', OFFICE, '2026-03-08T12:00:00Z', '2026-03-08T11:59:30Z', '2026-03-08T11:59:30Z'],
    ['the lead comes later', OFFICE, '2026-03-08T12:00:00Z', '2026-03-09T13:00:00Z', '2026-03-09T13:00:00Z'],
  ];
  for (const [name, buyer, at, from, since] of closings)
    it(`says since when a buyer is closed: ${name}`, () => {
      expect(closedSince(buyer, new Date(at), new Date(from))).to.deep.equal(new Date(since));
    });
});
