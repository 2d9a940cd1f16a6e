import { expect } from 'chai';
import { startStallTolerantTimeout } from '../../../src/platform/process/stall-tolerant-timeout.js';
import { fakeClock, type FakeClock } from '../../support/fake-clock.js';

describe('startStallTolerantTimeout', () => {
  let clock: FakeClock;
  let calls: number;
  beforeEach(async () => {
    clock = await fakeClock();
    calls = 0;
  });
  afterEach(() => clock.restore());

  const start = (limitMs: number) => startStallTolerantTimeout(limitMs, () => (calls += 1));

  it('calls once, after its time', async () => {
    start(300);
    await clock.pass(290);
    expect(calls).to.equal(0);
    await clock.pass(60);
    expect(calls).to.equal(1);
    await clock.pass(1_000);
    expect(calls).to.equal(1);
  });

  it('does not count what the machine kept from this process', async () => {
    const stop = start(200);
    clock.stall(500);
    await clock.pass(90);
    expect(calls).to.equal(0);
    await clock.pass(100);
    expect(calls).to.equal(1);
    stop();
  });

  it('does not call when it was stopped', async () => {
    start(200)();
    await clock.pass(1_000);
    expect(calls).to.equal(0);
  });
});
