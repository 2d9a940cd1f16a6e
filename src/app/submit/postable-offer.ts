import type { Offer } from '../../core/catalogue/types.js';
import { ownCampaign } from '../affiliate-ownership.js';
import type { CatalogueSource } from '../ports/catalogue-source.js';
import { notFound, notYours, RequestRefused, type OfferField } from '../request-refused.js';
import type { DirectRequest, SubmitCall } from './submit-request.js';

/**
 * Finds an offer on the named campaign of the affiliate, before the API answers anything else about it. An offer on
 * none of the affiliate's campaigns is treated as if it did not exist (ADR 31). A retired offer is on no campaign any
 * more. It passes here, as does an offer of a retired campaign, and the evaluation of the lead refuses it.
 */
export function postableOffer(
  catalogue: CatalogueSource,
  { body, key }: Pick<SubmitCall<DirectRequest>, 'body' | 'key'>,
  offerId: string,
  field: OfferField,
): Offer {
  const { campaigns, offers } = catalogue.current();
  const campaign = ownCampaign(catalogue.current(), key.affiliate_id, body.svc_campaign_id);
  if (!campaign) throw notYours('svc_campaign_id');
  const offer = offers.get(offerId);
  const isOnOwnCampaign = (id: string): boolean =>
    [...campaigns.values()].some((one) => one.affiliate.id === key.affiliate_id && one.offers.has(id));
  if (!offer || (offer.status !== 'retired' && !isOnOwnCampaign(offer.id))) throw notFound(field);
  if (offer.status !== 'retired' && !campaign.offers.has(offer.id))
    throw new RequestRefused({ why: 'other_campaign', field });
  if (offer.kind === 'partner') throw new RequestRefused({ why: 'partner_offer', field });
  return offer;
}
