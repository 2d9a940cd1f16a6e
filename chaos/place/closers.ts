export interface Closers {
  /** Adds what is to be closed. */
  add(closer: () => Promise<unknown>): void;
  /** Closes all, the last one first. Never throws. */
  close(): Promise<void>;
}

/** What a rehearsal has opened. One that fails keeps no other from closing, and hides no report and no error: it is said. */
export function openClosers(say: (line: string) => void): Closers {
  const closers: (() => Promise<unknown>)[] = [];
  return {
    add: (closer) => void closers.push(closer),
    async close() {
      for (const closer of closers.splice(0).reverse())
        await closer().catch((error: unknown) => {
          say(`something could not be closed: ${String(error)}`);
        });
    },
  };
}
