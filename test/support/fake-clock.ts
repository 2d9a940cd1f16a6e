import { setImmediate as turnOfLoop, setTimeout as sleep } from 'node:timers/promises';

/** Less than any interval of ours. */
const STEP_MS = 10;
/** Longer than an interval that has nothing left to do goes on. */
const REST_MS = 100;

/** The time of this process as `performance.now()` and `setInterval` have it. It stands still until the test moves it. */
export interface FakeClock {
  /** So many ms pass while this process runs. */
  pass(ms: number): Promise<void>;
  /** So many ms pass in which this process gets nothing to run on: no timer is called. */
  stall(ms: number): void;
  /** Gives the real time back. */
  restore(): Promise<void>;
}

interface Interval {
  due: number;
  readonly every: number;
  readonly call: () => void;
}

/** Takes the place of the clock, for what is tested without a service: timers that the others set now would stand too. */
export async function fakeClock(): Promise<FakeClock> {
  // A real interval that is still open would be called by the real time.
  await sleep(REST_MS);
  const real = { setInterval, clearInterval, now: performance.now.bind(performance) };
  const intervals = new Set<Interval>();
  let now = real.now();
  performance.now = () => now;
  globalThis.setInterval = ((call: () => void, every: number) => {
    const own = { due: now + every, every, call, ref: () => own, unref: () => own };
    intervals.add(own);
    return own;
  }) as unknown as typeof setInterval;
  globalThis.clearInterval = (own: unknown) => {
    if (!intervals.delete(own as Interval)) real.clearInterval(own as NodeJS.Timeout);
  };

  async function pass(ms: number): Promise<void> {
    for (const end = now + ms; now < end;) {
      now = Math.min(end, now + STEP_MS);
      for (const one of intervals)
        if (one.due <= now) {
          one.due = now + one.every;
          one.call();
        }
      await turnOfLoop();
    }
  }
  return {
    pass,
    stall: (ms) => (now += ms),
    async restore() {
      await pass(REST_MS);
      performance.now = real.now;
      Object.assign(globalThis, { setInterval: real.setInterval, clearInterval: real.clearInterval });
      if (intervals.size > 0) throw new Error('an interval is left that no time will ever call');
    },
  };
}
