import { expect } from 'chai';
import { cached, slowly } from '../../../../src/platform/process/metrics/readings.js';

const never = (): Promise<never> => new Promise(() => undefined);

describe('readings for gauges', () => {
  it('that take long are read once a minute, one at a time, and shown when they come', async () => {
    let now = 0;
    const readings: ((count?: number) => void)[] = [];
    const read = slowly(
      () =>
        new Promise<number>((resolve, reject) => {
          readings.push((count) => {
            if (count === undefined) reject(new Error('away'));
            else resolve(count);
          });
        }),
      { clock: () => now, limitMs: 5 },
    );
    expect(await Promise.all([read(), read()])).to.deep.equal([undefined, undefined]);
    now = 30_000;
    expect([await read(), readings.length]).to.deep.equal([undefined, 1]);
    readings[0]!(7);
    now = 59_999;
    expect([await read(), readings.length]).to.deep.equal([7, 1]);
    now = 60_000;
    expect([await read(), readings.length], 'the next one runs').to.deep.equal([7, 2]);
    now = 120_000;
    expect([await read(), readings.length], 'it is too old').to.deep.equal([undefined, 2]);
    readings[1]!();
    expect([await read(), readings.length]).to.deep.equal([undefined, 2]);
    expect([await read(), readings.length], 'it failed').to.deep.equal([undefined, 3]);
    const atOnce = slowly(() => Promise.resolve(now), { clock: () => now });
    expect(await atOnce()).to.equal(120_000);
    now = 0;
    expect(await atOnce(), 'the clock was set back').to.equal(0);
  });

  it('are read once for scrapes that follow each other, and given up after a while', async () => {
    let [now, asked] = [0, 0];
    const read = cached(
      () => {
        asked += 1;
        return Promise.resolve(asked);
      },
      { clock: () => now },
    );
    expect(await Promise.all([read(), read()])).to.deep.equal([1, 1]);
    now = 5_000;
    expect(await read()).to.equal(2);
    now = 4_000;
    expect(await read(), 'the clock was set back').to.equal(3);
    expect(await cached<number>(never, { clock: () => now, limitMs: 5 })()).to.equal(undefined);
  });
});
