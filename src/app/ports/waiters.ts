interface Waiting {
  /** Settles once, never rejects. */
  readonly promise: Promise<'woken' | 'timeout'>;
  /** Stops waiting (the job could not be enqueued, the client left); the promise says `timeout`. */
  cancel(): void;
}

export interface Waiters {
  /**
   * Waits for the record with this id to move. Must be called before the job is enqueued: the worker may be done
   * before the enqueuing call is, and a wake-up that finds nobody waiting is gone. From then on none can be missed,
   * also before `promise` is looked at.
   */
  wait(id: string, timeoutMs: number): Waiting;
  /** Resolves when wake-ups can arrive for the first time. */
  ready(): Promise<void>;
  /** Ends every wait. The connection is its owner's to close. */
  close(): Promise<void>;
}
