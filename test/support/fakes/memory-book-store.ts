import type { BooksHead, BookStore, Period } from '../../../src/app/ports/book-store.js';
import type { Entry } from '../../../src/core/money/entry.js';

const BEGUN = new Date('2026-01-01T00:00:00Z');

/** The books in memory: the first write of an entry counts. */
export function memoryBookStore() {
  const entries = new Map<string, Entry>();
  const closed: Period[] = [];
  let head: BooksHead = { begun_at: BEGUN };
  const books: BookStore = {
    head: () => Promise.resolve(head),
    freeze({ currency, time_zone }) {
      head = { currency, time_zone, ...head };
      return Promise.resolve({
        currency: head.currency ?? currency,
        time_zone: head.time_zone ?? time_zone,
      });
    },
    periods: () => Promise.resolve([...closed]),
    write(written) {
      for (const entry of written) if (!entries.has(entry.id)) entries.set(entry.id, entry);
      return Promise.resolve();
    },
    subids: (ids) =>
      Promise.resolve(
        new Map(
          ids.flatMap((id) => {
            const subids = entries.get(id)?.subids;
            return subids ? [[id, subids] as const] : [];
          }),
        ),
      ),
  };
  return { ...books, entries, closed };
}

export type MemoryBookStore = ReturnType<typeof memoryBookStore>;
