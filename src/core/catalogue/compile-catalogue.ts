import { compact } from './compact.js';
import type { CampaignEntry, CampaignOfferEntry, CapEntry, CatalogueDocument } from './document.js';
import type { Buyer, Campaign, CampaignOffer, Cap, CapScope, Catalogue, Offer } from './types.js';

/**
 * Links one stored version into the read-only form that the checks use. Throws when the document refers to an
 * entry that it does not have: a stored version was validated, so that is damage, not input.
 */
export function compileCatalogue(document: CatalogueDocument, version: number): Catalogue {
  const affiliates = byId(document.affiliates);
  const buyers = byId(
    document.buyers.map((entry): Buyer => ({
      ...entry,
      caps: capsOf('buyer', entry.id, entry.time_zone, entry.caps),
    })),
  );
  const offers = byId(
    document.offers.map(({ buyer_id, ...entry }): Offer => {
      const buyer = need(buyers, buyer_id, 'buyer');
      return { ...entry, buyer, caps: capsOf('offer', entry.id, buyer.time_zone, entry.caps) };
    }),
  );
  const campaigns = byId(
    document.campaigns.map(({ affiliate_id, ...entry }): Campaign => ({
      ...entry,
      affiliate: need(affiliates, affiliate_id, 'affiliate'),
      caps: capsOf('campaign', entry.id, entry.time_zone, entry.caps),
      offers: new Map(entry.offers.map((item) => [item.offer_id, campaignOffer(entry, item, offers)])),
    })),
  );
  return { version, affiliates, buyers, offers, campaigns };
}

function campaignOffer(
  campaign: Pick<CampaignEntry, 'id' | 'time_zone'>,
  { offer_id, ...entry }: CampaignOfferEntry,
  offers: ReadonlyMap<string, Offer>,
): CampaignOffer {
  return {
    ...entry,
    offer: need(offers, offer_id, 'offer'),
    caps: capsOf('campaign_offer', `${campaign.id}+${offer_id}`, campaign.time_zone, entry.caps),
  };
}

/**
 * A cap's id names everything that its counter depends on, and not the limit: a raised limit goes on counting,
 * another zone or program counts anew. Encoded, because a program's value may hold any character.
 */
function capsOf(scope: CapScope, owner: string, zone: string, caps: readonly CapEntry[]): Cap[] {
  return caps.map((cap) => {
    const parts = [scope, owner, cap.window, zone, ...(cap.program === undefined ? [] : [cap.program])];
    return compact({ ...cap, id: parts.map(encodeURIComponent).join('/'), scope, time_zone: zone });
  });
}

const byId = <T extends { readonly id: string }>(entries: readonly T[]): Map<string, T> =>
  new Map(entries.map((entry) => [entry.id, entry]));

function need<T>(entries: ReadonlyMap<string, T>, id: string, kind: string): T {
  const entry = entries.get(id);
  if (entry === undefined)
    throw new Error(`The stored catalogue refers to ${kind} ${id}, which it does not have`);
  return entry;
}
