import type { Catalogue, Offer } from '../catalogue/types.js';
import { NO_FACTS, type Subject } from '../checks/check.js';
import { firstRefusal, subjectOf } from '../checks/index.js';
import { offerFormFields } from '../questions/questions.js';
import type { LeadData, Tracking } from '../lead/lead-data.js';
import { outboundLead, partnerQuery, type OutboundLead } from '../delivery/outbound-lead.js';
import { chosenProgram } from '../checks/program.js';
import type { Geo } from '../lead/geo.js';
import type { LeadRecord } from '../lead/lead-record.js';
import type { ResultTerms, SearchRecord } from '../search/search-record.js';
import type { Refusal } from '../refusal.js';

/** The input of a test post. It replaces a consumer and an affiliate's request. */
export interface TestPostInput {
  readonly lead: LeadData;
  readonly tracking: Tracking;
  readonly answers: Readonly<Record<string, unknown>>;
  readonly program_id?: string;
  readonly consent: Readonly<{
    decision: boolean | null;
    button_label: string | null;
    cert_url: string | null;
    universal_lead_ref: string | null;
  }>;
}

export interface TestPost {
  readonly record: LeadRecord;
  readonly subject: Subject;
  readonly outbound: OutboundLead;
  readonly query: OutboundLead;
  /** Why the service would not send the lead. Shared facts (duplicates, exclusivity, caps, suppressions) and verification services are not asked. */
  readonly refusal: Refusal | undefined;
}

interface Around {
  readonly catalogue: Catalogue;
  readonly geo: Geo;
  readonly now: Date;
  readonly newId: () => string;
  /** The value of `callback_url` in mappings. */
  readonly callback_url: string | undefined;
}

/** The refusal of an offer without a campaign: no affiliate could send a lead to it. */
export const NO_CAMPAIGN = 'no_campaign';

/** The partner's reference for the sample result. No real search showed this result. */
export const SAMPLE_REFERENCE = 'sample-result';

/** The lead and the search as workers would have them, on the first active campaign with the offer. */
export function testPostOf(input: TestPostInput, offer: Offer, around: Around): TestPost {
  const { catalogue, geo, now, newId, callback_url } = around;
  const campaigns = [...catalogue.campaigns.values()].filter(({ offers }) => offers.has(offer.id));
  const campaign = campaigns.find(({ status }) => status === 'active') ?? campaigns[0];
  const affiliate = campaign?.affiliate ?? { id: 'none', handle: 'sample-affiliate' };
  const program_id = chosenProgram(input.program_id, offer.programs);
  const common = {
    affiliate_id: affiliate.id,
    campaign_id: campaign?.id ?? 'none',
    request_id: 'try',
    is_test: false,
    runs: 1,
    lead: input.lead,
    tracking: input.tracking,
    extra: {},
    identities: [],
    timeline: [],
  };
  const search: SearchRecord = {
    ...common,
    id: newId(),
    run: 1,
    created_at: now,
    state: 'asking',
    closes_at: new Date(now.getTime() + 45_000),
    consent: input.consent.decision === null ? {} : { tcpa_consent: input.consent.decision },
    results: [],
    partners: [],
    verdicts: [],
    slots: [],
  };
  const record: LeadRecord = {
    ...common,
    id: newId(),
    submission: 1,
    offer_id: offer.id,
    buyer_id: offer.buyer.id,
    form: offer.partner ? 'A' : 'B',
    received_at: now,
    first_due_at: now,
    state: 'sending',
    stalls: 0,
    answers: input.answers,
    ...(program_id === undefined ? {} : { program_id }),
    consent: {
      ...input.consent,
      text: offer.tcpa_text ?? null,
      ip_address: input.tracking.ip_address,
      at: now,
    },
    ...(offer.partner ? { search_id: search.id, terms: termsOf(offer, program_id, now) } : {}),
    data_hash: 'none',
    attempts: [],
    pending_effects: [],
  };
  const subject = subjectOf(record, catalogue, geo, now);
  const refusal = firstRefusal(subject, 'submit', NO_FACTS);
  return {
    record,
    subject,
    outbound: outboundLead(record, offer, { subject, affiliate: affiliate.handle, callback_url }),
    query: partnerQuery(search, offer, affiliate.handle),
    refusal: !campaign && refusal?.why === 'campaign_retired' ? { ...refusal, why: NO_CAMPAIGN } : refusal,
  };
}

/**
 * A partner's result as it might have been shown. Only the partner's answers name its own programs, so the given
 * program is added.
 */
function termsOf(offer: Offer, program: string | undefined, now: Date): ResultTerms {
  const programs = offer.programs.map(({ value, label }) => ({ value, label }));
  const other = program !== undefined && !programs.some(({ value }) => value === program);
  return {
    offer_name: offer.name,
    offer_type: offer.offer_type,
    tcpa_text: offer.tcpa_text ?? null,
    consent_required: offer.consent_required,
    programs: other ? [...programs, { value: program, label: program }] : programs,
    form_fields: offerFormFields(offer),
    expires_at: new Date(now.getTime() + offer.result_ttl_ms),
    buyer_id: offer.buyer.id,
    reference: SAMPLE_REFERENCE,
  };
}
