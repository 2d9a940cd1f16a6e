import { monthOf } from '../../core/money/period.js';
import type { BooksHead } from '../ports/book-store.js';

/**
 * The first month of the books: the month in which they began, or an earlier one that was imported. Undefined: they
 * have not begun, because `migrate` of this release has not run.
 */
export function firstMonth({ begun_at, first_month }: BooksHead, zone: string): string | undefined {
  if (!begun_at) return undefined;
  const begun = monthOf(begun_at, zone);
  return first_month !== undefined && first_month < begun ? first_month : begun;
}

export const NOT_BEGUN = 'The books have not begun: run leadkeep migrate of this release';
