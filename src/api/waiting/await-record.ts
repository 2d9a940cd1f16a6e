import { isOutage } from '../../app/outage.js';
import type { Log } from '../../platform/process/logger.js';
import type { Waiters } from '../../app/ports/waiters.js';

export interface Awaited<Stored> {
  readonly waiters: Waiters;
  readonly id: string;
  /** How long the caller waits at most. */
  readonly wait_ms: number;
  /** The record as it was stored: what is answered when nothing newer can be read. */
  readonly stored: Stored;
  /** Puts the record's job on its queue; absent when it was put there by another call. */
  readonly enqueue?: () => Promise<void>;
  readonly read: () => Promise<Stored | null>;
  /** Whether waiting longer is of no use. */
  readonly settled: (record: Stored) => boolean;
  readonly log: Log;
}

/**
 * Enqueues a stored record's job, waits until it is settled or the time is over, and answers it as it then stands.
 * The record is safe by now and the sweeper will find it, so nothing that fails here is the caller's fault.
 */
export async function awaitRecord<Stored>(awaited: Awaited<Stored>): Promise<Stored> {
  const { waiters, id, read, settled, stored } = awaited;
  if (settled(stored)) return stored;
  const until = performance.now() + awaited.wait_ms;
  let waiting = waiters.wait(id, awaited.wait_ms);
  let record = stored;
  try {
    await awaited.enqueue?.();
    for (;;) {
      const end = await waiting.promise;
      // Before reading, so that a move while we read is not missed.
      waiting = waiters.wait(id, Math.max(0, until - performance.now()));
      record = (await read()) ?? record;
      if (end === 'timeout' || settled(record)) return record;
    }
  } catch (error) {
    const what = 'not waited for: the record is stored and due';
    if (isOutage(error)) awaited.log.warn({ err: error }, what);
    else awaited.log.error({ err: error }, what);
    return record;
  } finally {
    waiting.cancel();
  }
}

export const later = (now: Date, ms: number): Date => new Date(now.getTime() + ms);
