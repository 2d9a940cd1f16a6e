import { compileCatalogue } from '../../core/catalogue/compile-catalogue.js';
import { EMPTY_CATALOGUE, type Catalogue } from '../../core/catalogue/types.js';
import type { CatalogueVersion } from '../ports/catalogue-store.js';

/** Compiles the version in force. Returns the empty catalogue if none was applied yet. */
export const compileCurrent = (current: CatalogueVersion | null): Catalogue =>
  current === null ? EMPTY_CATALOGUE : compileCatalogue(current.document, current.version);
