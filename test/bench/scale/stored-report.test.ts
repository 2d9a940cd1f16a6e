import { expect } from 'chai';
import { storedReport } from '../../../bench/scale/stored/stored-report.js';

const failuresOf = (least: Record<string, number>, most: Record<string, number>): readonly string[] =>
  storedReport(
    [
      { leads: 1_000, ms: least },
      { leads: 100_000, ms: { ...least, search: 999 } },
      { leads: 1_000_000, ms: most },
    ],
    16,
  ).failures;

describe('the report of many stored leads', () => {
  const rows: readonly (readonly [string, Record<string, number>, Record<string, number>, string[]])[] = [
    ['as quick', { search: 3, feed: 5 }, { search: 3, feed: 5 }, []],
    [
      'a slower call',
      { search: 3 },
      { search: 4.5 },
      ['search, time with the most leads: 1.5 times, at most 1.3 times'],
    ],
    [
      'a slower list',
      { feed: 10 },
      { feed: 20 },
      ['feed, time with the most leads: 2 times, at most 1.3 times'],
    ],
    ['a list that is slower by a millisecond', { feed: 1 }, { feed: 2 }, []],
  ];
  for (const [what, least, most, failures] of rows)
    it(what, () => {
      expect(failuresOf(least, most)).to.deep.equal(failures);
    });
});
