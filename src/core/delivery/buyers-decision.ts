import type { Offer } from '../catalogue/types.js';
import type { Decision } from '../lead/lead-record.js';
import type { LeadEntry } from '../lead/lead-entry.js';
import { cleanBuyerReason } from '../messages.js';

/** `offer`: absent when it is no longer in the catalogue. */
interface Decided {
  readonly offer: Offer | undefined;
  readonly at: Date;
}

const sourceOf = (offer: Offer | undefined): 'buyer' | 'partner' =>
  offer?.kind === 'partner' ? 'partner' : 'buyer';

/** The buyer's yes, whoever tells of it: an answer, a callback, an operator. */
export const acceptance = (payout_cents: number | undefined, { offer, at }: Decided): Decision => ({
  code: 'ACCEPTED',
  at,
  source: sourceOf(offer),
  ...(payout_cents === undefined ? {} : { payout_cents }),
});

const WHY = { BUYER_REJECTED: 'buyer_rejected', DUPLICATE: 'buyer_duplicate' } as const;

/** The buyer's no. `words`: its own sentence as it came; the affiliate reads what is left of it. */
export function buyersRefusal(
  code: keyof typeof WHY,
  words: string | undefined,
  { offer, at }: Decided,
): Decision {
  const buyer_reason = cleanBuyerReason(words);
  return {
    code,
    at,
    refusal: { check: 'delivery', code, why: WHY[code] },
    source: sourceOf(offer),
    ...(buyer_reason === undefined ? {} : { buyer_reason }),
  };
}

/** What the timeline says of a decision: one entry, none while there is no decision. */
export const decidedEntries = (offer_id: string, decision: Decision | undefined): LeadEntry[] =>
  decision ? [{ at: decision.at, what: 'decided', offer_id, outcome: decision.code }] : [];
