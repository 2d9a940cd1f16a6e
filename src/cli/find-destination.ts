import { needDestination, type Destination } from '../app/lead-files/destination.js';
import type { CatalogueDocument } from '../core/catalogue/document.js';

/** The buyer, or the one offer, with this handle. Throws an ActRefused if there is neither. */
export const findDestination = (document: CatalogueDocument | undefined, handle: string): Destination =>
  needDestination(document?.buyers ?? [], document?.offers ?? [], handle);
