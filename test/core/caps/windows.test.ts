import { expect } from 'chai';
import { windowOf, windowStart } from '../../../src/core/caps/windows.js';
import type { CapWindow } from '../../../src/core/catalogue/types.js';
import { testCap } from '../../support/caps.js';

/** window, zone, at → key, start, end (null: total). */
type Row = readonly [CapWindow, string, string, string, string | null, string | null];

const ROWS: readonly Row[] = [
  [
    'hour',
    'America/New_York',
    '2026-06-01T16:59:59.999Z',
    '2026-06-01T12-0400',
    '2026-06-01T16:00:00Z',
    '2026-06-01T17:00:00Z',
  ],
  [
    'hour',
    'America/New_York',
    '2026-06-01T17:00:00.000Z',
    '2026-06-01T13-0400',
    '2026-06-01T17:00:00Z',
    '2026-06-01T18:00:00Z',
  ],
  // Zones that are off by part of an hour.
  [
    'hour',
    'Asia/Kathmandu',
    '2026-06-01T16:20:00Z',
    '2026-06-01T22+0545',
    '2026-06-01T16:15:00Z',
    '2026-06-01T17:15:00Z',
  ],
  // The hour that autumn repeats is two windows, the one that spring leaves out is none.
  [
    'hour',
    'America/New_York',
    '2026-11-01T05:30:00Z',
    '2026-11-01T01-0400',
    '2026-11-01T05:00:00Z',
    '2026-11-01T06:00:00Z',
  ],
  [
    'hour',
    'America/New_York',
    '2026-11-01T06:30:00Z',
    '2026-11-01T01-0500',
    '2026-11-01T06:00:00Z',
    '2026-11-01T07:00:00Z',
  ],
  [
    'hour',
    'America/Los_Angeles',
    '2026-11-01T09:30:00Z',
    '2026-11-01T01-0800',
    '2026-11-01T09:00:00Z',
    '2026-11-01T10:00:00Z',
  ],
  [
    'hour',
    'America/Chicago',
    '2027-03-14T08:10:00Z',
    '2027-03-14T03-0500',
    '2027-03-14T08:00:00Z',
    '2027-03-14T09:00:00Z',
  ],
  [
    'day',
    'America/Denver',
    '2027-03-14T12:00:00Z',
    '2027-03-14',
    '2027-03-14T07:00:00Z',
    '2027-03-15T06:00:00Z',
  ],
  [
    'hour',
    'America/New_York',
    '2026-03-08T07:10:00Z',
    '2026-03-08T03-0400',
    '2026-03-08T07:00:00Z',
    '2026-03-08T08:00:00Z',
  ],
  [
    'day',
    'America/New_York',
    '2026-06-02T03:59:59Z',
    '2026-06-01',
    '2026-06-01T04:00:00Z',
    '2026-06-02T04:00:00Z',
  ],
  [
    'day',
    'America/New_York',
    '2026-06-02T04:00:00Z',
    '2026-06-02',
    '2026-06-02T04:00:00Z',
    '2026-06-03T04:00:00Z',
  ],
  [
    'day',
    'Pacific/Auckland',
    '2026-06-01T12:30:00Z',
    '2026-06-02',
    '2026-06-01T12:00:00Z',
    '2026-06-02T12:00:00Z',
  ],
  // 23 and 25 hours.
  [
    'day',
    'America/New_York',
    '2026-03-08T12:00:00Z',
    '2026-03-08',
    '2026-03-08T05:00:00Z',
    '2026-03-09T04:00:00Z',
  ],
  [
    'day',
    'America/New_York',
    '2026-11-01T12:00:00Z',
    '2026-11-01',
    '2026-11-01T04:00:00Z',
    '2026-11-02T05:00:00Z',
  ],
  // Clocks that change at midnight: the day begins at 01:00; the day before ends there.
  [
    'day',
    'America/Havana',
    '2026-03-08T12:00:00Z',
    '2026-03-08',
    '2026-03-08T05:00:00Z',
    '2026-03-09T04:00:00Z',
  ],
  [
    'day',
    'America/Havana',
    '2026-03-08T04:59:59Z',
    '2026-03-07',
    '2026-03-07T05:00:00Z',
    '2026-03-08T05:00:00Z',
  ],
  // Weeks begin on Monday, also on a Sunday and over the end of a year.
  [
    'week',
    'America/Chicago',
    '2026-06-07T12:00:00Z',
    '2026-06-01',
    '2026-06-01T05:00:00Z',
    '2026-06-08T05:00:00Z',
  ],
  [
    'week',
    'America/Chicago',
    '2026-06-08T05:00:00Z',
    '2026-06-08',
    '2026-06-08T05:00:00Z',
    '2026-06-15T05:00:00Z',
  ],
  [
    'week',
    'America/New_York',
    '2026-11-01T12:00:00Z',
    '2026-10-26',
    '2026-10-26T04:00:00Z',
    '2026-11-02T05:00:00Z',
  ],
  ['week', 'UTC', '2027-01-01T00:00:00Z', '2026-12-28', '2026-12-28T00:00:00Z', '2027-01-04T00:00:00Z'],
  [
    'month',
    'America/New_York',
    '2026-03-31T23:00:00Z',
    '2026-03-01',
    '2026-03-01T05:00:00Z',
    '2026-04-01T04:00:00Z',
  ],
  [
    'month',
    'America/New_York',
    '2026-01-01T04:59:59Z',
    '2025-12-01',
    '2025-12-01T05:00:00Z',
    '2026-01-01T05:00:00Z',
  ],
  ['month', 'UTC', '2028-02-29T12:00:00Z', '2028-02-01', '2028-02-01T00:00:00Z', '2028-03-01T00:00:00Z'],
  ['total', 'UTC', '2026-06-01T12:00:00Z', 'all', null, null],
];

