import { didYouMean } from '../../core/catalogue/did-you-mean.js';
import type { Catalogue } from '../../core/catalogue/types.js';
import { ActRefused } from '../act-refused.js';

/** The ids of the buyer's offers, or of the one offer, with this handle. Throws ActRefused if there is neither. */
export function destinationOffers(
  { buyers, offers }: Pick<Catalogue, 'buyers' | 'offers'>,
  handle: string,
): string[] {
  const found = [...offers.values()].filter(
    (offer) => offer.handle === handle || offer.buyer.handle === handle,
  );
  const entries = [...buyers.values(), ...offers.values()];
  if (entries.some((entry) => entry.handle === handle)) return found.map(({ id }) => id);
  const hint = didYouMean(
    handle,
    entries.map((entry) => entry.handle),
  );
  throw new ActRefused(
    'invalid',
    `There is no buyer or offer ${handle} in the catalogue${hint}`,
    'destination',
  );
}
