/** Work that goes on until it is drained: no new turn, the present one finished. */
export interface Repeating {
  drain(): Promise<void>;
}

export interface Repeated {
  readonly everyMs: number;
  readonly task: () => Promise<unknown>;
  readonly onError: (error: unknown) => void;
}

/** Runs a task again and again, never twice at once; a fault is told and the next turn comes all the same. */
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
