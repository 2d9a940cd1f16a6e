import { isOutage, MissingDataKeyError } from './outage.js';
import type { WorkLog } from './ports/work-ports.js';

/** This many outages in a row mean that the service is not available, and not that one record is bad. */
export const MAX_OUTAGES = 3;

/** The most failures to remember. Beyond it, a failure that was already logged may be logged again. */
const MAX_KNOWN = 10_000;

/** Remembers what fails with which records. A failure is logged once, until that works again with its record. */
export interface Failures {
  /**
   * How many failures are known, and so how many records at most. A batch of the most overdue records begins with these,
   * so it must be larger by this number.
   */
  known(): number;
  /** Whether this failed with the record when it was last tried. */
  fails(id: string, what: string): boolean;
  failed(id: string, error: unknown, what: string): void;
  worked(id: string, what: string): void;
}

/** Create one for the lifetime of a process. */
export function createFailures(log: WorkLog): Failures {
  const told = new Set<string>();
  const nameOf = (id: string, what: string): string => `${what} ${id}`;
  return {
    known: () => told.size,
    fails: (id, what) => told.has(nameOf(id, what)),
    failed(id, err, what) {
      const name = nameOf(id, what);
      if (told.has(name)) return;
      if (told.size >= MAX_KNOWN) told.clear();
      told.add(name);
      log.error({ err, record_id: id }, `${what} failed; it is tried again and not told again`);
    },
    worked: (id, what) => void told.delete(nameOf(id, what)),
  };
}

/** What to do with each item. */
interface Alone<T> {
  /** The start of the log message "… failed", such as `closing a search`. Failures are remembered by it. */
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
export async function eachSeparately<T>(
  failures: Failures,
  items: readonly T[],
  { what, idOf, act, atOnce = 1 }: Alone<T>,
): Promise<T[]> {
  const done: T[] = [];
  // A record may have several items. One that works hides no other.
  const failed = new Set<string>();
  let outages = 0;
  for (let from = 0; from < items.length; from += atOnce) {
    const some = items.slice(from, from + atOnce);
    const ended = await Promise.allSettled(some.map(async (item) => act(item)));
    for (const [nth, item] of some.entries()) {
      const id = idOf(item);
      const end = ended[nth];
      if (end?.status !== 'rejected') {
        if (!failed.has(id)) failures.worked(id, what);
        done.push(item);
        outages = 0;
        continue;
      }
      const error: unknown = end.reason;
      outages = isOutageForAll(error) ? outages + 1 : 0;
      if (outages === MAX_OUTAGES) throw error;
      failed.add(id);
      failures.failed(id, error, what);
    }
  }
  return done;
}

/** Whether an error may be an outage for all records. A data key that is missing concerns its records alone. */
export const isOutageForAll = (error: unknown): boolean =>
  isOutage(error) && !(error instanceof MissingDataKeyError);
