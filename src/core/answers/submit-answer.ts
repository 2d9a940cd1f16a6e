import type { FallbackRef } from '../fallback/fallback.js';
import type { Offer } from '../catalogue/types.js';
import { expectedOf, type Expected, type Undecided } from '../delivery/decide-by.js';
import { CODES, envelope, type Envelope } from '../envelope.js';
import { isFinal } from '../lead/lead-states.js';
import { earlierLeadsOf } from '../fallback/fallback-lead.js';
import { leadField } from '../lead/fields.js';
import { toMoney } from '../money/payout.js';
import { standingReturn } from '../money/returned.js';
import type { Decision, LeadRecord } from '../lead/lead-record.js';
import { FELL_BACK, messageOfFault, OWN_DUPLICATE, wordsOfDecision, wordsOfState } from '../messages.js';
import type { DecisionCode, Refusal } from '../refusal.js';

/** The members of a lead that its answer is made from. */
export type LeadFacts = Pick<
  LeadRecord,
  | 'id'
  | 'affiliate_id'
  | 'offer_id'
  | 'external_id'
  | 'form'
  | 'submission'
  | 'state'
  | 'decision'
  | 'returns'
  | 'earlier_leads'
  | 'next_fallback'
> & { readonly fallbacks?: readonly FallbackRef[] } & Undecided;

export interface SubmitAnswerBody extends Envelope {
  readonly accepted: boolean;
  readonly svc_lead_id: string;
  readonly external_id?: string;
  /** Of a call with fallbacks: the lead's offer, the leads before it, and the lead after it. */
  readonly svc_offer_id?: string;
  readonly tried?: readonly NamedLead[];
  readonly fell_back_to?: Omit<NamedLead, 'code'>;
  /** Of an undecided lead, as far as it is known. */
  readonly opens_at?: string;
  readonly decide_by?: string;
  readonly payout?: number;
  /** When the buyer returned the lead, the code of the configured reason, and whether the payout is taken back. */
  readonly returned_at?: string;
  readonly return_reason?: string;
  readonly payout_reversed?: boolean;
  readonly disposition: { readonly duplicate_of?: string };
}

/** One lead of a call with fallbacks. */
interface NamedLead {
  readonly svc_lead_id: string;
  readonly svc_offer_id: string;
  readonly code: DecisionCode;
}

export interface SubmitAnswer {
  /**
   * Whether the caller should stop waiting. True (HTTP 200) for a decision, and for a lead that waits for the buyer,
   * its hours or an operator. False while Leadkeep still works on the lead: the API then waits on, and answers 202
   * when its time is up. A later read of the lead answers 200 in both cases.
   */
  readonly settled: boolean;
  readonly body: SubmitAnswerBody;
}

/** The key that asks. Only live leads make claims, so a test key learns nothing about their owners. */
type Viewer = { readonly is_test: boolean };
const LIVE: Viewer = { is_test: false };

/** The payout of an accepted lead, absent when none is configured. It is 0 for everything else. */
function payoutOf({ code, payout_cents }: Decision): { payout?: number } {
  if (code !== 'ACCEPTED') return { payout: 0 };
  return payout_cents === undefined ? {} : { payout: toMoney(payout_cents) };
}

/** A client whose first call timed out finds its own sale here. Another affiliate's lead is never named. */
function dispositionOf(
  { code, refusal }: Decision,
  affiliateId: string,
  viewer: Viewer,
): SubmitAnswerBody['disposition'] {
  if (viewer.is_test) return {};
  const owner = code === 'DUPLICATE' ? refusal?.held_by : undefined;
  return owner?.affiliate_id === affiliateId ? { duplicate_of: owner.lead_id } : {};
}

/**
 * The request's name of a field. Lead fields are in `lead`. Questions and the request's own keys are at the top
 * level, or in the entry of a fallback.
 */
function requestPath(lead: LeadFacts, field: string): string {
  if (leadField(field)) return `lead.${field}`;
  const { length } = earlierLeadsOf(lead);
  if (length === 0) return field;
  const own = FALLBACK_MEMBERS.includes(field) ? field : `answers.${field}`;
  return `fallbacks[${length - 1}].${own}`;
}

/** What a fallback sends beside its answers. Its consent was checked when the call was received. */
const FALLBACK_MEMBERS: readonly string[] = ['tcpa_consent', 'consent_button_label', 'program_id'];

