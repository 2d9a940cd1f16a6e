import { performance } from 'node:perf_hooks';

const SAME_KEY_MS = 700;

/**
 * @typedef {object} StopSignals
 * @property {AbortSignal} aborted from the first signal on; its reason is an `Interrupted`
 * @property {(listener: (signal: NodeJS.Signals, count: number) => void) => void} onSignal for the signals that come from now on
 */

/** Not an error: the user stopped it. */
export class Interrupted extends Error {
  name = 'Interrupted';

  /** @param {number} exitCode */
  constructor(exitCode) {
    super('interrupted');
    this.exitCode = exitCode;
  }
}

const EXIT_CODES = { SIGINT: 130, SIGTERM: 143, SIGHUP: 129 };

/**
 * Takes over Ctrl-C, SIGTERM and SIGHUP. One key press reaches this process twice (from the terminal and from npm):
 * a signal right after another one counts as the same.
 *
 * @returns {StopSignals}
 */
export function listenForStopSignals() {
  const controller = new AbortController();
  /** @type {((signal: NodeJS.Signals, count: number) => void)[]} */
  const listeners = [];
  let count = 0;
  let last = -Infinity;
  for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])) {
    process.on(signal, () => {
      const now = performance.now();
      if (now - last < SAME_KEY_MS) return;
      last = now;
      count += 1;
      controller.abort(new Interrupted(EXIT_CODES[signal]));
      for (const listener of listeners) listener(signal === 'SIGHUP' ? 'SIGTERM' : signal, count);
    });
  }
  return { aborted: controller.signal, onSignal: (listener) => listeners.push(listener) };
}