const iso = (date: Date | null): string | null => date && date.toISOString().replace('.000Z', 'Z');

describe('windows of caps', () => {
  for (const [window, time_zone, at, key, start, end] of ROWS)
    it(`${window} in ${time_zone} at ${at} is ${key}`, () => {
      const cap = testCap({ window, time_zone });
      const bucket = windowOf(cap, new Date(at));
      expect([bucket.window, iso(bucket.resets_at), iso(windowStart(cap, new Date(at)))]).to.deep.equal([
        key,
        end,
        start,
      ]);
      expect(bucket.cap).to.equal(cap);
    });

  it('gives the same answers whatever the cap was asked before', () => {
    const cap = testCap({ window: 'hour', time_zone: 'America/New_York' });
    const rows = ROWS.filter(([window, zone]) => window === 'hour' && zone === 'America/New_York');
    for (const order of [rows, [...rows].reverse(), [...rows, ...rows]])
      expect(order.map(([, , at]) => windowOf(cap, new Date(at)).window)).to.deep.equal(
        order.map(([, , , key]) => key),
      );
  });

  it('has no gap and no overlap over a year of any zone', () => {
    for (const time_zone of ['America/New_York', 'America/Havana', 'Australia/Lord_Howe', 'Asia/Kathmandu'])
      for (const window of ['day', 'week', 'month'] as const) {
        let at = new Date('2026-01-01T12:00:00Z');
        const keys = new Set<string>();
        while (at < new Date('2027-01-01T12:00:00Z')) {
          const place = windowOf(testCap({ window, time_zone }), at);
          const end = place.resets_at!;
          expect(keys.has(place.window), `${window} ${time_zone} ${place.window}`).to.be.false;
          expect(windowOf(testCap({ window, time_zone }), new Date(end.getTime() - 1)).window).to.equal(
            place.window,
          );
          keys.add(place.window);
          at = end;
        }
      }
  });

  it('names one window for a moment at a change of clocks, from its first moment on', () => {
    const changes = [
      ['America/Havana', '2026-11-01T05:00:00Z'],
      ['Atlantic/Azores', '2026-10-25T01:00:00Z'],
      ['Australia/Lord_Howe', '2026-04-04T15:00:00Z'],
      ['Pacific/Chatham', '2026-04-04T14:00:00Z'],
      ['Pacific/Chatham', '2026-09-26T14:00:00Z'],
    ] as const;
    for (const [time_zone, change] of changes)
      for (const window of ['hour', 'day', 'week', 'month'] as const) {
        const asked = testCap({ window, time_zone });
        // From the latest on, so that every moment is asked after a later one.
        for (let quarter = 16; quarter > -16; quarter -= 1) {
          const at = new Date(Date.parse(change) + quarter * 900_000);
          const fresh = testCap({ window, time_zone });
          const { window: key, resets_at } = windowOf(fresh, at);
          const name = `${window} ${time_zone} ${at.toISOString()}`;
          expect(windowOf(asked, at).window, name).to.equal(key);
          const start = windowStart(fresh, at)!;
          expect(windowOf(testCap({ window, time_zone }), start).window, name).to.equal(key);
          const before = windowOf(testCap({ window, time_zone }), new Date(start.getTime() - 1));
          expect(before.window, name).not.to.equal(key);
          expect(before.resets_at, name).to.deep.equal(start);
          expect(resets_at! > at, name).to.equal(true);
        }
      }
  });

  it('refuses a zone that does not exist', () => {
    expect(() => windowOf(testCap({ time_zone: 'Mars/Olympus' }), new Date())).to.throw(
      /cap-1: .*Mars\/Olympus/,
    );
  });
});
