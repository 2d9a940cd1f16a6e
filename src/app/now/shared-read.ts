import { hasElapsed } from '../../core/has-elapsed.js';

/** A result, and when its reading began. */
export interface Read<T> {
  readonly value: T;
  readonly as_of: Date;
}

export interface SharedRead<T> {
  /** A result that is at most `maxAgeMs` old. Throws the error of the reading, which is not kept. */
  get(): Promise<Read<T>>;
  /** The next call reads anew. */
  forget(): void;
}

/**
 * Reads at most once in `maxAgeMs`, however many ask: they share the result, also one that is still being read. So the
 * age counts from the beginning of the reading.
 */
export function createSharedRead<T>(
  read: (now: Date) => Promise<T>,
  maxAgeMs: number,
  clock: () => Date,
): SharedRead<T> {
  let last: { readonly at: Date; readonly result: Promise<Read<T>> } | undefined;
  return {
    get() {
      const now = clock();
      if (last && !hasElapsed(maxAgeMs, last.at.getTime(), now.getTime())) return last.result;
      const begun = { at: now, result: read(now).then((value) => ({ value, as_of: now })) };
      last = begun;
      begun.result.catch(() => {
        if (last === begun) last = undefined;
      });
      return begun.result;
    },
    forget() {
      last = undefined;
    },
  };
}
