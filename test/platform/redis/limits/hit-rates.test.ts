import { expect } from 'chai';
import { Registry } from 'prom-client';
import { hitRates } from '../../../../src/platform/redis/limits/dupe-checks.js';

describe('the share of "likely" among an affiliate’s pre-checks', () => {
  const evening = new Date('2026-03-01T23:59:00Z');
  const morning = new Date('2026-03-02T00:01:00Z');

  it('is that of today, also on a day without a pre-check', async () => {
    let now = evening;
    const metrics = new Registry();
    const answered = hitRates(metrics, () => now);
    const rate = async () => {
      const { values } = await metrics.getSingleMetric('leadkeep_dupe_check_hit_rate')!.get();
      return values.map(({ value }) => value);
    };
    for (const likely of [true, false]) answered('northwind', likely, evening);
    expect(await rate()).to.deep.equal([0.5]);
    now = morning;
    expect(await rate()).to.deep.equal([]);
    answered('northwind', true, morning);
    expect(await rate()).to.deep.equal([1]);
  });
});
