/** Runs something in which every timer is due at once, and the world's time passes instead. One at a time. */
export async function inSimulatedTime<T>(pass: (ms: number) => void, run: () => Promise<T>): Promise<T> {
  const real = globalThis.setTimeout;
  const simulated = (then: () => void, ms = 0) =>
    setImmediate(() => {
      pass(ms);
      then();
    });
  globalThis.setTimeout = simulated as unknown as typeof setTimeout;
  try {
    return await run();
  } finally {
    globalThis.setTimeout = real;
  }
}
