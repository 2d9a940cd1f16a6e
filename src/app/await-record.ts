import { DUE_AFTER_MS } from '../core/delivery/lease-times.js';
import { isOutage } from './outage.js';
import type { WakeNote } from './ports/queues.js';
import type { Waiters } from './ports/waiters.js';
import type { WorkLog } from './ports/work-ports.js';

/** When a record that is stored now becomes due for the sweeper. */
export const dueAfter = (now: Date): Date => new Date(now.getTime() + DUE_AFTER_MS);

export interface Awaited<Stored> {
  readonly waiters: Pick<Waiters, 'wait'>;
  readonly id: string;
  /** The longest time that the caller waits. Without any left, nothing is read for the caller. */
  readonly wait_ms: number;
  /** The record as it was stored: the answer if nothing newer can be read. */
  readonly stored: Stored;
  /** Puts the record's job on its queue; absent when another call did. */
  readonly enqueue?: () => Promise<void>;
  /** Called when nothing is left but to wait. */
  readonly enqueued?: () => void;
  readonly read: () => Promise<Stored | null>;
  /** The record after a note of its change. Undefined: it must be read. */
  readonly afterNote?: (stored: Stored, note: WakeNote) => Stored | undefined;
  /** Whether the record is settled, so that waiting longer changes nothing. */
  readonly settled: (record: Stored) => boolean;
  readonly log: WorkLog;
  /** Log fields that name the record. */
  readonly about?: object;
}

/**
 * Enqueues the job of a stored record, waits until the record is settled or the time is over, and returns the record
 * as it is then. The record is stored and the sweeper finds it. So a failure here does not fail the request.
 */
export async function awaitRecord<Stored>(awaited: Awaited<Stored>): Promise<Stored> {
  const { waiters, id, read, settled, stored } = awaited;
  if (settled(stored)) return stored;
  const until = performance.now() + awaited.wait_ms;
  let waiting = awaited.wait_ms > 0 ? waiters.wait(id, awaited.wait_ms) : undefined;
  let record = stored;
  try {
    await awaited.enqueue?.();
    awaited.enqueued?.();
    while (waiting) {
      const end = await waiting.promise;
      const noted = typeof end === 'object' ? awaited.afterNote?.(stored, end) : undefined;
      if (noted !== undefined) return noted;
      // Wait again before reading, so that a change during the read is not missed.
      waiting = waiters.wait(id, Math.max(0, until - performance.now()));
      record = (await read()) ?? record;
      if (end === 'timeout' || settled(record)) return record;
    }
    return record;
  } catch (error) {
    const fields = { ...awaited.about, err: error };
    const what = 'not waited for: the record is stored and due';
    if (isOutage(error)) awaited.log.warn(fields, what);
    else awaited.log.error(fields, what);
    return record;
  } finally {
    waiting?.cancel();
  }
}
