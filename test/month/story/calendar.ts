import type { Chapter } from './parties.js';

export const HOUR_MS = 3_600_000;
export const DAY_MS = 24 * HOUR_MS;

/** When a story takes place. */
export interface Calendar {
  /** Midnight in the accounting zone. */
  readonly begin: Date;
  readonly end: Date;
  /** What changes the catalogue, in order. The first chapter begins with the story. */
  readonly chapters: readonly (readonly [chapter: Chapter, at: Date])[];
  /** The month that is closed, its end, and the month after it. */
  readonly closed: { readonly month: string; readonly ends: Date; readonly next: string };
}

const BEGIN = new Date('2026-10-05T05:00:00Z');

/**
 * The played month: 30 days from a midnight in Chicago on. The clocks go back within them. That is also the end of October,
 * before the clocks go back on the same day.
 */
export const PLAYED_MONTH: Calendar = {
  begin: BEGIN,
  end: new Date(BEGIN.getTime() + 30 * DAY_MS),
  chapters: [
    ['opening', BEGIN],
    ['dearer', new Date('2026-10-12T06:00:00Z')],
    ['swapped', new Date('2026-10-20T15:00:00Z')],
  ],
  closed: { month: '2026-10', ends: new Date('2026-11-01T05:00:00Z'), next: '2026-11' },
};

/** The chapter of a moment. */
export function chapterAt({ chapters }: Calendar, at: Date): Chapter {
  const begun = chapters.filter(([, since]) => at >= since).at(-1);
  return begun?.[0] ?? 'opening';
}

/** A moment so many days after the beginning. */
export const dayOf = ({ begin }: Calendar, n: number): Date => new Date(begin.getTime() + n * DAY_MS);

/** How many days the story has, the last one counted in full. */
export const daysOf = ({ begin, end }: Calendar): number =>
  Math.ceil((end.getTime() - begin.getTime()) / DAY_MS);
