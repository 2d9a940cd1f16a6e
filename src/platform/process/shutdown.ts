import type { Log } from './logger.js';

/** The part of `process` that is used here. */
export interface Signals {
  on(signal: 'SIGTERM' | 'SIGINT', listener: () => void): unknown;
  exit(code: number): void;
}

export interface Shutdown {
  /** Takes no new work, finishes running work, then closes. */
  readonly drain: () => Promise<void>;
  /** How long draining may take, in milliseconds. */
  readonly limitMs: number;
  readonly log: Pick<Log, 'info' | 'warn' | 'error'>;
  readonly signals?: Signals;
}

const INTERRUPTED = 130;

/**
 * On the first SIGTERM or SIGINT, drains and exits with 0. Exits with 1 if draining failed or took longer than the
 * limit; the sweeper then finds unfinished records by their `due_at`. A second signal ends the process at once.
 */
export function drainOnSignal({ drain, limitMs, log, signals = process }: Shutdown): void {
  let draining = false;
  const onSignal = (): void => {
    if (draining) {
      signals.exit(INTERRUPTED);
      return;
    }
    draining = true;
    log.info('shutting down');
    const timer = setTimeout(() => {
      log.warn('shutting down took too long');
      signals.exit(1);
    }, limitMs);
    drain()
      .then(
        () => 0,
        (error: unknown) => {
          log.error({ err: error }, 'shutting down failed');
          return 1;
        },
      )
      .then((code) => {
        clearTimeout(timer);
        signals.exit(code);
      })
      .catch(() => undefined);
  };
  signals.on('SIGTERM', onSignal);
  signals.on('SIGINT', onSignal);
}
