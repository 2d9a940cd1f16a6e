import type { CapEntry, CatalogueDocument } from '../../src/core/catalogue/document.js';
import type { Cap, Catalogue } from '../../src/core/catalogue/types.js';

/** The stored form of a compiled catalogue. */
export function documentOf({ affiliates, buyers, offers, campaigns }: Catalogue): CatalogueDocument {
  const withCaps = <T extends { readonly caps: readonly Cap[] }>(entry: T) => ({
    ...entry,
    caps: entry.caps.map(capEntry),
  });
  return {
    affiliates: [...affiliates.values()],
    buyers: [...buyers.values()].map(withCaps),
    offers: [...offers.values()].map(({ buyer, ...offer }) => ({ ...withCaps(offer), buyer_id: buyer.id })),
    campaigns: [...campaigns.values()].map(({ affiliate, offers: lines, ...campaign }) => ({
      ...withCaps(campaign),
      affiliate_id: affiliate.id,
      offers: [...lines.values()].map(({ offer, ...line }) => ({ ...withCaps(line), offer_id: offer.id })),
    })),
  };
}

const capEntry = ({ window, limit, program }: Cap): CapEntry => ({
  window,
  limit,
  ...(program === undefined ? {} : { program }),
});
