import type { ListPart } from './lead-filters.js';

/** A look at the first page of a list. */
interface Look {
  readonly part: ListPart;
  /** How many leads it needs. */
  readonly enough: number;
  /** The end of its time range, exclusive, in milliseconds since 1970. */
  readonly to: number;
}

/** What a look found. Times in milliseconds since 1970. */
interface Span {
  readonly to: number;
  readonly newest: number;
  /** From the newest lead back to the last that was needed, in milliseconds. */
  readonly length: number;
}

/** Lists that a process remembers. */
const MAX_KEPT = 1_000;

/**
 * Where the first page of a list was found last, so that the next look finds it with one command: people look at the same
 * list again, and otherwise search through days without a lead each time. It is a guess, because the list may have changed.
 */
export interface PageSpans {
  /** How far back from `to` the first page may go. Undefined: this list was not read before. */
  lengthOf(look: Look): number | undefined;
  /** `times`: of all leads that it found, in any order, in milliseconds since 1970. Too few are not noted. */
  note(look: Look, times: readonly number[]): void;
}

export function createPageSpans(): PageSpans {
  const spans = new Map<string, Span>();
  return {
    lengthOf(look) {
      const known = spans.get(nameOf(look));
      return known && known.length + Math.max(0, look.to - known.newest);
    },
    note(look, times) {
      const { to, enough } = look;
      const sorted = times.toSorted((a, b) => b - a);
      const [newest, last] = [sorted[0], sorted[enough - 1]];
      if (newest === undefined || last === undefined) return;
      const name = nameOf(look);
      // Most looks end now. One at an earlier time says nothing of the newest leads.
      if ((spans.get(name)?.to ?? 0) > to) return;
      if (spans.size >= MAX_KEPT) spans.clear();
      spans.set(name, { to, newest, length: newest - last + 1 });
    },
  };
}

const nameOf = ({ part: { filter, index }, enough }: Look): string => JSON.stringify([index, filter, enough]);
