import type { Queues } from '../../../src/app/ports/queues.js';
import { JOB_IDS, type JobOf, type QueueName } from '../../../src/platform/queues/jobs.js';

/** What BullMQ does with a job whose worker is silent: its lock lapses, and the next look finds it. */
const STALLED_AFTER_MS = 40_000;

export type AnyJob = { readonly [N in QueueName]: { readonly name: N; readonly data: JobOf[N] } }[QueueName];

interface Kept {
  readonly job: AnyJob;
  /** Waiting or delayed until `at`; in hand of `by`, and thought lost from `at` on. */
  readonly at: number;
  readonly by?: symbol;
  /** Whether a worker was ever given it. */
  readonly isStarted?: true;
}

export interface JobInHand {
  readonly job: AnyJob;
  readonly isFirst: boolean;
  /** Ends it or puts it off, where its worker still has it. */
  readonly end: (againAt?: Date) => void;
}

export interface QueueInTime extends Queues {
  /** The next job that is to be run now. */
  next(): JobInHand | undefined;
  /** When there will be something to run; undefined: nothing is left. */
  nextAt(): number | undefined;
  /** Redis lost everything. */
  lose(): void;
  /** What Redis holds now, to come back with later: jobs that were done since are there again, newer ones are gone. */
  keep(): () => void;
}

/** Queues on simulated time with BullMQ's rules: one job for each id while it exists, delays, stalled jobs. */
export function queueInTime(clock: () => Date): QueueInTime {
  const kept = new Map<string, Kept>();
  const add = <N extends QueueName>(name: N, jobs: readonly JobOf[N][]): Promise<void> => {
    for (const data of jobs) {
      const id = `${name} ${JOB_IDS[name](data)}`;
      if (!kept.has(id)) kept.set(id, { job: { name, data } as AnyJob, at: clock().getTime() });
    }
    return Promise.resolve();
  };
  return {
    search: (jobs) => add('search', jobs),
    partner: (jobs) => add('partner', jobs),
    submit: (jobs) => add('submit', jobs),
    next() {
      const now = clock().getTime();
      const found = [...kept].find(([, { at }]) => at <= now);
      if (!found) return undefined;
      const [id, { job, isStarted }] = found;
      const by = Symbol(id);
      kept.set(id, { job, by, at: now + STALLED_AFTER_MS, isStarted: true });
      return {
        job,
        isFirst: !isStarted,
        end(againAt) {
          if (kept.get(id)?.by !== by) return;
          if (againAt) kept.set(id, { job, at: againAt.getTime(), isStarted: true });
          else kept.delete(id);
        },
      };
    },
    nextAt: () => (kept.size === 0 ? undefined : Math.min(...[...kept.values()].map(({ at }) => at))),
    lose: () => {
      kept.clear();
    },
    keep() {
      const then = [...kept];
      return () => {
        kept.clear();
        for (const [id, job] of then) kept.set(id, job);
      };
    },
  };
}
