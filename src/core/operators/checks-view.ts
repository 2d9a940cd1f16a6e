import { CHECKS } from '../checks/index.js';
import { attemptsNow } from '../delivery/attempt.js';
import type { LeadRecord } from '../lead/lead-record.js';
import { isFinal } from '../lead/lead-states.js';
import { recordedWait } from '../lead/waiting.js';
import type { Refusal } from '../refusal.js';
import { refusalSentence } from './refusal-sentence.js';

/**
 * `not_reached`: an earlier check refused, or no worker has come to it. `unknown`: the record does not tell, because the
 * lead is still undecided or was given up.
 */
export const CHECK_OUTCOMES = ['passed', 'refused', 'not_reached', 'unknown'] as const;
export type CheckOutcome = (typeof CHECK_OUTCOMES)[number];

const TITLES: Readonly<Record<string, string>> = {
  active: 'Offer, buyer and campaign are active',
  consent: 'The consumer consented',
  program: 'The offer has the program',
  questions: 'The questions are answered',
  required_fields: 'All required fields are there',
  eligibility: 'The lead meets the offer’s rules',
  suppressed: 'The person is not on the suppression list',
  verification: 'It passed verification',
  exclusivity: 'No other sale of this search excludes it',
  duplicate: 'No other lead has this person',
  caps: 'The caps have room',
  test_lead: 'It isn’t a test lead',
  delivery: 'The buyer accepted it',
};

const NAMES = [...CHECKS.map(({ name }) => name), 'delivery'];
/** For a lead that services were, or are to be, asked about. */
const VERIFIED_NAMES = NAMES.flatMap((name) => (name === 'suppressed' ? [name, 'verification'] : [name]));

const isVerified = (lead: LeadRecord, refusal: Refusal | undefined): boolean =>
  refusal?.check === 'verification' ||
  recordedWait(lead)?.why === 'verification' ||
  (lead.verified ?? []).some((step) => step.submission === lead.submission);

/** Every check in the order of the decision, the buyer's own decision last, as far as the record tells their outcome. `offer`: its name. */
export function checksView(lead: LeadRecord, offer?: string) {
  const refusal = refusalOf(lead);
  const names = isVerified(lead, refusal) ? VERIFIED_NAMES : NAMES;
  const at = refusal ? names.indexOf(refusal.check) : -1;
  return names.map((check, place) => ({
    ...{ check, title: TITLES[check] ?? check },
    ...(refusal && place === at
      ? { outcome: 'refused' as const, rule: refusal.why, sentence: refusalSentence(refusal, offer) }
      : { outcome: outcomeOf(lead, place, at, names.length - 1), rule: null, sentence: null }),
  }));
}

/** The refusal that ended the lead, or that keeps one waiting which its buyer may have. */
function refusalOf(lead: LeadRecord): Refusal | undefined {
  const { state, decision, timeline } = lead;
  if (isFinal(state)) return decision?.refusal;
  if (recordedWait(lead)?.why !== 'refused') return undefined;
  const told = timeline.findLast(({ what, reason }) => what === 'waits' && reason?.['check'] !== undefined);
  return told?.reason as Refusal | undefined;
}

/** `delivery`: the place of the buyer's decision. */
function outcomeOf(lead: LeadRecord, place: number, refusedAt: number, delivery: number): CheckOutcome {
  const { state, runs } = lead;
  const attempts = attemptsNow(lead);
  const wasSent = attempts.some(({ outcome }) => outcome !== 'never_sent');
  if (refusedAt >= 0) {
    if (place > refusedAt) return 'not_reached';
    // A lead that never left may have been given up before its checks.
    return refusedAt === delivery && lead.decision?.code === 'DELIVERY_FAILED' && attempts.length === 0
      ? 'unknown'
      : 'passed';
  }
  if (state === 'accepted') return 'passed';
  if (isFinal(state)) return 'unknown';
  if (runs === 0 && attempts.length === 0) return 'not_reached';
  if (place === delivery) return wasSent ? 'unknown' : 'not_reached';
  return wasSent || state === 'saved' ? 'passed' : 'unknown';
}
