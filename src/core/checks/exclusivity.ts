import type { OfferType } from '../catalogue/types.js';
import type { Slot } from '../search/search-record.js';
import type { Check } from './check.js';

/** Earlier sales from the same search may block a lead: an exclusive sale, or the campaign's limit of submissions. */
export const exclusivity: Check = {
  name: 'exclusivity',
  stages: ['search', 'submit'],
  refuse({ offer, campaign }, { slots }) {
    if (!offer || !campaign) return undefined;
    const why = slotRefusal(offer.offer_type, slots, campaign.max_accepted_submissions);
    if (!why) return undefined;
    return { check: 'exclusivity', code: why === 'limit' ? 'CAP_REACHED' : 'OFFER_UNAVAILABLE', why };
  },
};

/**
 * Why no further lead of this offer type may be sold from the search (docs/contract/search.md#exclusivity).
 * `exclusivity` is checked before `limit` (`max_accepted_submissions`). Reserved slots count like sold ones. `mine`
 * is the slot of the present lead and submission, which does not block itself.
 */
export function slotRefusal(
  offerType: OfferType,
  slots: readonly Slot[],
  limit: number,
  mine?: { readonly lead: string; readonly submission: number },
): 'exclusivity' | 'limit' | undefined {
  const others = slots.filter(
    ({ lead, submission }) => lead !== mine?.lead || submission !== mine.submission,
  );
  const has = (type: OfferType): boolean => others.some((slot) => slot.offer_type === type);
  const excluded =
    has('true_exclusive') ||
    (offerType === 'true_exclusive' && others.length > 0) ||
    (offerType === 'exclusive' && has('exclusive'));
  if (excluded) return 'exclusivity';
  return others.length >= limit ? 'limit' : undefined;
}
