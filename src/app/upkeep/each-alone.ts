import { isOutage, MissingDataKeyError } from '../outage.js';
import type { WorkLog } from '../ports/work-ports.js';

/** This many outages in a row mean that the service is not available, and not that one record is bad. */
const MAX_OUTAGES = 3;

/** The most failing records to remember. Beyond it, a failure that was already logged may be logged again. */
const MAX_KNOWN = 10_000;

/** Remembers which records fail. A failure is logged once, until the record works again. */
export interface Failures {
  /**
   * How many records are known to fail. A batch of the most overdue records begins with these, so it must be larger
   * by this number.
   */
  known(): number;
  failed(id: string, error: unknown, what: string): void;
  worked(id: string): void;
}

/** Create one for the lifetime of a process. */
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

/** What to do with each item. */
interface Alone<T> {
  /** The start of the log message "… failed", such as `closing a search`. */
  readonly what: string;
  readonly idOf: (item: T) => string;
  readonly act: (item: T) => Promise<unknown>;
  /** How many are processed at once (1). */
  readonly atOnce?: number;
}

/**
 * Processes each item so that an item that fails does not delay the others. Returns the items that worked. Throws an
 * OutageError only if several items in a row meet an outage. A data key that is missing concerns its records alone.
 */
export async function eachAlone<T>(
  failures: Failures,
  items: readonly T[],
  { what, idOf, act, atOnce = 1 }: Alone<T>,
): Promise<T[]> {
  const done: T[] = [];
  let outages = 0;
  for (let from = 0; from < items.length; from += atOnce) {
    const some = items.slice(from, from + atOnce);
    const ended = await Promise.allSettled(some.map(async (item) => act(item)));
    for (const [nth, item] of some.entries()) {
      const id = idOf(item);
      const end = ended[nth];
      if (end?.status !== 'rejected') {
        failures.worked(id);
        done.push(item);
        outages = 0;
        continue;
      }
      const error: unknown = end.reason;
      outages = isOutage(error) && !(error instanceof MissingDataKeyError) ? outages + 1 : 0;
      if (outages === MAX_OUTAGES) throw error;
      failures.failed(id, error, what);
    }
  }
  return done;
}
