import type { CatalogueDocument } from '../core/catalogue/document.js';
import { didYouMean } from '../core/catalogue/did-you-mean.js';
import { CliError } from './cli-error.js';

/** The ids of the buyer's offers, or of the one offer, with this handle. Throws a CliError if there is neither. */
export function findDestination(document: CatalogueDocument | undefined, handle: string): string[] {
  const { buyers = [], offers = [] } = document ?? {};
  const buyer = buyers.find((each) => each.handle === handle);
  const found = offers.filter((offer) => offer.handle === handle || offer.buyer_id === buyer?.id);
  if (found.length > 0 || buyer) return found.map(({ id }) => id);
  const hint = didYouMean(
    handle,
    [...buyers, ...offers].map((each) => each.handle),
  );
  throw new CliError(`There is no buyer or offer ${handle} in the catalogue${hint}`);
}
