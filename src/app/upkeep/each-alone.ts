import { isOutage } from '../outage.js';
import type { WorkLog } from '../ports/work-ports.js';

/** So many outages in a row say that the service is away, and not that one record is bad. */
const MAX_OUTAGES = 3;

/** Of the records that fail; past it one that was told of may be told of again. */
const MAX_KNOWN = 10_000;

/** What failed and goes on failing. It is told once, until it works again. */
export interface Failures {
  /** Records known to fail. A batch of the most overdue begins with these, so it must be larger by their number. */
  known(): number;
  failed(id: string, error: unknown, what: string): void;
  worked(id: string): void;
}

/** One for the life of a process. */
export function createFailures(log: WorkLog): Failures {
  const told = new Set<string>();
  return {
    known: () => told.size,
    failed(id, err, what) {
      if (told.has(id)) return;
      if (told.size >= MAX_KNOWN) told.clear();
      told.add(id);
      log.error({ err, record_id: id }, `${what} failed; it is tried again and not told again`);
    },
    worked: (id) => void told.delete(id),
  };
}

/** What is done with each of many. */
interface Alone<T> {
  /** Ends the sentence "… failed". */
  readonly what: string;
  readonly idOf: (item: T) => string;
  readonly act: (item: T) => Promise<unknown>;
}

/**
 * Does something with each item, so that one that fails keeps none of the others waiting; those with which it worked.
 * Throws an OutageError only when item after item meets one.
 */
export async function eachAlone<T>(
  failures: Failures,
  items: readonly T[],
  { what, idOf, act }: Alone<T>,
): Promise<T[]> {
  const done: T[] = [];
  let outages = 0;
  for (const item of items) {
    const id = idOf(item);
    try {
      await act(item);
      failures.worked(id);
      done.push(item);
      outages = 0;
    } catch (error) {
      outages = isOutage(error) ? outages + 1 : 0;
      if (outages === MAX_OUTAGES) throw error;
      failures.failed(id, error, what);
    }
  }
  return done;
}
