import type { WorkLog } from '../../src/app/ports/work-ports.js';
import type { Role, Roles } from '../../src/app/upkeep/roles.js';
import { logRepeated, repeat, type Repeating } from '../../src/platform/process/repeat.js';

/** A sweeper whose turn takes longer leaves its part to the others. */
const STUCK_MS = 15_000;

interface ScheduleOptions {
  readonly roles: Pick<Roles, 'has'>;
  readonly log: Pick<WorkLog, 'warn' | 'error'>;
  /** Tasks whose failure keeps no sweeper from its part. */
  readonly ignored: readonly string[];
  /** Tasks that show whether the sweeper is stuck, and how often they run, in milliseconds. */
  readonly watched: ReadonlyMap<string, number>;
}

/** A task is named for the log: `trimming the ledger`. Its turn resolves with `more` if work is left. */
type Start = (everyMs: number, what: string, turn: () => Promise<unknown>) => Repeating;

/** Starts the tasks of a sweeper, and knows how they do. */
export interface Schedule {
  readonly every: Start;
  /** Only the sweeper that has the role does it. */
  readonly alone: (role: Role, ...task: Parameters<Start>) => Repeating;
  /** Whether no task fails, but for the ignored ones, and no watched one is stuck. */
  readonly getsOn: () => boolean;
}

export function createSchedule({ roles, log, ignored, watched }: ScheduleOptions): Schedule {
  const failing = new Set<string>();
  const endedAt = new Map<string, number>();
  const isStuck = ([what, everyMs]: readonly [string, number]): boolean =>
    Date.now() - (endedAt.get(what) ?? 0) > everyMs + STUCK_MS;

  const every: Start = (everyMs, what, turn) =>
    repeat({
      everyMs,
      async task() {
        const result = await turn();
        failing.delete(what);
        endedAt.set(what, Date.now());
        return result;
      },
      onError: (error) => {
        failing.add(what);
        logRepeated(log, what)(error);
      },
    });

  return {
    every,
    alone: (role, everyMs, what, turn) =>
      every(everyMs, what, async () => (roles.has(role) ? turn() : undefined)),
    getsOn: () => [...failing].every((what) => ignored.includes(what)) && ![...watched].some(isStuck),
  };
}
