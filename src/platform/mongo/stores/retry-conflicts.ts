import { setTimeout as pause } from 'node:timers/promises';
import { backoffMs } from '../../../core/backoff.js';
import { isDeadlock } from '../../process/outage.js';
import { isDuplicateKey } from './duplicate-key.js';

/**
 * Whether a simultaneous write of the same made this one fail. FerretDB locks the records of one command one after the
 * other. If two commands wait for each other, it undoes one.
 */
export const isConflict = (error: unknown): boolean => isDuplicateKey(error) || isDeadlock(error);

interface Retries {
  /** This many failures in a row mean that something else is wrong. */
  readonly tries?: number;
  readonly most_ms?: number;
  readonly isPassing?: (error: unknown) => boolean;
}

/** Repeats what fails because of others, each time from its beginning. */
export async function retryConflicts<T>(
  run: () => Promise<T>,
  { tries = 10, most_ms = 1_000, isPassing = isConflict }: Retries = {},
): Promise<T> {
  for (let tried = 1; ; tried += 1) {
    try {
      return await run();
    } catch (error) {
      if (tried === tries || !isPassing(error)) throw error;
      await pause(backoffMs({ first_ms: 10, most_ms, jitter: 1 }, tried, Math.random()));
    }
  }
}

/** Inserts, or reads what is in the way. Null: it is inserted. */
export const insertOrRead = <Row>(
  insert: () => Promise<unknown>,
  read: () => Promise<Row | null>,
): Promise<Row | null> =>
  retryConflicts(async () => {
    try {
      await insert();
      return null;
    } catch (error) {
      const existing = isConflict(error) ? await read() : null;
      // Without one, what was in the way is gone, or FerretDB undid the other insert too.
      if (!existing) throw error;
      return existing;
    }
  });
