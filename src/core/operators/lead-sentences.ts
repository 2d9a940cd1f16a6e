import { lastAttempt, ownDeliveryKey } from '../delivery/attempt.js';
import { settlableFrom } from '../delivery/settle.js';
import { lastOfKind } from '../lead/lead-entry.js';
import type { LeadRecord, Waiting } from '../lead/lead-record.js';
import { isFinal } from '../lead/lead-states.js';
import { recordedWait } from '../lead/waiting.js';
import { standingReturn } from '../money/returned.js';
import { calledBy, type NameEntry } from './names.js';
import { refusalSentence } from './refusal-sentence.js';

/** What should happen to a lead next. */
export interface NextStep {
  /** What somebody can do. Null: nothing is to be done. */
  readonly action: 'settle' | 'return' | 'undo_return' | null;
  /** From when on, if not now. For a step of a worker: when it comes. */
  readonly at: Date | null;
  readonly sentence: string;
}

type Why = Waiting['why'];
const WAITS: Readonly<Record<Exclude<Why, 'asked'>, string>> = {
  outage: 'MongoDB or Redis was not available when it was worked on.',
  destination_down: 'Its address does not answer, so it waits until the circuit breaker closes.',
  no_room: 'Its address has as many requests in flight as it allows.',
  throttled: 'The throttle of its address has not let it through yet.',
  paused: 'Its offer, buyer or campaign is paused for a time.',
  another_lead: 'Another lead of this person or search is still open.',
  ledger: 'The cap ledger cannot answer yet.',
  verification: 'A service that verifies it has given no answer yet; it is asked again.',
  refused: 'A check refuses it now, but its buyer may have it from an earlier attempt.',
  stalls: 'Ten times a worker took it and did not come back.',
};

/** What became of a lead, in one sentence. */
export function decisionSentence(lead: LeadRecord, name: NameEntry): string {
  const { state, decision } = lead;
  const buyer = calledBy(name('buyers', lastAttempt(lead)?.sent_to.buyer_id ?? lead.buyer_id));
  if (!isFinal(state) || !decision) return undecidedSentence(lead, buyer);
  if (state === 'accepted') return `${buyer} accepted it${settledBy(lead)}.${returnSentence(lead, buyer)}`;
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
      return `It passed every check and waits until ${buyer} opens.`;
    case 'pending':
      return `${buyer} has it and has not decided.`;
    case 'unknown':
      return `It was sent, and nobody knows whether ${buyer} has it.`;
    case 'sending':
      return `It is being sent to ${buyer}.`;
    default:
      return `It is not decided yet. ${waitSentence(lead)}`.trim();
  }
}

/** Empty: no reason is recorded. */
export function waitSentence(lead: Pick<LeadRecord, 'waiting' | 'runs'>): string {
  const waiting = recordedWait(lead);
  if (!waiting) return '';
  if (waiting.why === 'asked') return 'Its buyer was asked and has not decided.';
  if (waiting.why === 'outage' && waiting.data_key !== undefined)
    return `It waits for the data key ${waiting.data_key}, which its worker does not have.`;
  // Another build may know more reasons.
  return (WAITS as Readonly<Record<string, string | undefined>>)[waiting.why] ?? '';
}

const settledBy = ({ timeline }: LeadRecord): string => {
  const by = lastOfKind(timeline, 'settled')?.reason?.['by'];
  return typeof by === 'string' ? `, as ${by} settled` : '';
};

function returnSentence({ returns = [] }: LeadRecord, buyer: string): string {
  const last = returns.at(-1);
  if (!last) return '';
  return last.undone
    ? ` ${buyer} sent it back (${last.code}), and that was undone.`
    : ` ${buyer} sent it back (${last.code}).`;
}

/** Empty: it is the lead's id. */
function underKey(lead: LeadRecord): string {
  const key = ownDeliveryKey(lead);
  return key === undefined ? '' : ` under the Idempotency-Key ${key}, which is the present submission`;
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
      `The buyer is asked again. If it told you its decision${underKey(lead)}, settle the lead.`,
      ...(['settle', due_at] as const),
    );
  if (!isFinal(state)) return step('Nothing is to be done: a worker goes on with it.', null, due_at);
  if (standingReturn(lead)) return step('If the return was a mistake, undo it.', 'undo_return');
  return state === 'accepted'
    ? step('If the buyer sends it back, return it.', 'return')
    : step('The decision is final. You don’t need to do anything.');
}
