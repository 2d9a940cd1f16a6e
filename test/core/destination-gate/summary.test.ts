import { expect } from 'chai';
import { summaryOf, type Passed } from '../../../src/core/destination-gate/summary.js';

const AT = new Date('2026-11-21T17:00:00Z');
const passed = (outcome: string, duration_ms: number, more: Partial<Passed> = {}): Passed => ({
  at: AT,
  outcome,
  duration_ms,
  ...more,
});

describe('summaryOf', () => {
  it('says nothing about what was not used', () => {
    expect(summaryOf([])).to.deep.equal({ attempts: 0 });
  });

  it('counts a refusal as success, and names the newest error', () => {
    const error = { status: 503, detail: 'rule 2' };
    const found = summaryOf([
      passed('rejected', 10),
      passed('retry', 20, error),
      passed('unknown', 9_000),
      passed('pending', 30),
    ]);
    expect(found).to.deep.equal({
      attempts: 4,
      success: 0.5,
      p50_ms: 20,
      p95_ms: 9_000,
      p99_ms: 9_000,
      last_error: { at: AT, what: 'retry, HTTP 503, rule 2' },
    });
  });

  for (const outcome of ['never_sent', 'unknown', 'retry', 'failed'])
    it(`counts ${outcome} as an error, in words without gaps`, () => {
      const found = summaryOf([passed(outcome, 1), passed('accepted', 1)]);
      expect([found.success, found.last_error?.what]).to.deep.equal([0.5, outcome]);
      const { last_error } = summaryOf([passed(outcome, 1, { detail: 'refused' })]);
      expect(last_error?.what).to.equal(`${outcome}, refused`);
    });

  it('takes percentiles by nearest rank', () => {
    const hundred = Array.from({ length: 100 }, (_, i) => passed('accepted', 100 - i));
    const { p50_ms, p95_ms, p99_ms } = summaryOf(hundred);
    expect([p50_ms, p95_ms, p99_ms]).to.deep.equal([50, 95, 99]);
  });
});
