import { expect } from 'chai';
import { daysBefore, daysOfRange, type Range } from '../../../src/core/reports/ranges.js';

describe('ranges of reports', () => {
  const RANGES: readonly (readonly [range: Range, today: string, from: string, to: string])[] = [
    ['today', '2026-11-20', '2026-11-20', '2026-11-20'],
    ['yesterday', '2026-03-01', '2026-02-28', '2026-02-28'],
    ['7d', '2026-11-20', '2026-11-14', '2026-11-20'],
    ['30d', '2026-11-30', '2026-11-01', '2026-11-30'],
    ['last-week', '2026-11-20', '2026-11-09', '2026-11-15'],
    ['last-week', '2026-11-23', '2026-11-16', '2026-11-22'],
    ['month', '2026-11-20', '2026-11-01', '2026-11-20'],
    ['last-month', '2026-03-31', '2026-02-01', '2026-02-28'],
  ];
  for (const [range, today, from, to] of RANGES)
    it(`${range} on ${today} is ${from} to ${to}`, () => {
      expect(daysOfRange(range, today)).to.deep.equal({ from, to });
    });

  const BEFORE: readonly (readonly [from: string, to: string, before: string, until: string])[] = [
    ['2026-11-20', '2026-11-20', '2026-11-19', '2026-11-19'],
    ['2026-11-01', '2026-11-01', '2026-10-31', '2026-10-31'],
    ['2026-11-14', '2026-11-20', '2026-11-07', '2026-11-13'],
    ['2026-11-01', '2026-11-20', '2026-10-01', '2026-10-20'],
    ['2026-11-01', '2026-11-30', '2026-10-01', '2026-10-31'],
    ['2026-03-01', '2026-03-30', '2026-02-01', '2026-02-28'],
    ['2026-03-01', '2026-04-15', '2026-01-14', '2026-02-28'],
  ];
  for (const [from, to, before, until] of BEFORE)
    it(`${from} to ${to} stands beside ${before} to ${until}`, () => {
      expect(daysBefore({ from, to })).to.deep.equal({ from: before, to: until });
    });
});
