import { compact } from '../../core/catalogue/compact.js';
import type { Offer } from '../../core/catalogue/types.js';
import { chosenProgram } from '../../core/checks/program.js';
import { submitAnswer } from '../../core/answers/submit-answer.js';
import { repeatedOffer, type Fallback } from '../../core/fallback/fallback.js';
import { takeExternalId } from '../../core/lead/external-id.js';
import { leadFieldByLeaf } from '../../core/lead/fields.js';
import { mergeLeads, toLeadData, type LeadData, type Tracking } from '../../core/lead/lead-data.js';
import type { LeadRecord } from '../../core/lead/lead-record.js';
import { cleanAnswers, offerFormFields } from '../../core/questions/questions.js';
import { askingNewer } from '../../core/questions/required-fields.js';
import type { FormField, StoredResult } from '../../core/search/search-record.js';
import { awaitRecord } from '../await-record.js';
import { isOutage } from '../outage.js';
import { newestLead } from './create-fallback.js';
import { canonicalJson, repeatedCall } from './idempotency.js';
import { isVisible, ownCampaign, requireOwnAffiliate } from '../affiliate-ownership.js';
import type { WakeNote } from '../ports/queues.js';
import type { SubmittedSearch } from '../ports/search-store.js';
import type { CatalogueSource } from '../ports/catalogue-source.js';
import type { WebPorts } from '../ports/web-ports.js';
import { notFound, notYours, refused, RequestRefused, type OfferField } from '../request-refused.js';
import { consentOf, newLead, shownProgram } from './new-lead.js';
import { isSameUnderOwnTerms } from './is-same-call.js';
import { storeLead, storeLeadAgain, type StoredLead } from './store-lead.js';
import type {
  DirectRequest,
  FallbackRequest,
  ResultRequest,
  SubmitCall,
  SubmitRequest,
} from './submit-request.js';

/**
 * Stores the lead, enqueues its evaluation and delivery, and returns the lead when it is decided, or when the wait is
 * over. Throws RequestRefused. Throws on an outage as long as the lead is not stored.
 */
export async function receiveSubmit(ports: WebPorts, call: SubmitCall): Promise<LeadRecord> {
  requireOwnAffiliate(call.key, call.body.svc_affiliate_id);
  return decided(ports, call, await store(ports, call));
}

const isDirect = (body: SubmitRequest): body is DirectRequest => body['svc_result_id'] === undefined;

async function store(ports: WebPorts, call: SubmitCall): Promise<StoredLead> {
  try {
    return await storeOnce(ports, call);
  } catch (error) {
    const lead = isOutage(error) ? null : await repeatedCall(ports, call);
    if (!lead) throw error;
    return { lead, fresh: false };
  }
}

async function storeOnce(ports: WebPorts, call: SubmitCall): Promise<StoredLead> {
  const { body } = call;
  if (!isDirect(body)) return storeLead(ports, await leadOfResult(ports, { ...call, body }));
  const lead = leadOfOffer(ports, { ...call, body });
  return body.svc_lead_id === undefined
    ? storeLead(ports, lead)
    : storeLeadAgain(ports, call.key, body.svc_lead_id, lead, (stored) =>
        isSameUnderOwnTerms(
          {
            identities: ports.identities,
            catalogue: ports.catalogue.current(),
            call: { ...call, body },
            sent: lead,
          },
          stored,
        ),
      );
}

/**
 * Waits for the decision, also if another call made the lead due. If the lead falls back, this waits for the next fallback,
 * all in one wait.
 */
async function decided(ports: WebPorts, call: SubmitCall, { lead, fresh }: StoredLead): Promise<LeadRecord> {
  const { waiters, queues, leads, clock, settings, processId } = ports;
  const { id, submission } = lead;
  const { waited_ms = 0 } = call;
  const job = { lead_id: id, submission, request_id: call.request_id, reply_to: processId };
  return awaitRecord({
    waiters,
    id,
    // The wait counts from the arrival of the call, because a busy process may have taken long to get here.
    wait_ms: Math.max(0, settings.submitWaitMs - (clock().getTime() - call.now.getTime()) - waited_ms),
    stored: await newestLead(leads, lead),
    ...(fresh && { enqueue: () => queues.submit([job]) }),
    ...(call.stored && { enqueued: call.stored }),
    async read() {
      const stored = await leads.read(id);
      return stored && newestLead(leads, stored);
    },
    afterNote: accepted,
    settled: (record) => submitAnswer(record).settled,
    log: call.log,
    about: { lead_id: id },
  });
}

/** The stored submission after the note that it was accepted. The worker sends it after its write. */
function accepted(lead: LeadRecord, note: WakeNote): LeadRecord | undefined {
  if ('results' in note || note.submission !== lead.submission) return undefined;
  const { submission: _, ...decision } = note;
  return { ...lead, state: 'accepted', decision: { code: 'ACCEPTED', ...decision } };
}

