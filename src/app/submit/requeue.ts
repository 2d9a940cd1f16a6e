import { randomUUID } from 'node:crypto';
import type { InterruptedRun } from '../ports/lead-store.js';
import { isOutage, MissingDataKeyError } from '../outage.js';
import type { UnfinishedRun, UnfinishedRuns, UnstoredEnd } from '../ports/unfinished-runs.js';
import type { WorkPorts } from '../ports/work-ports.js';
import { storeUnsavedEnds } from './end-attempt.js';
import { REQUEUE_PAUSE_MS } from '../../core/delivery/lease-times.js';

type RequeuePorts = Pick<WorkPorts, 'leads' | 'unfinished' | 'clock' | 'random' | 'log'>;

/** How many runs one command requeues. */
const BATCH = 200;

/** A run ended with `error`. If the error is an outage, the lead is requeued now, or as soon as that is possible. */
export const requeueInterrupted = (
  ports: RequeuePorts,
  run: InterruptedRun,
  error: unknown,
): Promise<void> => {
  const lacked = error instanceof MissingDataKeyError ? { data_key: error.key } : {};
  return remember(ports, { ...run, ...lacked, requeued: false }, error);
};

/** Remembers a run that an outage ended, and puts its lead back now if that is possible. */
export async function remember(ports: RequeuePorts, run: UnfinishedRun, error: unknown): Promise<void> {
  if (!isOutage(error)) return;
  ports.unfinished.keep(run);
  try {
    await requeueRuns(ports, [run]);
  } catch (away) {
    if (!isOutage(away)) throw away;
    ports.log.warn({ lead_id: run.id }, 'a lead will be requeued when the database answers');
  }
}

/**
 * Requeues the leads that this process still holds after an outage. Also stores the ends of attempts that could not be
 * stored during it. The process calls this every second. The first command that fails ends the call, and the
 * next call continues. Throws on an outage.
 */
export async function requeueLeads(ports: WorkPorts): Promise<void> {
  const now = ports.clock();
  const due = ports.unfinished
    .all()
    .filter(
      ({ requeued, write_may_commit_until }) =>
        !requeued || (write_may_commit_until && write_may_commit_until <= now),
    );
  for (let i = 0; i < due.length; i += BATCH) await requeueRuns(ports, due.slice(i, i + BATCH));
  await storeUnsavedEnds(ports);
}

/** Puts the leads of runs back in one command, and forgets the runs that can't land any more. Throws on an outage. */
export async function requeueRuns(
  { leads, unfinished, clock, random }: RequeuePorts,
  runs: readonly UnfinishedRun[],
): Promise<void> {
  const now = clock();
  await leads.requeue(runs, now, new Date(now.getTime() + REQUEUE_PAUSE_MS * (1 + random())));
  for (const run of runs)
    if (run.write_may_commit_until && run.write_may_commit_until > now)
      unfinished.keep({ ...run, requeued: true });
    else unfinished.drop(run);
}

/**
 * The limit of remembered runs and, separately, of remembered ends. A run takes about 200 bytes, an end a few
 * kilobytes. No worker reaches the limit with its own leads, because a lead has at most one run that was not put
 * back.
 */
const MAX_RUNS = 2_000;

/** What this process must requeue, kept in its memory. `most`: how many runs, and how many ends. */
export function unfinishedRuns(most = MAX_RUNS): UnfinishedRuns {
  const runs = new Map<string, UnfinishedRun>();
  const ends = new Set<UnstoredEnd>();
  const process = randomUUID();
  let names = 0;
  const count = (requeue: boolean): number =>
    [...runs.values()].filter(({ requeued }) => requeued === requeue).length;
  return {
    newName: () => `${process}:${(names += 1)}`,
    hasRoom: () => ends.size < most && (runs.size < most || count(false) < most),
    keep(run) {
      // At the limit, forget the run to save memory. If its `take` still reaches the database, that only adds one to
      // the lead's stalled count.
      if (run.requeued && runs.size >= most && count(true) >= most) runs.delete(run.by);
      else runs.set(run.by, run);
    },
    drop: ({ by }) => void runs.delete(by),
    all: () => [...runs.values()],
    keepEnd: (end) => void ends.add(end),
    dropEnd: (end) => void ends.delete(end),
    ends: () => [...ends],
  };
}
