import { monthOf } from '../../core/money/period.js';
import type { BooksHead } from '../ports/book-store.js';

/** The first month of the books: that in which they began. Undefined: `migrate` has not run. */
export const firstMonth = ({ begun_at }: BooksHead, zone: string): string | undefined =>
  begun_at && monthOf(begun_at, zone);

export const NOT_BEGUN = 'The books have not begun: run leadkeep migrate';
