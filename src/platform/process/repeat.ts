/** Repeated work. `drain` starts no new turn and waits for the current one. */
export interface Repeating {
  drain(): Promise<void>;
}

export interface Repeated {
  readonly everyMs: number;
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
      .then(() => undefined, onError)
      .then(() => {
        if (!stopped) timer = setTimeout(begin, everyMs);
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
