import type { Catalogue } from '../../core/catalogue/types.js';

/** The compiled catalogue in force, from memory. It is replaced as a whole when a new version applies. */
export interface CatalogueSource {
  current(): Catalogue;
}

/** One that is at most 5 s old after it was reached, also in a process that stood still. */
export interface ReachedCatalogue extends CatalogueSource {
  /** Reads the catalogue if it is older, or older than this version. Rejects on an outage. */
  reach(version: number): Promise<void>;
}

/** One that can be read at once, before its next look for a new version. */
export interface FreshCatalogue extends CatalogueSource {
  /** Reads the catalogue in force now. A version that can't be compiled changes nothing. Rejects on an outage. */
  refresh(): Promise<void>;
}
