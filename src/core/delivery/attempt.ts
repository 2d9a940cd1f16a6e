import { reservationIdOf } from '../caps/cap-buckets.js';
import { compact } from '../catalogue/compact.js';
import type { Offer } from '../catalogue/types.js';
import { ATTEMPT_GRACE_MS, MAX_SKEW_MS } from './lease-times.js';
import type { LeadChange } from '../lead/lead-change.js';
import type { Attempt, LeadRecord, SentTo } from '../lead/lead-record.js';
import { isFinal } from '../lead/lead-states.js';
import { firstRunWrite } from '../lead/lease.js';
import type { AttemptMoney } from '../money/entry.js';

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

/** What an offer says of where its leads go. */
export type Buys = Pick<Offer, 'buyer' | 'delivery'>;

/** The destination of a request for this offer. */
export function sentTo({ buyer, delivery }: Buys): SentTo {
  const to = { buyer_id: buyer.id, delivery_origin: originOf(delivery.url) };
  return delivery.follow_up ? { ...to, status_origin: originOf(delivery.follow_up.url) } : to;
}

/** The origin of a URL. An invalid URL gives an empty text, since no request ever went there. */
const originOf = (url: string): string => (URL.canParse(url) ? new URL(url).origin : '');

/**
 * The attempt that a worker stores before its request leaves. The attempt records what must still be known after a
 * change of the catalogue.
 */
export function newAttempt(lead: LeadRecord, offer: Offer, at: Date, money: AttemptMoney): Attempt {
  const { submission, runs: run, attempts } = lead;
  const { timeout_ms } = offer.delivery;
  const send_by = sendBy({ at, timeout_ms });
  const n = attempts.length + 1;
  const opened = { number: n, submission, run, at, timeout_ms, send_by, sent_to: sentTo(offer), money };
  return { ...opened, ...compact({ by: firstRunWrite(lead)?.taken.by }), outcome: 'open' };
}

/** The attempt begins: the lead stays with its worker until the request can't be answered any more. */
export const attemptOpened = (attempt: Attempt, offer_id: string): LeadChange => ({
  state: 'sending',
  due_at: answerableUntil(attempt),
  new_attempt: attempt,
  entries: [{ at: attempt.at, what: 'sent', offer_id, reason: { attempt: attempt.number } }],
});

/**
 * The `Idempotency-Key` of an attempt's request: the same for each repeat of a submission, and another one for the next
 * submission. A buyer must not take that for the former one, which may have had other data.
 */
export const deliveryKey = (leadId: string, { submission }: Pick<Attempt, 'submission'>): string =>
  submission > 1 ? reservationIdOf(leadId, submission) : leadId;

/** After this many stalled runs (runs that ended silently) a lead is ended and not tried again. */
export const MAX_STALLS = 10;

/** A lead and its attempts, of all its submissions. */
interface Tried<One> {
  readonly attempts: readonly One[];
  readonly submission: number;
}

/** The attempts of the lead's present submission. */
export const attemptsNow = <One extends Pick<Attempt, 'submission'>>({
  attempts,
  submission,
}: Tried<One>): One[] => attempts.filter((attempt) => attempt.submission === submission);

/** The newest attempt of the lead's present submission. */
export const lastAttempt = <One extends Pick<Attempt, 'submission'>>(lead: Tried<One>): One | undefined =>
  attemptsNow(lead).at(-1);

/** The attempts of this submission that may have reached the buyer. */
export const reachedAttempts = <One extends Pick<Attempt, 'submission' | 'outcome'>>(
  lead: Tried<One>,
): One[] => attemptsNow(lead).filter(({ outcome }) => outcome !== 'never_sent');

/**
 * The newest attempt of this submission that may have reached the buyer. An acceptance that names no attempt (a
 * callback, a follow-up, an operator) is about this one.
 */
export const reachedAttempt = <One extends Pick<Attempt, 'submission' | 'outcome'>>(
  lead: Tried<One>,
): One | undefined => reachedAttempts(lead).at(-1);

/**
 * The key under which the buyer has the lead's present submission, if that is not the lead's id. Under the id it then
 * may know a former one, perhaps with other data.
 */
