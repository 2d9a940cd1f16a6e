import { compact } from '../catalogue/compact.js';
import type { Campaign, CampaignOffer, Program, Question } from '../catalogue/types.js';
import { formFieldOf } from '../questions/questions.js';
import type { LeadData } from '../lead/lead-data.js';
import type { Amount } from '../money/amount.js';
import { highest, partnerPayout, payoutAmount } from '../money/payout.js';
import type { PartnerResult } from './partner-result.js';
import type { FormField, ResultProgram, ResultTerms, StoredResult } from './search-record.js';
import { askedFields } from '../questions/required-fields.js';

interface ResultOf {
  /** `svc_result_id`, made by the caller. */
  readonly id: string;
  /** The search's run number. */
  readonly run: number;
  readonly campaign: Pick<Campaign, 'id'>;
  readonly campaign_offer: CampaignOffer;
  readonly lead: LeadData;
  readonly now: Date;
}

export interface DirectResultOf extends ResultOf {
  /** The offer's programs that the lead may take, in the catalogue's order. */
  readonly programs: readonly Program[];
}

export interface PartnerResultOf extends ResultOf {
  readonly result: PartnerResult;
}

const withPayout = (value: string, label: string, payout: Amount | undefined): ResultProgram =>
  compact({ value, label, payout_cents: payout?.cents, payout_change: payout?.change });

/** What the result pays: the best of its programs, and what it pays if none is chosen. */
function payouts(
  programs: readonly ResultProgram[],
  base: Amount | undefined,
): Pick<ResultTerms, 'payout_cents' | 'base_payout_cents' | 'base_payout_change'> {
  const best = programs.length === 0 ? base?.cents : highest(programs.map((one) => one.payout_cents));
  return compact({
    payout_cents: best,
    base_payout_cents: base?.cents,
    base_payout_change: base?.change,
  });
}

/**
 * The questions as this result shows them. `required_when` names only programs of the result. A question that is
 * required only for other programs is left out: the consumer can't choose these programs.
 */
function formFields(questions: readonly Question[], programs: readonly ResultProgram[]): FormField[] {
  const shown = new Set(programs.map(({ value }) => value));
  return questions.flatMap(({ required_when, ...question }) => {
    const field = formFieldOf(question);
    const program_ids = required_when?.program_ids.filter((program) => shown.has(program));
    if (program_ids && program_ids.length > 0) return [{ ...field, required_when: { program_ids } }];
    return required_when && !question.required ? [] : [field];
  });
}

const stored = (of: ResultOf, terms: ResultTerms): StoredResult => ({
  id: of.id,
  run: of.run,
  campaign_id: of.campaign.id,
  offer_id: of.campaign_offer.offer.id,
  priority: of.campaign_offer.priority,
  terms,
});

const expiry = ({ now, campaign_offer: { offer } }: ResultOf): Date =>
  new Date(now.getTime() + offer.result_ttl_ms);

/** Makes a search result from a direct offer. Its terms hold until it expires. */
export function directResult(of: DirectResultOf): StoredResult {
  const { campaign_offer: campaignOffer, lead } = of;
  const { offer } = campaignOffer;
  const programs = of.programs.map(({ value, label }) =>
    withPayout(value, label, payoutAmount(campaignOffer, value)),
  );
  return stored(of, {
    offer_name: offer.name,
    offer_type: offer.offer_type,
    tcpa_text: offer.tcpa_text ?? null,
    consent_required: offer.consent_required,
    ...(offer.school && { school: offer.school }),
    programs,
    ...payouts(programs, payoutAmount(campaignOffer)),
    form_fields: [...formFields(offer.questions, programs), ...askedFields(offer, of.programs, lead)],
    expires_at: expiry(of),
    buyer_id: offer.buyer.id,
  });
}

/**
 * Makes our search result from a partner's result.
 *
 * - The partner's school and consent text are used if given, else the offer's.
 * - The result expires at the partner's time or ours, whichever is earlier.
 * - Patterns of the partner's questions are dropped: we run no regular expressions from outside.
 * - If a partner's question has the name of an asked lead field, only our field is asked.
 */
export function partnerResult(of: PartnerResultOf): StoredResult {
  const { campaign_offer: campaignOffer, lead, result } = of;
  const { offer } = campaignOffer;
  const payout = (program?: string): Amount | undefined =>
    partnerPayout(campaignOffer, result.bid_cents, program);
  const programs = result.programs.map(({ value, label }) => withPayout(value, label, payout(value)));
  const school = result.school ?? offer.school;
  const questions = formFields(
    result.questions.map(({ pattern: _, ...question }) => question),
    programs,
  );
  const known = offer.programs.filter(({ value }) => programs.some((program) => program.value === value));
  const asked = askedFields(offer, known, lead);
  const names = new Set(asked.map(({ name }) => name));
  const latest = expiry(of);
  return stored(of, {
    offer_name: result.name === '' ? offer.name : result.name,
    offer_type: offer.offer_type,
    tcpa_text: result.tcpa_text ?? offer.tcpa_text ?? null,
    consent_required: offer.consent_required,
    ...(school && { school }),
    programs,
    ...payouts(programs, payout()),
    form_fields: [...questions.filter(({ name }) => !names.has(name)), ...asked],
    expires_at: result.expires_at && result.expires_at < latest ? result.expires_at : latest,
    buyer_id: offer.buyer.id,
    reference: result.reference,
    ...(result.bid_cents !== undefined && { bid_cents: result.bid_cents }),
  });
}
