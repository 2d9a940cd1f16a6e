import { campaignOf } from '../catalogue/campaign-of.js';
import { active } from './active.js';
import { caps } from './caps.js';
import type { Check, Facts, ShownText, Stage, Subject } from './check.js';
import { consent } from './consent.js';
import { duplicate } from './duplicate.js';
import { eligibility } from './eligibility.js';
import { exclusivity } from './exclusivity.js';
import { program } from './program.js';
import { questions } from './questions.js';
import { requiredFields } from './required-fields.js';
import { suppressed } from './suppressed.js';
import { testLead } from './test-lead.js';
import type { Refusal } from '../refusal.js';
import { mayHaveArrived } from '../delivery/attempt.js';
import type { Catalogue } from '../catalogue/types.js';
import type { Geo } from '../lead/geo.js';
import type { LeadRecord } from '../lead/lead-record.js';

/** The checks that need only the lead and the catalogue. */
export const LEAD_CHECKS: readonly Check[] = [
  active,
  consent,
  program,
  questions,
  requiredFields,
  eligibility,
];

/**
 * All checks, in the order of the decision. A search runs those of its stage to find what to offer. A submit runs
 * `LEAD_CHECKS`, and then calls each of the others when it has read or reserved what that one looks at (`checkAndReserve` in
 * src/app/submit/evaluate.ts). Tests compare both with this.
 */
export const CHECKS: readonly Check[] = [...LEAD_CHECKS, suppressed, exclusivity, duplicate, caps, testLead];

/** The first refusal in the order of `checks`. `facts` is what the shared records contain. */
export function firstRefusal(
  subject: Subject,
  stage: Stage,
  facts: Facts,
  checks = CHECKS,
): Refusal | undefined {
  for (const check of checks) {
    const refusal = check.stages.includes(stage) ? check.refuse(subject, facts) : undefined;
    if (refusal) return refusal;
  }
  return undefined;
}

/** The lead as the checks see it, under the given catalogue. */
export function subjectOf(lead: LeadRecord, catalogue: Catalogue, geo: Geo, now: Date): Subject {
  const campaign = catalogue.campaigns.get(lead.campaign_id);
  const campaignOffer = campaignOf(catalogue, lead)?.offers.get(lead.offer_id);
  const offer = campaignOffer?.offer ?? catalogue.offers.get(lead.offer_id);
  return {
    now,
    received_at: lead.received_at,
    is_test: lead.is_test,
    affiliate_id: lead.affiliate_id,
    lead: lead.lead,
    campaign,
    offer,
    campaign_offer: campaignOffer,
    program: lead.program_id,
    terms: lead.terms,
    shown_text: shownText(lead),
    consent: lead.consent.decision,
    consent_malformed: lead.consent.malformed,
    certificate: lead.consent.cert_url,
    answers: lead.answers,
    geo,
  };
}

/** A result was shown before its lead was received, perhaps for another buyer. A lead that may have arrived stays with its own. */
function shownText(lead: LeadRecord): ShownText | undefined {
  const buyer_id = lead.terms?.buyer_id ?? lead.buyer_id;
  const { text } = lead.consent;
  return !text || mayHaveArrived(lead) ? undefined : { text, buyer_id };
}
