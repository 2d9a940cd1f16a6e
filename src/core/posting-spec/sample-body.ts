import type { Offer } from '../catalogue/types.js';
import type { Geo } from '../lead/geo.js';
import { sampleAnswers, sampleLead } from '../test-post/sample-lead.js';
import type { PostingIds } from './offer-schema.js';

/** Without positions, only the same ZIP is near. The sample lead lives at the place that a rule names. */
const SAME_PLACE: Geo = { miles: (from, to) => (from === to ? 0 : undefined) };

/** A test lead that the schema takes, and that the offer's rules take as far as they can be read. */
export function sampleBody(offer: Offer, ids: PostingIds, now: Date): Readonly<Record<string, unknown>> {
  const program = offer.programs[0]?.value;
  const asked = offer.questions.filter(
    ({ required, required_when }) => required || required_when?.program_ids.includes(program ?? ''),
  );
  return {
    svc_campaign_id: ids.campaign_id,
    svc_affiliate_id: ids.affiliate_id,
    svc_offer_id: offer.id,
    svc_is_test_lead: true,
    lead: sampleLead(offer, program, now, SAME_PLACE),
    tracking: { ip_address: '203.0.113.7', subid: 'spring-24' },
    ...(program !== undefined && { program_id: program }),
    ...sampleAnswers(asked),
    tcpa_consent: true,
    consent_button_label: 'Send',
  };
}
