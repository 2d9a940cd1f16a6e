import { reservationIdOf } from '../caps/cap-buckets.js';
import { compact } from '../catalogue/compact.js';
import type { Offer } from '../catalogue/types.js';
import type { WaitReason } from '../destination-gate/admission.js';
import { begunBy } from '../lead/first-run.js';
import type { Attempt, LeadRecord, SentTo, Waiting } from '../lead/lead-record.js';
import type { AttemptMoney } from '../money/entry.js';
import { isFinal } from '../lead/lead-states.js';
import { ATTEMPT_GRACE_MS, MAX_SKEW_MS } from './lease-times.js';

type Begun = Pick<Attempt, 'at' | 'timeout_ms'>;

/**
 * Until this time a request may still be answered. After it, another worker marks an open attempt as interrupted, and
 * an operator may settle an unknown lead.
 */
export const answerableUntil = ({ at, timeout_ms }: Begun): Date =>
  new Date(at.getTime() + timeout_ms + ATTEMPT_GRACE_MS);

/**
 * The last moment at which an attempt's request may start. Even a request that uses its whole time limit, on a
 * machine whose clock is late, then ends before `answerableUntil`. It is wall-clock time, because other machines rely
 * on it.
 */
export const sendBy = (begun: Begun): Date =>
  new Date(answerableUntil(begun).getTime() - begun.timeout_ms - MAX_SKEW_MS);
export type NewAttempt = Attempt & Required<Pick<Attempt, 'run' | 'send_by' | 'sent_to'>>;

/**
 * The attempt that a worker stores before its request leaves. The attempt records what must still be known after a
 * change of the catalogue.
 */
export function newAttempt(lead: LeadRecord, offer: Offer, at: Date, money?: AttemptMoney): NewAttempt {
  const { round, runs: run, attempts } = lead;
  const { timeout_ms } = offer.delivery;
  const send_by = sendBy({ at, timeout_ms });
  const n = attempts.length + 1;
  const opened = { n, round, run, at, timeout_ms, send_by, sent_to: sentTo(offer) };
  // What a former build sent of this submission had the lead's id, and a repeat must have the same key.
  const own_key =
    round > 1 && attemptsNow(lead).every((attempt) => attempt.own_key) ? (true as const) : undefined;
  return { ...opened, ...compact({ by: begunBy(lead)?.taken.by, money, own_key }), outcome: 'open' };
}

/**
 * The `Idempotency-Key` of an attempt's request: the same for each repeat of a submission, and another one for the next
 * submission. A buyer must not take that for the former one, which may have been of somebody else.
 */
export const deliveryKey = (
  leadId: string,
  { round, own_key }: Pick<Attempt, 'round' | 'own_key'>,
): string => (own_key ? reservationIdOf(leadId, round) : leadId);

/** After this many stalled runs (runs that ended silently) a lead is ended and not tried again. */
export const MAX_STALLS = 10;

/** The attempts of the lead's present submission. */
export const attemptsNow = <One extends Pick<Attempt, 'round'>>({
  attempts,
  round,
}: {
  readonly attempts: readonly One[];
  readonly round: number;
}): One[] => attempts.filter((attempt) => attempt.round === round);

/** The newest attempt of the lead's present submission. */
export const lastAttempt = <One extends Pick<Attempt, 'round'>>({
  attempts,
  round,
}: {
  readonly attempts: readonly One[];
  readonly round: number;
}): One | undefined => attempts.findLast((attempt) => attempt.round === round);

/**
 * The newest attempt of this submission that may have reached the buyer. An acceptance that names no attempt (a
 * callback, a follow-up, an operator) is about this one.
 */
export const reachedAttempt = <One extends Pick<Attempt, 'round' | 'outcome'>>({
  attempts,
  round,
}: {
  readonly attempts: readonly One[];
  readonly round: number;
}): One | undefined =>
  attempts.findLast((attempt) => attempt.round === round && attempt.outcome !== 'never_sent');

/**
 * Whether a buyer may have the lead from an attempt of this submission whose answer was lost. Then only the buyer's
 * answer or an operator can refuse the lead. A check, a cap or a fault of ours can't.
 */
export const mayHaveArrived = ({ attempts, round }: Pick<LeadRecord, 'attempts' | 'round'>): boolean =>
  attempts.some((attempt) => attempt.round === round && attempt.outcome === 'unknown');

/**
 * Whether the buyer may take the lead, or have taken it, by a request of this submission: one that may have left and that
 * it did not answer with "try again".
 */
export const mayBeTaken = (lead: {
  readonly attempts: readonly Pick<Attempt, 'round' | 'outcome'>[];
  readonly round: number;
}): boolean => attemptsNow(lead).some(({ outcome }) => outcome !== 'never_sent' && outcome !== 'retry');

