import type { Offer } from '../catalogue/types.js';
import { isFinal } from '../lead/lead-states.js';
import type { Attempt, LeadRecord, SentTo } from '../lead/lead-record.js';
import { lastAttempt } from './next-step.js';

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

/** Listening: whoever calls back must be the buyer that the offer has now, whose secret and rules are asked. */
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

/** Why an attempt that may have arrived can't be repeated by this offer; undefined: there is none, or it can. */
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
