import { fork, type ChildProcess } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { startStallTolerantTimeout } from '../process/stall-tolerant-timeout.js';
import type { Mapped, MappingTask } from '../../app/ports/mapping-evaluator.js';

export type Ended = 'out of time' | 'out of memory' | 'not started' | 'closed';
export type ChildReply = Mapped<never> | { readonly ended: Ended };

/** A separate process that evaluates expressions. */
export interface EvaluatorChild {
  /**
   * Runs one task at a time. Ends the process if a task takes longer than `limitMs`; time in which the parent was
   * stalled does not count. Never rejects.
   */
  run(task: MappingTask, limitMs: number): Promise<ChildReply>;
  isAlive(): boolean;
  /** Ends the process at once. */
  end(): void;
}

const PROGRAM = fileURLToPath(new URL('./evaluator-process.js', import.meta.url));

/** Expressions over one lead need only a few MB. */
const HEAP_MB = 96;
const START_LIMIT_MS = 20_000;

/** Starts an evaluator process. It keeps the parent process alive only while a task is running. */
export function startChild(): EvaluatorChild {
  const child = fork(PROGRAM, [], {
    env: {},
    execArgv: [`--max-old-space-size=${HEAP_MB}`],
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
  let alive = true;
  let ready = false;
  let why: Ended = 'out of memory';
  let onReady: (() => void) | undefined;
  let onReply: ((reply: ChildReply) => void) | undefined;
  const end = (reason: Ended): void => {
    why = reason;
    child.kill('SIGKILL');
  };
  const gone = (): void => {
    alive = false;
    onReply?.({ ended: ready ? why : why === 'closed' ? why : 'not started' });
  };
  child.on('message', (message) => {
    if (ready) onReply?.(message as ChildReply);
    ready = true;
    onReady?.();
  });
  child.on('exit', gone);
  child.on('error', gone);
  release(child);

  return {
    isAlive: () => alive,
    end: () => {
      end('closed');
    },
    run: (task, limitMs) =>
      new Promise((resolve) => {
        let stop = (): void => undefined;
        const limit = (ms: number): void => {
          stop();
          stop = startStallTolerantTimeout(ms, () => {
            end('out of time');
          });
        };
        const send = (): void => {
          limit(limitMs);
          // If sending fails, the exit event follows and ends the task.
          child.send(task, () => undefined);
        };
        onReply = (reply) => {
          stop();
          onReply = onReady = undefined;
          release(child);
          resolve(reply);
        };
        hold(child);
        if (!alive) onReply({ ended: 'not started' });
        else if (ready) send();
        else {
          limit(START_LIMIT_MS);
          onReady = send;
        }
      }),
  };
}

function hold(child: ChildProcess): void {
  child.ref();
  child.channel?.ref();
}

function release(child: ChildProcess): void {
  child.unref();
  child.channel?.unref();
}
