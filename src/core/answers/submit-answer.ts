import { CODES, envelope, type Envelope } from '../envelope.js';
import { isFinal } from '../lead/lead-states.js';
import { leadField } from '../lead/fields.js';
import { toMoney } from '../payout.js';
import type { Decision, LeadRecord } from '../lead/lead-record.js';
import { wordsOfDecision, wordsOfState } from '../messages.js';

type LeadFacts = Pick<LeadRecord, 'id' | 'affiliate_id' | 'form' | 'state' | 'decision'>;

export interface SubmitAnswerBody extends Envelope {
  readonly accepted: boolean;
  readonly svc_lead_id: string;
  readonly payout?: number;
  readonly disposition: { readonly duplicate_of?: string };
}

export interface SubmitAnswer {
  /**
   * Whether waiting longer is of any use to the caller: true for a decision, and for leads that the buyer, its hours or an
   * operator have in hand (HTTP 200); false while we are still at work, so that the API waits on and answers 202 when
   * its time is over. Reading a lead later answers 200 either way.
   */
  readonly settled: boolean;
  readonly body: SubmitAnswerBody;
}

/** Whose key asks. Claims are live leads' alone, so a test key learns nothing of their owners. */
type Viewer = { readonly is_test: boolean };
const LIVE: Viewer = { is_test: false };

/** The payout booked for an accepted lead, absent when none is configured; 0 for everything else. */
function payoutOf({ code, payout_cents }: Decision): { payout?: number } {
  if (code !== 'ACCEPTED') return { payout: 0 };
  return payout_cents === undefined ? {} : { payout: toMoney(payout_cents) };
}

/** A client whose first call timed out finds its own sale; another affiliate's lead is never named. */
function dispositionOf(
  { code, refusal }: Decision,
  affiliateId: string,
  viewer: Viewer,
): SubmitAnswerBody['disposition'] {
  if (viewer.is_test) return {};
  const owner = code === 'DUPLICATE' ? refusal?.held_by : undefined;
  return owner?.affiliate_id === affiliateId ? { duplicate_of: owner.lead_id } : {};
}

/** The request's name of a field: lead fields stand in `lead`; questions and the request's own keys at the top. */
const requestPath = (field: string): string => (leadField(field) ? `lead.${field}` : field);

function decided(
  { id, affiliate_id, form }: LeadFacts,
  decision: Decision,
  viewer: Viewer,
): SubmitAnswerBody {
  const { code, refusal } = decision;
  const { success, status } = CODES[code];
  return envelope(code, wordsOfDecision(decision, form), {
    accepted: code === 'ACCEPTED',
    svc_lead_id: id,
    ...payoutOf(decision),
    disposition: dispositionOf(decision, affiliate_id, viewer),
    // Only what the caller can correct is named: the field of a failed eligibility rule is the operator's.
    ...(status === 'invalid' && refusal?.field !== undefined && { field: requestPath(refusal.field) }),
    ...(!success && { source: decision.source ?? 'service' }),
  });
}

const SETTLED_UNDECIDED: readonly LeadFacts['state'][] = ['saved', 'pending', 'unknown'];

/**
 * The submit answer of a lead as it now stands (docs/contract.md#submit-answers), on submit and when it is read
 * later.
 */
export function submitAnswer(lead: LeadFacts, viewer: Viewer = LIVE): SubmitAnswer {
  // A lead that is evaluated again still has its old decision: the state says whether it holds.
  if (isFinal(lead.state) && lead.decision)
    return { settled: true, body: decided(lead, lead.decision, viewer) };
  const body = envelope('PENDING', wordsOfState(lead.state), {
    ...(lead.state === 'saved' && { status: 'saved' as const }),
    accepted: false,
    svc_lead_id: lead.id,
    payout: 0,
    disposition: {},
  });
  return { settled: SETTLED_UNDECIDED.includes(lead.state), body };
}
