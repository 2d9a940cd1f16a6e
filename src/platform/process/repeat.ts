import { isOutage } from '../../app/outage.js';
import type { WorkLog } from '../../app/ports/work-ports.js';

/** Repeated work. `drain` starts no new turn and waits for the current one. */
export interface Repeating {
  drain(): Promise<void>;
}

export interface Repeated {
  readonly everyMs: number;
  /** `more`: the next turn begins at once, because work is left. */
  readonly task: () => Promise<unknown>;
  readonly onError: (error: unknown) => void;
}

/** Runs a task repeatedly, never twice at once. It reports an error to `onError` and continues with the next turn. */
export function repeat({ everyMs, task, onError }: Repeated): Repeating {
  let timer: NodeJS.Timeout | undefined;
  let stopped = false;
  let turn = Promise.resolve();
  const begin = (): void => {
    turn = task()
      .catch(onError)
      .then((result) => {
        if (!stopped) timer = setTimeout(begin, result === 'more' ? 0 : everyMs);
      });
  };
  begin();
  return {
    async drain() {
      stopped = true;
      clearTimeout(timer);
      await turn;
    },
  };
}

/** An `onError` that logs what failed: while a service is away as a warning, anything else as an error. */
export const logRepeated =
  (log: Pick<WorkLog, 'warn' | 'error'>, what: string) =>
  (error: unknown): void => {
    log[isOutage(error) ? 'warn' : 'error']({ err: error }, `${what} failed, it is done again`);
  };
