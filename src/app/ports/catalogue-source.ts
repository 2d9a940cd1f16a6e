import type { Catalogue } from '../../core/catalogue/types.js';

/** The compiled catalogue in force, from memory; swapped as a whole when the version moves. */
export interface CatalogueSource {
  current(): Catalogue;
}
