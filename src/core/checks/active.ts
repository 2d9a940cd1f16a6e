import { areForgotten } from '../search/earlier-runs.js';
import { isStillPartners } from '../search/partner-terms.js';
import type { TimedPause } from '../catalogue/types.js';
import type { Refusal } from '../refusal.js';
import type { Check, Subject } from './check.js';

/**
 * Refuses leads for anything that is expired, paused, retired, or removed from the campaign since the search, and where the
 * campaign went to another affiliate, or the offer to another buyer: a partner's always, a direct one with another consent text.
 */
export const active: Check = {
  name: 'active',
  stages: ['search', 'submit'],
  refuse(subject) {
    const { terms, received_at } = subject;
    // Nothing is sold on what is left of terms, though they were forgotten early, or clocks differ.
    const isExpired = terms && (received_at >= terms.expires_at || areForgotten(terms));
    const why = isExpired
      ? 'result_expired'
      : (unavailable(subject) ?? partnerGone(subject) ?? buyerGone(subject));
    return refusedFor(why);
  },
};

/** Bid, reference and consent text of a partner's result are for that partner alone. Only such a result has a reference. */
function partnerGone({ terms, offer }: Pick<Subject, 'terms' | 'offer'>): string | undefined {
  const isPartners = terms?.reference !== undefined && offer !== undefined;
  return isPartners && !isStillPartners(terms, offer) ? 'partner_changed' : undefined;
}

/** Nobody agreed that the new buyer may call, unless it has the very text that was shown. */
function buyerGone({ shown_text: shown, offer }: Pick<Subject, 'shown_text' | 'offer'>): string | undefined {
  const isAnothers = shown !== undefined && offer !== undefined && shown.buyer_id !== offer.buyer.id;
  return isAnothers && shown.text !== offer.tcpa_text ? 'buyer_changed' : undefined;
}

/** The refusal of what `unavailable` says. */
export const refusedFor = (why: string | undefined): Refusal | undefined =>
  why === undefined ? undefined : { check: 'active', code: 'OFFER_UNAVAILABLE', why };

/** Why no lead of the affiliate can be sold to the offer at the moment. */
export function unavailable({
  affiliate_id,
  campaign,
  offer,
  campaign_offer: campaignOffer,
}: Pick<Subject, 'affiliate_id' | 'campaign' | 'offer' | 'campaign_offer'>): string | undefined {
  if (!offer || offer.status === 'retired') return 'offer_retired';
  if (offer.status === 'paused') return 'offer_paused';
  if (offer.buyer.status !== 'active') return 'buyer_paused';
  if (!campaign || campaign.status === 'retired') return 'campaign_retired';
  if (campaign.affiliate.id !== affiliate_id) return 'campaign_reassigned';
  if (campaign.status === 'inactive') return 'campaign_inactive';
  return campaignOffer ? undefined : 'offer_off_campaign';
}

/** The pause that ends by itself, if it is all that `refusal` is for. A lead may wait for its end. */
export function timedPauseOf(
  { offer, campaign }: Pick<Subject, 'offer' | 'campaign'>,
  { check, why }: Refusal,
): TimedPause | undefined {
  if (check !== active.name) return undefined;
  if (why === 'offer_paused') return offer?.timed_pause;
  if (why === 'buyer_paused') return offer?.buyer.timed_pause;
  return why === 'campaign_inactive' ? campaign?.timed_pause : undefined;
}
