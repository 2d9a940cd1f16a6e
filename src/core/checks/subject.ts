import type { Catalogue, CampaignOffer } from '../catalogue/types.js';
import type { Subject } from './check.js';
import { payoutFor } from '../payout.js';
import type { Geo } from '../lead/geo.js';
import type { LeadRecord } from '../lead/lead-record.js';

/** The lead as the checks see it, against the catalogue of the moment. */
export function subjectOf(lead: LeadRecord, catalogue: Catalogue, geo: Geo, now: Date): Subject {
  const campaign = catalogue.campaigns.get(lead.campaign_id);
  const campaignOffer = campaign?.offers.get(lead.offer_id);
  const offer = campaignOffer?.offer ?? catalogue.offers.get(lead.offer_id);
  return {
    now,
    received_at: lead.received_at,
    is_test: lead.is_test,
    lead: lead.lead,
    campaign,
    offer,
    campaign_offer: campaignOffer,
    program: lead.program_id,
    terms: lead.terms,
    consent: lead.consent.decision,
    consent_malformed: lead.consent.malformed,
    answers: lead.answers,
    geo,
  };
}

/**
 * The client's payout if the lead is accepted, in cents: the terms', on a direct post the campaign's of the moment.
 * Terms hold also when the offer has left the campaign.
 */
export function payoutOf(
  { terms, program }: Pick<Subject, 'terms' | 'program'>,
  campaignOffer: CampaignOffer | undefined,
): number | undefined {
  if (!terms) return campaignOffer && payoutFor(campaignOffer, program);
  const shown = terms.programs.find(({ value }) => value === program);
  return shown?.payout_cents ?? terms.base_payout_cents;
}

/** The program of a submit: the one that was sent; with exactly one to choose from, that one. Stored with the lead. */
export function chosenProgram(
  sent: string | undefined,
  programs: readonly { readonly value: string }[],
): string | undefined {
  return sent ?? (programs.length === 1 ? programs[0]?.value : undefined);
}
