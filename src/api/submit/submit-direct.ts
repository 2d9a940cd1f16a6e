import type { Offer } from '../../core/catalogue/types.js';
import { offerFormFields } from '../../core/questions/questions.js';
import type { LeadRecord } from '../../core/lead/lead-record.js';
import type { Api, Call } from '../call.js';
import { notFound, notYours, partnerOfferDirect } from '../faults.js';
import { campaignOf } from '../ownership.js';
import { toLeadData } from '../../core/lead/lead-data.js';
import type { DirectSubmit } from '../schemas/submit-schema.js';
import { newLead } from './new-lead.js';
import { sortKeys } from './split-body-keys.js';

/** Form B: everything comes with the request. */
export function leadOfOffer(api: Api, call: Call<DirectSubmit>): LeadRecord {
  const { body } = call;
  const offer = ownOffer(api, call);
  const form_fields = offerFormFields(offer);
  const { answers, extra } = sortKeys(body, form_fields);
  return newLead(api, call, {
    form: 'B',
    offer_id: offer.id,
    lead: toLeadData(body.lead),
    tracking: body.tracking,
    answers,
    extra,
    is_test: false,
    tcpa_text: offer.tcpa_text ?? null,
    programs: offer.programs,
    form_fields,
  });
}

/**
 * The offer on the named campaign of the client, before anything else is said of it. One on none of the client's
 * campaigns is as unknown as one that is not there (ADR 31). A retired one is on no campaign
 * any more and is let through, as is one of a retired campaign: the lead's decision says so.
 */
function ownOffer(api: Api, { body, key }: Call<DirectSubmit>): Offer {
  const campaign = campaignOf(api, key.affiliate_id, body.svc_campaign_id);
  if (!campaign) throw notYours('svc_campaign_id');
  const offer = api.platform.catalogue.current().offers.get(body.svc_offer_id);
  if (!offer || (offer.status !== 'retired' && !isOnOwnCampaign(api, key.affiliate_id, offer.id)))
    throw notFound('svc_offer_id');
  if (offer.status !== 'retired' && !campaign.offers.has(offer.id)) throw notYours('svc_offer_id');
  if (offer.kind === 'partner') throw partnerOfferDirect();
  return offer;
}

const isOnOwnCampaign = ({ platform }: Api, affiliateId: string, offerId: string): boolean =>
  [...platform.catalogue.current().campaigns.values()].some(
    ({ affiliate, offers }) => affiliate.id === affiliateId && offers.has(offerId),
  );
