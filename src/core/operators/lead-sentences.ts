import { lastAttempt, ownDeliveryKey } from '../delivery/attempt.js';
import { settlableFrom } from '../delivery/settle.js';
import { lastOfKind } from '../lead/lead-entry.js';
import type { LeadRecord, Waiting } from '../lead/lead-record.js';
import { isFinal } from '../lead/lead-states.js';
import { recordedWait } from '../lead/waiting.js';
import { openRequest, standingReturn } from '../money/returned.js';
import { calledBy, type NameEntry } from './names.js';
import { refusalSentence } from './refusal-sentence.js';

/** What should happen to a lead next. */
export interface NextStep {
  /** What somebody can do. Null: nothing is to be done. */
  readonly action: 'settle' | 'return' | 'undo_return' | 'decide_return' | null;
  /** From when on, if not now. For a step of a worker: when it comes. */
  readonly at: Date | null;
  readonly sentence: string;
}

type Why = Waiting['why'];
const WAITS: Readonly<Record<Exclude<Why, 'asked'>, string>> = {
  outage: 'MongoDB or Redis wasn’t available.',
  destination_down:
    'The buyer’s address isn’t answering. Leadkeep tries again when the circuit breaker closes.',
  no_room: 'The buyer’s address already has as many requests in flight as it allows.',
  throttled: 'It’s waiting for the throttle of the buyer’s address.',
  paused: 'Its offer, buyer or campaign is paused.',
  another_lead: 'Another lead of this person or search isn’t decided yet.',
  ledger: 'The cap ledger isn’t ready yet.',
  verification: 'A verification service hasn’t answered yet. Leadkeep asks it again.',
  refused: 'A check refuses it now, but the buyer may have it from an earlier attempt.',
  stalls: 'Ten workers took it and stopped before they finished.',
};

/** What became of a lead, in one sentence. */
export function decisionSentence(lead: LeadRecord, name: NameEntry): string {
  const { state, decision } = lead;
  const buyer = calledBy(name('buyers', lastAttempt(lead)?.sent_to.buyer_id ?? lead.buyer_id));
  if (!isFinal(state) || !decision) return undecidedSentence(lead, buyer);
  if (state === 'accepted') return `${buyer} accepted it${settledBy(lead)}.${returnSentence(lead)}`;
  const { refusal, buyer_reason } = decision;
  if (refusal?.why === 'buyer_rejected' || refusal?.why === 'buyer_duplicate') {
    const what = refusal.why === 'buyer_duplicate' ? 'already had this person' : 'refused it';
    return `${buyer} ${what}${settledBy(lead)}${buyer_reason === undefined ? '' : `: ${buyer_reason}`}.`;
  }
  return refusal
    ? refusalSentence(refusal, calledBy(name('offers', lead.offer_id)))
    : `It ended as ${state}.`;
}

function undecidedSentence(lead: LeadRecord, buyer: string): string {
  switch (lead.state) {
    case 'saved':
      return `It passed every check and is waiting for ${buyer} to open.`;
    case 'pending':
      return `${buyer} has it, but hasn’t decided yet.`;
    case 'unknown':
      return `It was sent, but it’s unknown whether ${buyer} received it.`;
    case 'sending':
      return `It’s being sent to ${buyer}.`;
    default:
      return `It isn’t decided yet. ${waitSentence(lead)}`.trim();
  }
}

/** Empty: no reason is recorded. */
export function waitSentence(lead: Pick<LeadRecord, 'waiting' | 'runs'>): string {
  const waiting = recordedWait(lead);
  if (!waiting) return '';
  if (waiting.why === 'asked') return 'The buyer was asked, but hasn’t decided yet.';
  if (waiting.why === 'outage' && waiting.data_key !== undefined)
    return `It’s waiting for the data key ${waiting.data_key}, which its worker doesn’t have.`;
  // Another build may know more reasons.
  return (WAITS as Readonly<Record<string, string | undefined>>)[waiting.why] ?? '';
}

const settledBy = ({ timeline }: LeadRecord): string => {
  const by = lastOfKind(timeline, 'settled')?.reason?.['by'];
  return typeof by === 'string' ? `, according to ${by}, who settled it` : '';
};

function returnSentence(lead: LeadRecord): string {
  const open = openRequest(lead)?.request;
  if (open) return ` The buyer asks to return it (${open.code}), which isn’t decided yet.`;
  const last = lead.returns?.at(-1);
  if (!last) return '';
  return last.undone
    ? ` The buyer returned it (${last.code}), and the return was undone.`
    : ` The buyer returned it (${last.code}).`;
}

/** Empty: it is the lead's id. */
function underKey(lead: LeadRecord): string {
  const key = ownDeliveryKey(lead);
  return key === undefined ? '' : ` under the Idempotency-Key ${key}, which is the current submission`;
}

/** What should happen next. */
export function nextStep(lead: LeadRecord): NextStep {
  const { state, due_at = null } = lead;
  const step = (sentence: string, action: NextStep['action'] = null, at: Date | null = null): NextStep => ({
    ...{ action, at, sentence },
  });
  if (state === 'unknown') {
    const from = settlableFrom(lead);
    const at = from === undefined ? null : new Date(from);
    return step(`Ask the buyer whether it has the lead${underKey(lead)}, then settle it.`, 'settle', at);
  }
  if (state === 'pending')
    return step(
      `Leadkeep asks the buyer again. If the buyer told you its decision${underKey(lead)}, settle the lead.`,
      ...(['settle', due_at] as const),
    );
  if (!isFinal(state))
    return step('You don’t need to do anything. Leadkeep is still working on it.', null, due_at);
  const open = openRequest(lead)?.request;
  if (open) {
    const then = open.past_deadline === 'accept' ? 'accepts' : 'declines';
    return step(
      `Accept or decline the buyer’s request to return it. Past the deadline, Leadkeep ${then} it.`,
      ...(['decide_return', open.decide_by] as const),
    );
  }
  if (standingReturn(lead)) return step('If the return was a mistake, undo it.', 'undo_return');
  return state === 'accepted'
    ? step('If the buyer returns it, record the return.', 'return')
    : step('The decision is final. You don’t need to do anything.');
}
