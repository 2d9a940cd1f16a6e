import { formatLength } from './format.js';
import { isRecord, textOf } from './values.js';

const EVENTS: Readonly<Record<string, string>> = {
  received: 'Received',
  received_again: 'Submitted again',
  waits: 'Waiting',
  saved: 'Saved until the buyer opens',
  verified: 'Verification',
  sent: 'Sent',
  not_sent: 'Not sent',
  answered: 'The buyer answered',
  ended: 'Ended',
  asked: 'The buyer was asked again',
  decided: 'Decided',
  settled: 'Settled manually',
  callback: 'Callback from the buyer',
  unknown: 'Outcome unknown',
  gave_up: 'Given up',
  requeued: 'Requeued',
  fell_back: 'Fell back to another offer',
  fallback_of: 'Fallback of another lead',
  returned: 'Returned',
  return_undone: 'The return was undone',
  return_requested: 'Return requested',
  return_declined: 'Return declined',
  evaluated: 'Evaluated',
  partner: 'A partner answered',
  closed: 'Closed',
};

const OUTCOMES: Readonly<Record<string, string>> = {
  never_sent: 'never sent',
  buyer_rejected: 'rejected by the buyer',
  later: 'decides later',
  pass: 'passed',
  refuse: 'refused',
  away: 'gave no answer',
  skipped: 'not asked, it is a test lead',
};

/** What an entry of a timeline says happened. Kinds of another release are shown as they are. */
export function eventWords(what: string, outcome: string | null, reason?: unknown): string {
  // Only a response has a status: a time-out or a broken connection is recorded as an attempt's end, too.
  const isSilence = what === 'answered' && outcome === 'unknown' && isRecord(reason) && !('status' in reason);
  const event = isSilence ? 'The buyer did not answer' : (EVENTS[what] ?? what.replaceAll('_', ' '));
  if (outcome === null) return event;
  return `${event}: ${OUTCOMES[outcome] ?? outcome.replaceAll('_', ' ').toLowerCase()}`;
}

const NAMES: Readonly<Record<string, string>> = {
  why: 'reason:',
  was: 'previously',
  attempt: 'attempt',
  run: 'run',
  then: 'so the lead',
  from: 'known from the',
  said: 'it said',
};

/** The rest of what an entry tells, as short text. `sentence`: of a refusal. */
export function reasonText(reason: unknown, sentence: string | null): string {
  if (sentence !== null) return sentence;
  if (!isRecord(reason)) return '';
  return Object.entries(reason)
    .filter(([, value]) => value !== null && value !== undefined)
    .map(([name, value]) =>
      name === 'duration_ms' && typeof value === 'number'
        ? `took ${formatLength(value)}`
        : `${NAMES[name] ?? name.replaceAll('_', ' ')} ${textOf(value)}`,
    )
    .join(', ');
}
