import { expect } from 'chai';
import { nextRun, type MailSchedule } from '../../../src/core/saved-views/view-mail.js';

const CHICAGO = 'America/Chicago';

describe('when a view is mailed next', () => {
  const NEXT: readonly (readonly [what: string, schedule: MailSchedule, after: string, next: string])[] = [
    ['later today', { every: 'day', hour: 7, zone: CHICAGO }, '2026-11-20T12:00:00Z', '2026-11-20T13:00:00Z'],
    [
      'tomorrow, at its hour',
      { every: 'day', hour: 7, zone: CHICAGO },
      '2026-11-20T13:00:00Z',
      '2026-11-21T13:00:00Z',
    ],
    [
      'after the clocks went back',
      { every: 'day', hour: 7, zone: CHICAGO },
      '2026-10-31T12:00:00Z',
      '2026-11-01T13:00:00Z',
    ],
    [
      'an hour that spring leaves out',
      { every: 'day', hour: 2, zone: CHICAGO },
      '2026-03-07T12:00:00Z',
      '2026-03-08T08:00:00Z',
    ],
    [
      'this week',
      { every: 'week', on: 7, hour: 0, zone: 'UTC' },
      '2026-11-20T12:00:00Z',
      '2026-11-22T00:00:00Z',
    ],
    [
      'next week',
      { every: 'week', on: 1, hour: 8, zone: 'UTC' },
      '2026-11-20T12:00:00Z',
      '2026-11-23T08:00:00Z',
    ],
    [
      'this month',
      { every: 'month', on: 28, hour: 8, zone: 'UTC' },
      '2026-11-20T12:00:00Z',
      '2026-11-28T08:00:00Z',
    ],
    [
      'next month',
      { every: 'month', on: 1, hour: 8, zone: 'UTC' },
      '2027-01-31T12:00:00Z',
      '2027-02-01T08:00:00Z',
    ],
  ];
  for (const [what, schedule, after, next] of NEXT)
    it(what, () => {
      expect(nextRun(schedule, new Date(after)).toISOString()).to.equal(new Date(next).toISOString());
    });
});
