import type { WakeNote } from './queues.js';

/** How a wait ends: the record changed, perhaps with a note of how, or the time is over. */
export type WaitEnd = 'woken' | 'timeout' | WakeNote;

interface Waiting {
  /** Settles once, never rejects. */
  readonly promise: Promise<WaitEnd>;
  /** Stops waiting (the job could not be enqueued, or the client left). The promise then resolves to `timeout`. */
  cancel(): void;
}

interface Watch {
  /** Resolves when no change is missed any more, at the latest after half a second; never rejects. */
  readonly heard: Promise<void>;
  leave(): void;
}

export interface Waiters {
  /**
   * Waits for a change of the record with this id. Call it before you enqueue the job: the worker may be done before
   * the enqueuing call returns, and a wake-up that finds no waiter is lost. From this call on, no wake-up is missed,
   * even before you await `promise`.
   */
  wait(id: string, timeoutMs: number): Waiting;
  /** Calls `changed` whenever results of this search change, and whenever a change may have been missed. */
  watch(id: string, changed: () => void): Watch;
  /** Resolves when wake-ups can arrive for the first time. */
  ready(): Promise<void>;
  /** Ends every wait. The owner of the connection closes it. */
  close(): Promise<void>;
}
