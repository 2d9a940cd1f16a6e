import { expect } from 'chai';
import { reportOf, tableOf, unsteadyOf } from '../../bench/report.js';
import type { BenchOptions } from '../../bench/options.js';
import type { Measured, Round } from '../../bench/rounds.js';

describe('the report of the benchmark', () => {
  const rounds = (...rates: readonly number[]): Round[] =>
    rates.map((requests_per_second) => ({ requests_per_second, p50_ms: 10, p99_ms: 20 }));
  const reported = (bare: readonly number[]) =>
    reportOf(
      [
        {
          operation: { name: 'submit' },
          connections: 16,
          rounds: { leadkeep: rounds(90, 100, 110), bare: rounds(...bare) },
        } as unknown as Measured,
      ],
      { seconds: 5, connections: [16], rounds: 3 } as unknown as BenchOptions,
      new Date(0),
    );

  it('compares neighboring rounds', () => {
    const [of] = reported([45, 40, 50]).operations;
    expect(of?.to_bare.rate).to.equal(2.2);
    expect(tableOf(reported([45, 40, 50]))).to.contain('2.20');
  });

  it('says where the machine was not quiet', () => {
    expect(unsteadyOf(reported([50, 60, 65]))).to.deep.equal([]);
    expect(unsteadyOf(reported([59, 80, 95]))).to.deep.equal([
      'submit, 16 in flight: rounds of the bare pipeline had 59 to 95 calls/s; measure again on a quiet machine',
    ]);
  });
});
