import type { StoredResult } from './search-record.js';

const byText = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

/** Negative if `a` is shown before `b`. A total order: 0 only for the same result. */
function compareResults(a: StoredResult, b: StoredResult): number {
  const payout = (b.terms.payout_cents ?? -1) - (a.terms.payout_cents ?? -1);
  return payout || b.priority - a.priority || byText(a.offer_id, b.offer_id) || byText(a.id, b.id);
}

/**
 * Sorts results, best first: by the client's best payout (no configured payout comes after 0), then by the campaign's
 * priority for the offer, then by offer id. Several results of a partner offer are sorted by their own id, so that
 * every poll shows the same order.
 */
export const rankResults = (results: readonly StoredResult[]): StoredResult[] =>
  results.toSorted(compareResults);
