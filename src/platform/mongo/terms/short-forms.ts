import type { OfferVerdict, SearchRecord } from '../../../core/search/search-record.js';
import { isReference, type ReferringResult } from './terms-store.js';

/**
 * Most of a search's results and verdicts say little, and there may be 1,000 of each, so these are stored as texts: the
 * database then has 2,000 members in place of 11,000 (ADR 89).
 *
 * - A result that refers to its terms: JSON of a list, `[id, offer_id, priority, id of the terms, expiry in ms]`.
 * - A verdict of an offer that was returned with all its programs: the offer's id.
 */
export type SearchResult = string | ReferringResult;
export type SearchVerdict = string | OfferVerdict;

/** What all texts of a search have in common, because its campaign changes only with its run, which has no results yet. */
export type RunOf = Pick<SearchRecord, 'round' | 'campaign_id'>;

type ResultText = readonly [id: string, offer: string, priority: number, terms: string, expires: number];

export function shortResult(result: ReferringResult): SearchResult {
  const { id, offer_id, priority, terms } = result;
  if (!isReference(terms)) return result;
  return JSON.stringify([id, offer_id, priority, terms.id, terms.expires_at.getTime()] satisfies ResultText);
}

export function longResult(stored: SearchResult, { round, campaign_id }: RunOf): ReferringResult {
  if (typeof stored !== 'string') return stored;
  const [id, offer_id, priority, terms, expires] = JSON.parse(stored) as ResultText;
  return { id, round, campaign_id, offer_id, priority, terms: { id: terms, expires_at: new Date(expires) } };
}

export const shortVerdict = (verdict: OfferVerdict): SearchVerdict =>
  verdict.returned && verdict.programs_out === undefined ? verdict.offer_id : verdict;

export const longVerdict = (stored: SearchVerdict): OfferVerdict =>
  typeof stored === 'string' ? { offer_id: stored, returned: true } : stored;
