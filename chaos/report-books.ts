import type { BooksEvidence } from './verdicts/books-evidence.js';

/** What was booked, and what was done to the books. */
export interface BooksFigures {
  /** Entries by kind. */
  readonly entries: Readonly<Record<string, number>>;
  readonly buyers_owe_cents: number;
  readonly affiliates_are_owed_cents: number;
  readonly returned: { readonly by_operator: number; readonly by_callback: number };
  readonly undone: number;
  /** Returns that the share or another rule refused. */
  readonly refused: number;
  readonly adjustments: { readonly entered: number; readonly acknowledged: number };
  readonly closed: readonly string[];
  /** Entries that stand in a later month than the one in which they happened. */
  readonly late: number;
}

export function booksFigures({ entries, kept }: BooksEvidence): BooksFigures {
  const kinds: Record<string, number> = {};
  for (const { kind } of entries) kinds[kind] = (kinds[kind] ?? 0) + 1;
  const by = (who: string): number => [...kept.returned.values()].filter((one) => one === who).length;
  return {
    entries: kinds,
    buyers_owe_cents: entries.reduce((sum, { buyer_cents }) => sum + (buyer_cents ?? 0), 0),
    affiliates_are_owed_cents: entries.reduce((sum, { affiliate_cents }) => sum + (affiliate_cents ?? 0), 0),
    returned: { by_operator: by('operator'), by_callback: by('callback') },
    undone: kept.undone.size,
    refused: kept.refused,
    adjustments: {
      entered: kept.entered.length,
      acknowledged: kept.entered.filter(({ acknowledged }) => acknowledged).length,
    },
    closed: kept.closed,
    late: entries.filter(({ month, period }) => month !== period).length,
  };
}

export function booksLine(books: BooksFigures): string {
  const { entries, returned, adjustments } = books;
  const kinds = Object.entries(entries)
    .sort()
    .map(([kind, count]) => `${kind} ${count}`);
  const returns = `${returned.by_operator} returned by the operator, ${returned.by_callback} by callbacks, ${books.refused} refused, ${books.undone} undone`;
  const adjusted = `${adjustments.acknowledged} of ${adjustments.entered} adjustments acknowledged`;
  return `books         ${kinds.join(', ') || 'no entry'} (${books.late} late); ${returns}; ${adjusted}; ${books.closed.length} months closed`;
}
