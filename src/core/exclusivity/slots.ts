import type { OfferType } from '../catalogue/types.js';
import type { Slot } from '../search/search-record.js';

/**
 * Whether one more lead of this offer type may be sold from the search (docs/contract/search.md#exclusivity):
 * `exclusivity` is checked before the `limit` (`max_accepted_submissions`). A slot counts while it is reserved as
 * when it is sold; `mine` is the slot of the lead and round that asks, which does not stand in its own way.
 */
export function slotRefusal(
  offerType: OfferType,
  slots: readonly Slot[],
  limit: number,
  mine?: { readonly lead: string; readonly round: number },
): 'exclusivity' | 'limit' | undefined {
  const others = slots.filter(({ lead, round }) => lead !== mine?.lead || round !== mine.round);
  const has = (type: OfferType): boolean => others.some((slot) => slot.offer_type === type);
  const excluded =
    has('true_exclusive') ||
    (offerType === 'true_exclusive' && others.length > 0) ||
    (offerType === 'exclusive' && has('exclusive'));
  if (excluded) return 'exclusivity';
  return others.length >= limit ? 'limit' : undefined;
}

/** What the results envelope says about sales so far: accepted ones only, not those that hold a slot. */
export function soldCounts(slots: readonly Slot[]): {
  accepted_count: number;
  true_exclusive_accepted: boolean;
} {
  const sold = slots.filter(({ state }) => state === 'sold');
  return {
    accepted_count: sold.length,
    true_exclusive_accepted: sold.some((slot) => slot.offer_type === 'true_exclusive'),
  };
}
