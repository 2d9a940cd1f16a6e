import { expect } from 'chai';
import { paceOf, slownessOf } from '../../../src/core/alerts/rules/slow-buyer.js';

const NOW = Date.parse('2026-11-22T12:00:00Z');
const days = (...p95: readonly number[]) => ({
  days: p95.map((p95_ms, back) => ({ from: new Date(NOW - (back + 1) * 86_400_000), answers: 50, p95_ms })),
});
const few = (of: ReturnType<typeof days>, at: number) => ({
  days: of.days.map((day, i) => (i === at ? { ...day, answers: 2 } : day)),
});

describe('slownessOf', () => {
  for (const [what, of, expected] of [
    ['as fast as ever', days(1_000, 1_100, 900, 1_000, 1_000), undefined],
    ['twice as slow', days(2_100, 1_000, 1_000, 1_000, 1_000), undefined],
    ['three times as slow', days(3_000, 1_000, 1_000, 1_000, 1_000), 1],
    ['slow for two days', days(8_600, 8_000, 1_000, 1_000, 1_000, 1_000, 1_000, 1_000), 2],
    ['slow for four days', days(9_000, 9_000, 9_000, 9_000, 1_000, 1_000, 1_000, 1_000), 4],
    ['less slow than yesterday', days(2_500, 8_000, 1_000, 1_000, 1_000, 1_000), 2],
    ['over yesterday', days(1_500, 8_000, 1_000, 1_000, 1_000, 1_000), undefined],
    ['slower, but still fast', days(900, 100, 100, 100, 100), undefined],
    ['closed today, slow before', few(days(1_000, 9_000, 1_000, 1_000, 1_000), 0), 2],
    ['too few answers', few(days(9_000, 1_000, 1_000, 1_000, 1_000), 0), undefined],
    ['too few days before', days(9_000, 1_000, 1_000), undefined],
  ] as const)
    it(what, () => {
      const since = slownessOf(of)?.since.getTime();
      expect(since === undefined ? undefined : (NOW - since) / 86_400_000).to.equal(expected);
    });
});

describe('paceOf', () => {
  for (const [what, of, expected] of [
    ['as fast as ever', days(1_000, 1_100, 900, 1_000, 1_000), 'usual'],
    ['fast, with too few days before', days(1_000, 1_000), 'usual'],
    ['less than twice as slow', days(2_900, 1_500, 1_500, 1_500, 1_500), 'usual'],
    ['slow for five days', days(9_000, 9_000, 9_000, 9_000, 9_000, 1_000, 1_000, 1_000), 'usual'],
    [
      'closed for three days',
      [0, 1, 2].reduce(few, days(9_000, 9_000, 9_000, 9_000, 1_000, 1_000)),
      'unclear',
    ],
    ['too few answers', few(days(9_000, 1_000, 1_000, 1_000, 1_000), 0), 'usual'],
    ['slow, with too few days before', days(9_000, 1_000, 1_000), 'unclear'],
    ['somewhat slow', days(2_500, 1_000, 1_000, 1_000, 1_000), 'unclear'],
    ['without answers', days(), 'unclear'],
  ] as const)
    it(`${what}: ${expected}`, () => {
      expect(paceOf(of)).to.equal(expected);
    });
});
