import { compileCatalogue } from '../../core/catalogue/compile-catalogue.js';
import { EMPTY_DOCUMENT, type CatalogueDocument } from '../../core/catalogue/document.js';
import { EMPTY_CATALOGUE, type Catalogue } from '../../core/catalogue/types.js';
import { withChanges } from '../../core/timed-changes/in-force.js';
import type { TimedChange } from '../../core/timed-changes/timed-change.js';
import type { CatalogueStore, CatalogueVersion } from '../ports/catalogue-store.js';

/** The document of the version in force. Returns the empty one if none was applied yet. */
export const currentDocument = async (store: Pick<CatalogueStore, 'current'>): Promise<CatalogueDocument> =>
  (await store.current())?.document ?? EMPTY_DOCUMENT;

/** Compiles the version in force, under timed changes in force. Returns the empty catalogue if none was applied yet. */
export const compileCurrent = (
  current: CatalogueVersion | null,
  inForce: readonly TimedChange[] = [],
): Catalogue =>
  current === null
    ? EMPTY_CATALOGUE
    : compileCatalogue(withChanges(current.document, inForce), current.version);
