import { setTimeout as sleep } from 'node:timers/promises';

const LIMIT_MS = 60_000;

export interface Closers {
  /** Adds what is to be closed. */
  add(closer: () => Promise<unknown>): void;
  /** Closes all, the last one first, and waits a minute for each. Never throws. */
  close(): Promise<void>;
}

/** What a rehearsal has opened. One that fails keeps no other from closing, and hides no report and no error: it is said. */
export function openClosers(say: (line: string) => void): Closers {
  const closers: (() => Promise<unknown>)[] = [];
  return {
    add: (closer) => void closers.push(closer),
    async close() {
      for (const closer of closers.splice(0).reverse())
        try {
          await Promise.race([closer(), tooLong()]);
        } catch (error) {
          say(`something could not be closed: ${String(error)}`);
        }
    },
  };
}

/** What is closed may ask a server that is gone for ever. */
async function tooLong(): Promise<never> {
  await sleep(LIMIT_MS, undefined, { ref: false });
  throw new Error(`it took over ${LIMIT_MS / 1_000} s`);
}
