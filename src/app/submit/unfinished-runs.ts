import { randomUUID } from 'node:crypto';
import type { UnfinishedRun, UnfinishedRuns, UnstoredEnd } from '../ports/unfinished-runs.js';

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