type LeadOfOfferPorts = Pick<WebPorts, 'catalogue' | 'identities' | 'newId' | 'processId'>;

/** Form B: everything comes with the request. */
export function leadOfOffer(ports: LeadOfOfferPorts, call: SubmitCall<DirectRequest>): LeadRecord {
  const { body } = call;
  const offer = postableOffer(ports.catalogue, call, body.svc_offer_id, 'svc_offer_id');
  const form_fields = offerFormFields(offer);
  const { answers, extra: unasked } = splitBodyKeys(call, form_fields);
  const shared = { lead: toLeadData(body.lead), tracking: body.tracking };
  const fallbacks = fallbacksOf(ports, call, shared);
  return newLead(ports, call, {
    form: 'B',
    offer_id: offer.id,
    buyer_id: offer.buyer.id,
    ...shared,
    ...(fallbacks.length > 0 && { fallbacks }),
    answers,
    ...takeExternalId(unasked),
    is_test: false,
    tcpa_text: offer.tcpa_text ?? null,
    programs: offer.programs,
    form_fields,
  });
}

/**
 * Finds an offer on the named campaign of the affiliate, before the API answers anything else about it. An offer on
 * none of the affiliate's campaigns is treated as if it did not exist (ADR 31). A retired offer is on no campaign any
 * more. It passes here, as does an offer of a retired campaign, and the evaluation of the lead refuses it.
 */
function postableOffer(
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
function fallbacksOf(ports: LeadOfOfferPorts, call: SubmitCall<DirectRequest>, shared: Shared): Fallback[] {
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
  { identities, newId, processId }: LeadOfOfferPorts,
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

/**
 * Form A: lead, tracking and terms come from the search. Each field that the submit sends replaces the field of the
 * search.
 */
async function leadOfResult(ports: WebPorts, call: SubmitCall<ResultRequest>): Promise<LeadRecord> {
  const { body } = call;
  const { search, result } = await ownResult(ports, call);
  const offer = ports.catalogue.current().offers.get(result.offer_id);
  // The data of a search that ran again is newer than the result, and may lack what the offer needs.
  const isNewer = result.run !== search.run;
  const terms = isNewer && offer ? askingNewer(result.terms, offer, search.lead) : result.terms;
  const { answers, leadFields, extra: unasked } = splitBodyKeys(call, terms.form_fields);
  const sent = mergeLeads(call.readLeadFields(leadFields), toLeadData(body.lead ?? {}));
  return newLead(ports, call, {
    form: 'A',
    offer_id: result.offer_id,
    buyer_id: offer?.buyer.id ?? terms.buyer_id,
    search_id: search.id,
    result_id: result.id,
    search_run: search.run,
    ...(isNewer && { result_run: result.run }),
    terms,
    lead: mergeLeads(search.lead, sent),
    tracking: { ...search.tracking, ...body.tracking },
    answers,
    ...(search.external_id !== undefined && { external_id: search.external_id }),
    ...takeExternalId(unasked),
    is_test: search.is_test,
    tcpa_text: terms.tcpa_text,
    programs: terms.programs,
    form_fields: terms.form_fields,
  });
}

/**
 * Results of earlier runs are stored beside the search. A result of another affiliate is treated as if it did not
 * exist.
 */
async function ownResult(
  { searches, catalogue }: WebPorts,
  { body, key }: SubmitCall<ResultRequest>,
): Promise<{ search: SubmittedSearch; result: StoredResult }> {
  const { svc_result_id } = body;
  const search = await searches.readSubmitted(body.search_lead_id, svc_result_id);
  if (!search || search.forgotten || !isVisible(key, search)) throw refused('result_not_found');
  const result =
    search.result ??
    // Only a search that ran more than once has results outside its own record.
    (search.run > 1 ? await searches.earlierResult(search.id, svc_result_id) : null);
  if (!result) throw refused('result_not_found');
  if (result.campaign_id !== body.svc_campaign_id) throw refused('result_of_other_campaign');
  if (!ownCampaign(catalogue.current(), key.affiliate_id, result.campaign_id))
    throw refused('campaign_reassigned');
  return { search, result };
}

type Keys = Readonly<Record<string, unknown>>;

/**
 * Splits the keys of a body that belong to no form into answers to questions, lead fields that the form asks for, and
 * extra keys.
 */
function splitBodyKeys(
  { others, requireWhole }: Pick<SubmitCall, 'others' | 'requireWhole'>,
  fields: readonly FormField[],
) {
  const split = { answers: {}, leadFields: {}, extra: {} } satisfies Record<string, Keys>;
  const questions = new Set(fields.map(({ name }) => name));
  const partOf = (name: string): Record<string, unknown> => {
    if (!questions.has(name)) return split.extra;
    return leadFieldByLeaf(name) ? split.leadFields : split.answers;
  };
  for (const [name, value] of Object.entries(others)) partOf(name)[name] = value;
  requireWhole([...questions]);
  return split;
}
