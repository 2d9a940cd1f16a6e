import type { CatalogueDocument } from './document.js';
import { DEFAULT_BOOKS, type Books } from './types.js';

/** What the books are kept in by this version. What nothing names: DEFAULT_BOOKS. */
export const booksOf = ({ books }: Pick<CatalogueDocument, 'books'>): Books => ({
  ...DEFAULT_BOOKS,
  ...books,
});

export const sameBooks = (one: Books, other: Books): boolean =>
  one.currency === other.currency && one.time_zone === other.time_zone;
