import type { Waiters } from '../../../src/app/ports/waiters.js';

export interface WaitersInTime extends Waiters {
  wake(id: string): void;
  /** The time of everybody who waits is over. */
  expire(): void;
}

/** Who waits for a record to move, on simulated time. */
export function waitersInTime(): WaitersInTime {
  const waiting = new Map<(end: 'woken' | 'timeout') => void, string>();
  return {
    wait(id) {
      let settle: (end: 'woken' | 'timeout') => void = () => undefined;
      const promise = new Promise<'woken' | 'timeout'>((resolve) => {
        settle = (end) => {
          waiting.delete(settle);
          resolve(end);
        };
      });
      waiting.set(settle, id);
      const cancel = (): void => {
        settle('timeout');
      };
      return { promise, cancel };
    },
    wake(id) {
      for (const [settle, of] of [...waiting]) if (of === id) settle('woken');
    },
    expire() {
      for (const [settle] of [...waiting]) settle('timeout');
    },
    watch: () => ({ heard: Promise.resolve(), leave: () => undefined }),
    ready: () => Promise.resolve(),
    close: () => Promise.resolve(),
  };
}
