import type { Offer } from '../catalogue/types.js';
import type { WaitReason } from '../destination-gate/admission.js';
import type { Attempt, LeadRecord, SentTo, Waiting } from '../lead/lead-record.js';
import { isFinal } from '../lead/lead-states.js';
import { ATTEMPT_GRACE_MS, MAX_SKEW_MS } from './lease-times.js';

type Begun = Pick<Attempt, 'at' | 'timeout_ms'>;

/**
 * Until then a request may still be answered; from then on another worker calls an open attempt interrupted, and an
 * operator may settle an unknown lead.
 */
export const answerableUntil = ({ at, timeout_ms }: Begun): Date =>
  new Date(at.getTime() + timeout_ms + ATTEMPT_GRACE_MS);

/**
 * The last moment at which an attempt's request may begin to leave: even one that takes its whole time limit, by a
 * clock that is late, is over when it may no longer be answered. By the wall clock, since other machines go by it.
 */
export const sendBy = (begun: Begun): Date =>
  new Date(answerableUntil(begun).getTime() - begun.timeout_ms - MAX_SKEW_MS);
export type NewAttempt = Attempt & Required<Pick<Attempt, 'run' | 'send_by' | 'sent_to'>>;

/**
 * The attempt that a worker stores before its request leaves. What must still be known of it when the catalogue has
 * changed goes with it.
 */
export function newAttempt(lead: LeadRecord, offer: Offer, at: Date): NewAttempt {
  const { round, runs: run, attempts } = lead;
  const { timeout_ms } = offer.delivery;
  const send_by = sendBy({ at, timeout_ms });
  const n = attempts.length + 1;
  return { n, round, run, at, timeout_ms, send_by, sent_to: sentTo(offer), outcome: 'open' };
}

/** Stalled runs (they ended silently) after which a lead is ended instead of tried again. */
export const MAX_STALLS = 10;

/** The newest attempt of the lead's present round. */
export const lastAttempt = <One extends Pick<Attempt, 'round'>>({
  attempts,
  round,
}: {
  readonly attempts: readonly One[];
  readonly round: number;
}): One | undefined => attempts.findLast((attempt) => attempt.round === round);

/**
 * Whether a buyer may have the lead by an attempt of this submission whose response was lost. Then only the buyer's answer
 * or an operator can refuse it: no check, cap or fault of ours can.
 */
export const mayHaveArrived = ({ attempts, round }: Pick<LeadRecord, 'attempts' | 'round'>): boolean =>
  attempts.some((attempt) => attempt.round === round && attempt.outcome === 'unknown');

/**
 * What a worker that just took a lead has to do, read from the attempts of its round: nothing has left for sure
 * (or a buyer asked to try again) → `judge`; the buyer said "later" → `ask`; a request may have left and its worker
 * never came back → `interrupted`; too many runs stalled → `give_up`.
 */
export function nextStep(lead: LeadRecord): 'judge' | 'ask' | 'interrupted' | 'give_up' {
  const last = lastAttempt(lead);
  if (last?.outcome === 'open') return 'interrupted';
  if (lead.stalls >= MAX_STALLS) return 'give_up';
  return last?.outcome === 'pending' ? 'ask' : 'judge';
}

/** Why a lead can't be gone on with where it is, in words for an operator. */
type BuyerChange = 'its offer has another buyer now' | 'its buyer has another address now';
const OTHER_BUYER: BuyerChange = 'its offer has another buyer now';
const OTHER_ADDRESS: BuyerChange = 'its buyer has another address now';
type Buys = Pick<Offer, 'buyer' | 'delivery'>;

/** Whom a request of this offer goes to. */
export function sentTo({ buyer, delivery }: Buys): SentTo {
  const to = { buyer_id: buyer.id, delivery_origin: originOf(delivery.url) };
  return delivery.follow_up ? { ...to, status_origin: originOf(delivery.follow_up.url) } : to;
}

/** An address that can't be read is one that nothing was ever sent to. */
const originOf = (url: string): string => (URL.canParse(url) ? new URL(url).origin : '');
// Of an attempt without `sent_to` nobody knows where it went: it counts as moved.
/** Listening: the caller must be the buyer that the offer has now, because its secret and rules are used. */
export const buyerMoved = ({ sent_to }: Attempt, { buyer }: Buys): BuyerChange | undefined =>
  sent_to?.buyer_id === buyer.id ? undefined : OTHER_BUYER;

/** Repeating: an idempotent buyer knows a lead again where it got it. */
function repeatMoved(attempt: Attempt, offer: Buys): BuyerChange | undefined {
  const was = attempt.sent_to?.delivery_origin;
  const moved = was !== undefined && was !== sentTo(offer).delivery_origin ? OTHER_ADDRESS : undefined;
  return buyerMoved(attempt, offer) ?? moved;
}

/** Asking: at the address of then, or, where there was none yet, at one of a buyer that takes its leads as then. */
export function askMoved(attempt: Attempt, offer: Buys): BuyerChange | undefined {
  const was = attempt.sent_to?.status_origin;
  if (was === undefined) return repeatMoved(attempt, offer);
  return buyerMoved(attempt, offer) ?? (was === sentTo(offer).status_origin ? undefined : OTHER_ADDRESS);
}
const ofRound = ({ attempts, round }: LeadRecord): Attempt[] =>
  attempts.filter((attempt) => attempt.round === round);

/** Why an attempt that may have arrived can't be repeated by this offer; undefined: no such attempt, or it can. */
export function repeatingMoved(lead: LeadRecord, offer: Buys): BuyerChange | undefined {
  const open = ofRound(lead).filter(({ outcome }) => outcome === 'unknown' || outcome === 'open');
  return open.map((attempt) => repeatMoved(attempt, offer)).find((why) => why !== undefined);
}

/**
 * Why nobody but an operator can end this lead under the offer as it is; undefined: it can go on, or no buyer has it.
 */
export function strandedBy(lead: LeadRecord, offer: Buys): BuyerChange | undefined {
  if (isFinal(lead.state)) return undefined;
  const last = lastAttempt(lead);
  if (last?.outcome === 'pending')
    return offer.delivery.follow_up ? askMoved(last, offer) : buyerMoved(last, offer);
  if (lead.state !== 'unknown') return repeatingMoved(lead, offer);
  return last && buyerMoved(last, offer);
}

/**
 * Why a lead that was just taken waited until now. Undefined where the run before left it for something else, or was of a
 * build that does not say: then it is told once more why it waits.
 */
export const newestWait = ({ waiting, runs }: Pick<LeadRecord, 'waiting' | 'runs'>): Waiting | undefined =>
  waiting?.run === runs - 1 ? waiting : undefined;
const REASONS: readonly WaitReason[] = ['destination_down', 'no_room', 'throttled'];

/** Why its destination did not take it when it was last looked at; undefined when something else came after that. */
export function waitsBecause(lead: LeadRecord): WaitReason | undefined {
  const why = newestWait(lead)?.why;
  return REASONS.find((reason) => reason === why);
}
