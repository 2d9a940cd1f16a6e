import type { Catalogue } from '../../core/catalogue/types.js';

/** The compiled catalogue in force, from memory. It is replaced as a whole when a new version applies. */
export interface CatalogueSource {
  current(): Catalogue;
}
