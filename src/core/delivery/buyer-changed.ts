import type { Attempt, LeadRecord } from '../lead/lead-record.js';
import { isFinal } from '../lead/lead-states.js';
import { attemptsNow, reachedAttempt, sentTo, type Buys } from './attempt.js';

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
