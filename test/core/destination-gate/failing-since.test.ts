import { expect } from 'chai';
import { failingSince } from '../../../src/core/destination-gate/failing-since.js';

const passed = (text: string) =>
  text
    .split(' ')
    .filter(Boolean)
    .map((outcome, i) => {
      const [name = '', status] = outcome.split('/');
      return {
        at: new Date(1_000 - i),
        outcome: name,
        duration_ms: 1,
        ...(status && { status: Number(status) }),
      };
    });

describe('since when a destination fails', () => {
  const rows: readonly (readonly [newestFirst: string, since: number | undefined])[] = [
    ['', undefined],
    ['accepted never_sent', undefined],
    ['never_sent accepted', 1_000],
    ['unknown failed never_sent rejected unknown', 998],
    ['retry/503 retry/500 retry/429 retry/500', 999],
    ['never_sent never_sent never_sent', 998],
  ];
  for (const [calls, since] of rows)
    it(`${calls === '' ? 'no calls' : calls}: ${since ?? 'it does not'}`, () => {
      expect(failingSince(passed(calls))?.getTime()).to.equal(since);
    });
});