export function ownDeliveryKey(lead: Pick<LeadRecord, 'id' | 'attempts' | 'submission'>): string | undefined {
  const attempt = reachedAttempt(lead);
  return attempt && attempt.submission > 1 ? deliveryKey(lead.id, attempt) : undefined;
}

/**
 * Whether a buyer may have the lead from an attempt of this submission whose answer was lost. Then only the buyer's
 * answer or an operator can refuse the lead. A check, a cap or a fault of ours can't.
 */
export const mayHaveArrived = (lead: Pick<LeadRecord, 'attempts' | 'submission'>): boolean =>
  attemptsNow(lead).some(({ outcome }) => outcome === 'unknown');

/**
 * Whether the buyer may take the lead, or have taken it, by a request of this submission: one that may have left and that
 * it did not answer with "try again".
 */
export const mayBeTaken = (lead: Tried<Pick<Attempt, 'submission' | 'outcome'>>): boolean =>
  reachedAttempts(lead).some(({ outcome }) => outcome !== 'retry');

/**
 * What a worker must do with a lead that it just took, read from the attempts of this submission:
 *
 * - `evaluate`: it is certain that no request left, or the buyer asked us to try again.
 * - `ask`: the buyer answered "later". A callback may say so of an attempt that others followed which never left.
 * - `interrupted`: a request may have left, and its worker never came back.
 * - `give_up`: too many runs stalled.
 */
export function taskOf(lead: LeadRecord): 'evaluate' | 'ask' | 'interrupted' | 'give_up' {
  if (lastAttempt(lead)?.outcome === 'open') return 'interrupted';
  if (lead.stalls >= MAX_STALLS) return 'give_up';
  return reachedAttempt(lead)?.outcome === 'pending' ? 'ask' : 'evaluate';
}

/** Why a lead can't continue with its present offer, in words for an operator. */
type BuyerChange = 'its offer has another buyer now' | 'its buyer has another address now';
const OTHER_BUYER: BuyerChange = 'its offer has another buyer now';
const OTHER_ADDRESS: BuyerChange = 'its buyer has another address now';

/** For callbacks: the caller must be the offer's present buyer, because that buyer's secret and rules are used. */
export const buyerChanged = ({ sent_to }: Attempt, { buyer }: Buys): BuyerChange | undefined =>
  sent_to.buyer_id === buyer.id ? undefined : OTHER_BUYER;

/** For repeated attempts: an idempotent buyer recognizes a lead only at the address that received it. */
function repeatMoved(attempt: Attempt, offer: Buys): BuyerChange | undefined {
  const isSame = attempt.sent_to.delivery_origin === sentTo(offer).delivery_origin;
  return buyerChanged(attempt, offer) ?? (isSame ? undefined : OTHER_ADDRESS);
}

/**
 * For follow-ups: the status address must be the same as at the attempt. If there was none yet, the delivery address
 * must be the same.
 */
export function followUpBuyerChanged(attempt: Attempt, offer: Buys): BuyerChange | undefined {
  const was = attempt.sent_to.status_origin;
  if (was === undefined) return repeatMoved(attempt, offer);
  return buyerChanged(attempt, offer) ?? (was === sentTo(offer).status_origin ? undefined : OTHER_ADDRESS);
}

/**
 * Why the offer can't repeat an attempt that may have arrived. Undefined when there is no such attempt, or when the
 * offer can repeat it.
 */
export function repeatBuyerChanged(lead: LeadRecord, offer: Buys): BuyerChange | undefined {
  const open = attemptsNow(lead).filter(({ outcome }) => outcome === 'unknown' || outcome === 'open');
  return open.map((attempt) => repeatMoved(attempt, offer)).find((why) => why !== undefined);
}

/**
 * Why only an operator can end this lead under the present offer. Undefined when the lead can continue, or when no
 * buyer has it.
 */
export function whyStranded(lead: LeadRecord, offer: Buys): BuyerChange | undefined {
  if (isFinal(lead.state)) return undefined;
  const reached = reachedAttempt(lead);
  if (reached?.outcome === 'pending')
    return offer.delivery.follow_up ? followUpBuyerChanged(reached, offer) : buyerChanged(reached, offer);
  if (lead.state !== 'unknown') return repeatBuyerChanged(lead, offer);
  return reached && buyerChanged(reached, offer);
}
