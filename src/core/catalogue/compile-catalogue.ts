import { booksOf } from './books.js';
import { compact } from './compact.js';
import type { CampaignEntry, CampaignOfferEntry, CapEntry, CatalogueDocument } from './document.js';
import type { Buyer, Campaign, CampaignOffer, Cap, CapScope, Catalogue, Offer } from './types.js';

/**
 * Links one stored version into the read-only form that the checks use. Throws if the document refers to an entry
 * that it does not contain. A stored version was validated, so a missing entry means damaged data, not bad input.
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
  return compact({
    ...{ version, books: booksOf(document), alerts: document.alerts },
    ...{ retention: document.retention, stages: document.stages },
    ...{ affiliates, buyers, offers, campaigns },
  });
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
 * A cap's id contains everything that its counter depends on, but not the limit. So a cap with a new limit keeps its
 * count, and a cap with a new time zone or program starts at 0. The parts are encoded, because a program's value may
 * contain any character.
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
