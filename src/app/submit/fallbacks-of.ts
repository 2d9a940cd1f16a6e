import { compact } from '../../core/catalogue/compact.js';
import type { Offer } from '../../core/catalogue/types.js';
import { chosenProgram } from '../../core/checks/program.js';
import { repeatedOffer, type Fallback } from '../../core/fallback/fallback.js';
import type { LeadData, Tracking } from '../../core/lead/lead-data.js';
import { cleanAnswers, offerFormFields } from '../../core/questions/questions.js';
import { ownCampaign } from '../affiliate-ownership.js';
import type { CatalogueSource } from '../ports/catalogue-source.js';
import type { Identities } from '../ports/identities.js';
import { RequestRefused, refused } from '../request-refused.js';
import { canonicalJson } from './idempotency.js';
import { consentOf, shownProgram } from './new-lead.js';
import { postableOffer } from './postable-offer.js';
import type { DirectRequest, FallbackRequest, SubmitCall } from './submit-request.js';

interface FallbackPorts {
  readonly catalogue: CatalogueSource;
  readonly identities: Pick<Identities, 'firstHash'>;
  readonly newId: () => string;
  readonly processId: string;
}

/** What all leads of the call share. */
interface Shared {
  readonly lead: LeadData;
  readonly tracking: Tracking;
}

/**
 * The fallbacks of a direct post, each with the consent text of its offer, and the id of the lead that it would become.
 * Their hashes are those of the first secret; `newLead` raises them.
 * Throws RequestRefused, before anything is stored.
 */
export function fallbacksOf(
  ports: FallbackPorts,
  call: SubmitCall<DirectRequest>,
  shared: Shared,
): Fallback[] {
  const { svc_campaign_id, svc_offer_id, fallbacks = [] } = call.body;
  if (fallbacks.length === 0) return [];
  const repeated = repeatedOffer(
    svc_offer_id,
    fallbacks.map((one) => one.svc_offer_id),
  );
  if (repeated !== undefined)
    throw new RequestRefused({ why: 'repeated_offer', field: `fallbacks[${repeated}].svc_offer_id` });
  const campaign = ownCampaign(ports.catalogue.current(), call.key.affiliate_id, svc_campaign_id);
  if (campaign?.allow_fallbacks !== true) throw refused('no_fallbacks');
  return fallbacks.map((sent, index) => {
    const field = `fallbacks[${index}].svc_offer_id` as const;
    return fallbackOf(
      ports,
      call,
      sent,
      postableOffer(ports.catalogue, call, sent.svc_offer_id, field),
      shared,
    );
  });
}

function fallbackOf(
  { identities, newId, processId }: FallbackPorts,
  { body, now }: SubmitCall<DirectRequest>,
  sent: FallbackRequest,
  offer: Offer,
  { lead, tracking }: Shared,
): Fallback {
  // The certificate is of the page, on which the consumer saw every text.
  const { consent_cert_url, universal_lead_ref } = body;
  const { tcpa_consent, consent_button_label, answers = {} } = sent;
  const seen = { tcpa_consent, consent_button_label, consent_cert_url, universal_lead_ref };
  const consent = consentOf(seen, offer.tcpa_text ?? null, tracking.ip_address, now);
  const program_id = chosenProgram(sent.program_id, offer.programs);
  const { at: _, ...agreed } = consent;
  const asked = {
    ...{ lead, tracking, offer: offer.id, program_id, agreed },
    answers: cleanAnswers(offerFormFields(offer), answers),
  };
  return {
    ...{ lead_id: newId(), offer_id: offer.id, buyer_id: offer.buyer.id, answers, consent },
    ...compact({ program_id: shownProgram(program_id, offer.programs, lead) }),
    ...{ data_hash: identities.firstHash(canonicalJson(asked)), reply_to: processId },
  };
}
