import { expect } from 'chai';
import { startStallTolerantTimeout } from '../../../src/platform/process/stall-tolerant-timeout.js';

describe('startCountdown', () => {
  it('calls once, after its time', async () => {
    let calls = 0;
    const start = performance.now();
    await new Promise<void>((resolve) => {
      startStallTolerantTimeout(300, () => {
        calls += 1;
        setTimeout(resolve, 250);
      });
    });
    expect(calls).to.equal(1);
    expect(performance.now() - start).to.be.at.least(500);
  });

  it('does not count what the machine kept from this process', async () => {
    let calls = 0;
    const stop = startStallTolerantTimeout(200, () => (calls += 1));
    const turn = new Promise((resolve) => setImmediate(resolve));
    const end = performance.now() + 500;
    while (performance.now() < end);
    await turn;
    stop();
    expect(calls).to.equal(0);
  });
});
