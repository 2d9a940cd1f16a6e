import { expect } from 'chai';
import { repeat } from '../../../src/platform/process/repeat.js';
import { until } from '../../support/until.js';

const HOUR_MS = 3_600_000;

describe('repeated work', () => {
  it('begins the next turn at once while work is left, and not after an error', async () => {
    const errors: unknown[] = [];
    const turns = [
      () => Promise.resolve('more'),
      () => Promise.resolve('more'),
      () => Promise.reject(new Error('away')),
      () => Promise.resolve('more'),
    ];
    let begun = 0;
    const task = (): Promise<unknown> => {
      begun += 1;
      return turns[begun - 1]!();
    };
    const repeating = repeat({ everyMs: HOUR_MS, task, onError: (error) => errors.push(error) });
    await until(() => errors.length === 1, 'the third turn has failed');
    await repeating.drain();
    expect(begun).to.equal(3);
  });

  it('begins no turn after it drains, even if work is left', async () => {
    let begun = 0;
    const task = (): Promise<unknown> => {
      begun += 1;
      return Promise.resolve('more');
    };
    await repeat({ everyMs: HOUR_MS, task, onError: () => undefined }).drain();
    const after = begun;
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(begun).to.equal(after);
  });
});