/**
 * What a worker must do with a lead that it just took, read from the attempts of this submission:
 *
 * - `judge`: evaluate the lead. It is certain that no request left, or the buyer asked us to try again.
 * - `ask`: the buyer answered "later". A callback may say so of an attempt that others followed which never left.
 * - `interrupted`: a request may have left, and its worker never came back.
 * - `give_up`: too many runs stalled.
 */
export function nextStep(lead: LeadRecord): 'judge' | 'ask' | 'interrupted' | 'give_up' {
  if (lastAttempt(lead)?.outcome === 'open') return 'interrupted';
  if (lead.stalls >= MAX_STALLS) return 'give_up';
  return reachedAttempt(lead)?.outcome === 'pending' ? 'ask' : 'judge';
}

/** Why a lead can't continue with its present offer, in words for an operator. */
type BuyerChange = 'its offer has another buyer now' | 'its buyer has another address now';
const OTHER_BUYER: BuyerChange = 'its offer has another buyer now';
const OTHER_ADDRESS: BuyerChange = 'its buyer has another address now';
type Buys = Pick<Offer, 'buyer' | 'delivery'>;

/** The destination of a request for this offer. */
export function sentTo({ buyer, delivery }: Buys): SentTo {
  const to = { buyer_id: buyer.id, delivery_origin: originOf(delivery.url) };
  return delivery.follow_up ? { ...to, status_origin: originOf(delivery.follow_up.url) } : to;
}

/** The origin of a URL. An invalid URL gives an empty text, since no request ever went there. */
const originOf = (url: string): string => (URL.canParse(url) ? new URL(url).origin : '');
// An attempt without `sent_to` counts as moved, because its destination is not known.
/** For callbacks: the caller must be the offer's present buyer, because that buyer's secret and rules are used. */
export const buyerMoved = ({ sent_to }: Attempt, { buyer }: Buys): BuyerChange | undefined =>
  sent_to?.buyer_id === buyer.id ? undefined : OTHER_BUYER;

/** For repeated attempts: an idempotent buyer recognizes a lead only at the address that received it. */
function repeatMoved(attempt: Attempt, offer: Buys): BuyerChange | undefined {
  const was = attempt.sent_to?.delivery_origin;
  const moved = was !== undefined && was !== sentTo(offer).delivery_origin ? OTHER_ADDRESS : undefined;
  return buyerMoved(attempt, offer) ?? moved;
}

/**
 * For follow-ups: the status address must be the same as at the attempt. If there was none yet, the delivery address
 * must be the same.
 */
export function askMoved(attempt: Attempt, offer: Buys): BuyerChange | undefined {
  const was = attempt.sent_to?.status_origin;
  if (was === undefined) return repeatMoved(attempt, offer);
  return buyerMoved(attempt, offer) ?? (was === sentTo(offer).status_origin ? undefined : OTHER_ADDRESS);
}
/**
 * Why the offer can't repeat an attempt that may have arrived. Undefined when there is no such attempt, or when the
 * offer can repeat it.
 */
export function repeatingMoved(lead: LeadRecord, offer: Buys): BuyerChange | undefined {
  const open = attemptsNow(lead).filter(({ outcome }) => outcome === 'unknown' || outcome === 'open');
  return open.map((attempt) => repeatMoved(attempt, offer)).find((why) => why !== undefined);
}

/**
 * Why only an operator can end this lead under the present offer. Undefined when the lead can continue, or when no
 * buyer has it.
 */
export function strandedBy(lead: LeadRecord, offer: Buys): BuyerChange | undefined {
  if (isFinal(lead.state)) return undefined;
  const reached = reachedAttempt(lead);
  if (reached?.outcome === 'pending')
    return offer.delivery.follow_up ? askMoved(reached, offer) : buyerMoved(reached, offer);
  if (lead.state !== 'unknown') return repeatingMoved(lead, offer);
  return reached && buyerMoved(reached, offer);
}

/**
 * Why a lead that was just taken has been waiting. Undefined when the previous run left the lead for another reason,
 * or belonged to a build that did not store the reason. The timeline then states the reason once more.
 */
export const newestWait = ({ waiting, runs }: Pick<LeadRecord, 'waiting' | 'runs'>): Waiting | undefined =>
  waiting?.run === runs - 1 ? waiting : undefined;
const REASONS: readonly WaitReason[] = ['destination_down', 'no_room', 'throttled'];

/** Why the destination did not accept the lead at the last try. Undefined when something else happened since. */
export function waitsBecause(lead: LeadRecord): WaitReason | undefined {
  const why = newestWait(lead)?.why;
  return REASONS.find((reason) => reason === why);
}
