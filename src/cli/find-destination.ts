import { destinationIn, type Destination } from '../app/lead-files/destination-offers.js';
import type { CatalogueDocument } from '../core/catalogue/document.js';
import { didYouMean } from '../core/catalogue/did-you-mean.js';
import { CliError } from './cli-error.js';

/** The buyer, or the one offer, with this handle. Throws a CliError if there is neither. */
export function findDestination(document: CatalogueDocument | undefined, handle: string): Destination {
  const { buyers = [], offers = [] } = document ?? {};
  const found = destinationIn(buyers, offers, handle);
  if (found) return found;
  const hint = didYouMean(
    handle,
    [...buyers, ...offers].map((each) => each.handle),
  );
  throw new CliError(`There is no buyer or offer ${handle} in the catalogue${hint}`);
}
