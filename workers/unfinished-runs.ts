import { randomUUID } from 'node:crypto';
import type { BrokenRun } from '../src/core/ports/lead-store.js';

/** A run that an outage ended, as its process remembers it. */
export interface UnfinishedRun extends BrokenRun {
  /** Of a taking that nobody acknowledged: until then it may still land, and its lead is put back once more. */
  readonly lands_until?: Date;
  /** The store has put its lead back once. */
  readonly put_back: boolean;
}

/** What this process must put back. It lives as long as the process: another one finds the lead by its `due_at`. */
export interface UnfinishedRuns {
  /** A name that no other taking has. */
  newName(): string;
  /** Whether one more lead can be remembered; while not, none may be taken. */
  hasRoom(): boolean;
  keep(run: UnfinishedRun): void;
  drop(run: BrokenRun): void;
  all(): readonly UnfinishedRun[];
}

/** Of each kind. One is some 200 bytes; a lead has at most one that was not put back, and no worker has so many in hand. */
const MOST_RUNS = 2_000;

export function unfinishedRuns(most = MOST_RUNS): UnfinishedRuns {
  const runs = new Map<string, UnfinishedRun>();
  const process = randomUUID();
  let names = 0;
  const count = (putBack: boolean): number =>
    [...runs.values()].filter(({ put_back }) => put_back === putBack).length;
  return {
    newName: () => `${process}:${(names += 1)}`,
    hasRoom: () => runs.size < most || count(false) < most,
    keep(run) {
      // Beyond so many a taking that lands late costs its lead one stall, and no memory.
      if (run.put_back && runs.size >= most && count(true) >= most) runs.delete(run.by);
      else runs.set(run.by, run);
    },
    drop: ({ by }) => void runs.delete(by),
    all: () => [...runs.values()],
  };
}