/** The first field at fault, and all of them. */
function fieldsOf(lead: LeadFacts, refusal: Refusal, field: string): Pick<Envelope, 'field' | 'errors'> {
  const faults = [{ ...refusal, field }, ...(refusal.others ?? [])];
  return {
    field: requestPath(lead, field),
    errors: faults.map((fault) => {
      const path = requestPath(lead, fault.field);
      return { field: path, code: fault.code, message: messageOfFault(fault, path) };
    }),
  };
}

/** A return leaves the decision and the payout as they were booked. Nothing is said of a return that was undone. */
function returnOf(lead: LeadFacts): Partial<SubmitAnswerBody> {
  const returned = standingReturn(lead);
  if (!returned) return {};
  const { at, code, payout_reversed } = returned;
  return { returned_at: at.toISOString(), return_reason: code, payout_reversed };
}

function decided(lead: LeadFacts, decision: Decision, viewer: Viewer): SubmitAnswerBody {
  const { id, affiliate_id, form } = lead;
  const { code, refusal } = decision;
  const { success, status } = CODES[code];
  const disposition = dispositionOf(decision, affiliate_id, viewer);
  const said = wordsOfDecision(decision, form);
  const advice = disposition.duplicate_of === undefined ? undefined : OWN_DUPLICATE;
  const words = { ...said, message: nextOf(lead) ? FELL_BACK : (advice ?? said.message) };
  return envelope(code, words, {
    accepted: code === 'ACCEPTED',
    svc_lead_id: id,
    ...externalIdOf(lead),
    ...triesOf(lead),
    ...payoutOf(decision),
    ...returnOf(lead),
    disposition,
    // Names only a field that the caller can correct. The field of a failed eligibility rule is for the operator
    // only.
    ...(status === 'invalid' && refusal?.field !== undefined && fieldsOf(lead, refusal, refusal.field)),
    ...(!success && { source: decision.source }),
  });
}

const externalIdOf = ({ external_id }: LeadFacts): { external_id?: string } =>
  external_id === undefined ? {} : { external_id };

/** The try that followed this submission. Undefined: none did. */
const nextOf = ({ submission, next_fallback }: LeadFacts): LeadFacts['next_fallback'] =>
  next_fallback?.submission === submission ? next_fallback : undefined;

/** What a lead of a call with fallbacks says of the call's other leads. Other leads say nothing. */
function triesOf(lead: LeadFacts): Partial<SubmitAnswerBody> {
  const { offer_id, fallbacks } = lead;
  const earlier = earlierLeadsOf(lead);
  const next = nextOf(lead);
  if (!fallbacks && !next && earlier.length === 0) return {};
  return {
    svc_offer_id: offer_id,
    ...(earlier.length > 0 && { tried: earlier.map((one) => ({ ...named(one), code: one.code })) }),
    ...(next && { fell_back_to: named(next) }),
  };
}

const named = ({ lead_id, offer_id }: FallbackRef): Omit<NamedLead, 'code'> => ({
  svc_lead_id: lead_id,
  svc_offer_id: offer_id,
});

const timesOf = ({ opens_at, decide_by }: Expected): { opens_at?: string; decide_by?: string } => ({
  ...(opens_at && { opens_at: opens_at.toISOString() }),
  ...(decide_by && { decide_by: decide_by.toISOString() }),
});

const SETTLED_UNDECIDED: readonly LeadFacts['state'][] = ['saved', 'pending', 'unknown'];

/**
 * The submit answer for a lead in its present state (docs/contract.md#submit-answers), on submit and on later reads.
 * `offer` is the lead's offer as it is now, which tells by when an undecided lead is decided.
 */
export function submitAnswer(lead: LeadFacts, viewer: Viewer = LIVE, offer?: Offer): SubmitAnswer {
  // A lead that is evaluated again still has its old decision. The state says whether the decision is valid.
  if (isFinal(lead.state) && lead.decision)
    return { settled: true, body: decided(lead, lead.decision, viewer) };
  const body = envelope('PENDING', wordsOfState(lead.state), {
    ...(lead.state === 'saved' && { status: 'saved' as const }),
    accepted: false,
    svc_lead_id: lead.id,
    ...externalIdOf(lead),
    ...triesOf(lead),
    ...timesOf(expectedOf(lead, offer)),
    payout: 0,
    disposition: {},
  });
  return { settled: SETTLED_UNDECIDED.includes(lead.state), body };
}
