import { MAX_OF_A_SEARCH, type OfferPlan } from '../plan/offers.js';
import { salesOf, type Evidence, type Violation } from './evidence.js';

/** The sales of one search: at most as many as the campaign allows, at most one exclusive offer, and a true exclusive only alone. */
export function checkExclusivity(
  { leads, received }: Evidence,
  offers: ReadonlyMap<string, OfferPlan>,
): Violation[] {
  const bySearch = new Map<string, string[]>();
  for (const { lead_id, offer } of salesOf(received).values()) {
    const search = leads.get(lead_id)?.search_id;
    if (search !== undefined) bySearch.set(search, [...(bySearch.get(search) ?? []), offer]);
  }
  const violations: Violation[] = [];
  for (const [search, sold] of bySearch) {
    const of = (type: OfferPlan['offer_type']): number =>
      sold.filter((offer) => offers.get(offer)?.offer_type === type).length;
    const what = `search ${search}: ${sold.join(', ')}`;
    if (sold.length > MAX_OF_A_SEARCH) violations.push({ rule: 'search sold too often', what });
    if (of('exclusive') > 1) violations.push({ rule: 'two exclusive offers of one search', what });
    if (of('true_exclusive') > 0 && sold.length > 1)
      violations.push({ rule: 'true exclusive, and not alone', what });
  }
  return violations;
}
