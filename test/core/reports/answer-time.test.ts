import { expect } from 'chai';
import fc from 'fast-check';
import { Int32Histogram } from 'hdr-histogram-js';
import { percentilesOf, roundedMs } from '../../../src/core/reports/answer-time.js';

const times = fc.array(fc.oneof(fc.integer({ min: 0, max: 400 }), fc.integer({ min: 0, max: 25_000 })), {
  minLength: 1,
  maxLength: 200,
});

function countsOf(all: readonly number[]): Map<number, number> {
  const counts = new Map<number, number>();
  for (const ms of all) counts.set(roundedMs(ms), (counts.get(roundedMs(ms)) ?? 0) + 1);
  return counts;
}

describe('answer times', () => {
  it('have the percentiles of the library, wherever they were added up', () => {
    fc.assert(
      fc.property(times, (all) => {
        const library = new Int32Histogram(1, 3_600_000, 2);
        for (const ms of all) library.recordValue(ms);
        const [p50, p95, p99] = [50, 95, 99].map((percentile) => library.getValueAtPercentile(percentile));
        expect(percentilesOf(countsOf(all))).to.deep.equal({ p50, p95, p99 });
      }),
    );
  });

  it('are at most 1% too high', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 3_000_000 }), (ms) => {
        const { p50 = 0 } = percentilesOf(new Map([[roundedMs(ms), 1]])) ?? {};
        expect(p50)
          .to.be.at.least(ms)
          .and.at.most(ms * 1.01);
      }),
    );
  });

  it('are none without answers', () => {
    expect(percentilesOf(new Map())).to.equal(null);
  });
});
