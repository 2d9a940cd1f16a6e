import { FINAL_STATES, isFinal, type LeadState, UNDECIDED_STATES } from '../lead/lead-states.js';
import type { DecisionCode } from '../refusal.js';
import type { LeadEntryKind } from '../lead/lead-entry.js';
import { lastAttemptOf } from './holdings.js';
import type { CheckedLead } from './records.js';

const STATES: readonly string[] = [...UNDECIDED_STATES, ...FINAL_STATES];

/** The decision codes that each end state can have. Other states have none. */
const CODES: Readonly<Partial<Record<LeadState, readonly DecisionCode[]>>> = {
  accepted: ['ACCEPTED'],
  held: ['TEST_LEAD_HELD'],
  failed: ['DELIVERY_FAILED'],
  invalid: ['REQUIRED_FIELD_MISSING', 'INVALID_FIELD'],
  rejected: [
    'DUPLICATE',
    'NOT_ELIGIBLE',
    'CAP_REACHED',
    'BUYER_REJECTED',
    'OFFER_UNAVAILABLE',
    'INVALID_FIELD',
    'REQUIRED_FIELD_MISSING',
  ],
};

/** States that a lead can only reach by a request to the buyer. */
const AFTER_ATTEMPT: readonly LeadState[] = ['sending', 'waiting', 'pending', 'unknown', 'accepted'];
/** Outcomes after which nothing can have been sold. */
const NOTHING_SOLD: readonly string[] = ['never_sent', 'retry', 'open'];

/** The parts of a lead that the state machine and the workers can't have produced. */
export function stateFaults(lead: CheckedLead): string[] {
  const { state, runs, stalls, submission } = lead;
  if (!STATES.includes(state)) return [`there is no state ${state}`];
  return [
    ...(submission < 1 || stalls > runs ? [`submission ${submission}, ${runs} runs, ${stalls} stalls`] : []),
    ...decisionFaults(lead),
    ...attemptFaults(lead),
    ...timelineFaults(lead),
  ];
}

function decisionFaults({ state, decision }: CheckedLead): string[] {
  if (!isFinal(state)) return decision ? [`${state} with the decision ${decision.code}`] : [];
  if (!decision) return [`${state} without a decision`];
  return CODES[state]?.includes(decision.code) ? [] : [`${state} with the decision ${decision.code}`];
}

function attemptFaults(lead: CheckedLead): string[] {
  const { state, attempts, submission, is_test } = lead;
  const ofRound = attempts.filter((attempt) => attempt.submission === submission);
  const faults: string[] = [];
  if (attempts.some(({ number }, i) => number !== i + 1))
    faults.push('its attempts are not numbered 1, 2, …');
  if (attempts.some((attempt) => attempt.submission > submission))
    faults.push('an attempt of a submission to come');
  if (AFTER_ATTEMPT.includes(state) && ofRound.length === 0) faults.push(`${state} without an attempt`);
  if (state === 'sending' && lastAttemptOf(lead)?.outcome !== 'open')
    faults.push('sending with no open attempt');
  if (state === 'accepted' && ofRound.every(({ outcome }) => NOTHING_SOLD.includes(outcome)))
    faults.push('accepted, but no attempt reached the buyer');
  if (attempts.filter(({ outcome }) => outcome === 'accepted').length > 1)
    faults.push('more than one attempt was accepted');
  if (is_test && (attempts.length > 0 || state === 'accepted')) faults.push('a test lead was sent');
  if (state === 'held' && !is_test) faults.push('held, but no test lead');
  return faults;
}

/** What a timeline entry means for the order in which a lead is received, sent and decided. */
const KINDS: Readonly<Record<LeadEntryKind, 'begins' | 'sends' | 'ends' | 'neither'>> = {
  received: 'begins',
  received_again: 'begins',
  sent: 'sends',
  decided: 'ends',
  // Written together with `decided`, and before it.
  settled: 'neither',
  verified: 'neither',
  waits: 'neither',
  saved: 'neither',
  answered: 'neither',
  asked: 'neither',
  callback: 'neither',
  unknown: 'neither',
  gave_up: 'neither',
  requeued: 'neither',
  fell_back: 'neither',
  fallback_of: 'neither',
  returned: 'neither',
  return_undone: 'neither',
  return_requested: 'neither',
  return_declined: 'neither',
};
const MEANS: ReadonlyMap<string, string> = new Map(Object.entries(KINDS));

/** After a decision, nothing may be sent unless the lead was received again. */
function timelineFaults({ timeline }: CheckedLead): string[] {
  let decided = false;
  for (const { what } of timeline) {
    const means = MEANS.get(what);
    if (means === 'begins') decided = false;
    else if (means === 'ends') decided = true;
    else if (means === 'sends' && decided) return ['sent after it was decided'];
  }
  return [];
}
