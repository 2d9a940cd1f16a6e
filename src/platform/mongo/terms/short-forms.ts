import { packResults, unpackResults, type PackedResults } from '../../../core/search/packed-results.js';
import type { OfferVerdict, SearchRecord, StoredResult } from '../../../core/search/search-record.js';
import type { ReferringResult } from './terms-store.js';

/**
 * Most of a search's results and verdicts say little, and there may be 1,000 of each, so the database gets a text and a
 * number in place of 11,000 members (ADR 89, ADR 98).
 *
 * - The results of all direct offers of a run: JSON of `PackedResults`. A former version stored a list for each:
 * `[id, offer_id, priority, id of the terms, expiry in ms]`.
 * - Verdicts of offers that were returned with all their programs: how many, of the offers of those results in their
 * order. A former version stored the id of each.
 */
export type SearchResult = string | ReferringResult;
export type SearchVerdict = number | string | OfferVerdict;

/** What all results in a text have in common, because its campaign changes only with its run, which has no results yet. */
export type RunOf = Pick<SearchRecord, 'round' | 'campaign_id'>;

type ListText = readonly [id: string, offer: string, priority: number, terms: string, expires: number];
const isList = (text: string): boolean => text.startsWith('[');

export interface ShortRun {
  readonly results: readonly SearchResult[];
  readonly verdicts: readonly SearchVerdict[];
}

/** Undefined: the results do not fit into a text (`packResults`). */
export function shortRun(
  results: readonly StoredResult[],
  verdicts: readonly OfferVerdict[],
): ShortRun | undefined {
  const packed = packResults(results);
  if (!packed) return undefined;
  return { results: [JSON.stringify(packed)], verdicts: shortVerdicts(verdicts, packed.offers) };
}

export function longResults(stored: readonly SearchResult[], run: RunOf): ReferringResult[] {
  return stored.flatMap((one): ReferringResult | ReferringResult[] => {
    if (typeof one !== 'string') return one;
    if (isList(one)) return ofList(JSON.parse(one) as ListText, run);
    const { round, campaign_id } = run;
    return unpackResults(JSON.parse(one) as PackedResults).map(
      ({ id, offer_id, terms_id, priority, expires }) => ({
        ...{ id, round, campaign_id, offer_id, priority },
        terms: { id: terms_id, expires_at: new Date(expires) },
      }),
    );
  });
}

const ofList = (
  [id, offer_id, priority, terms, expires]: ListText,
  { round, campaign_id }: RunOf,
): ReferringResult => ({
  ...{ id, round, campaign_id, offer_id, priority },
  terms: { id: terms, expires_at: new Date(expires) },
});

const saysOnlyReturned = ({ returned, programs_out: out }: OfferVerdict): boolean =>
  returned && out === undefined;

function shortVerdicts(verdicts: readonly OfferVerdict[], offers: readonly string[]): SearchVerdict[] {
  const short: SearchVerdict[] = [];
  let next = 0;
  for (const verdict of verdicts) {
    const isNext = verdict.returned && verdict.offer_id === offers[next];
    if (isNext) next += 1;
    const last = short.at(-1);
    if (!isNext || !saysOnlyReturned(verdict)) short.push(verdict);
    else if (typeof last === 'number') short[short.length - 1] = last + 1;
    else short.push(1);
  }
  return short;
}

/** `stored`: the results that were stored with them. */
export function longVerdicts(
  verdicts: readonly SearchVerdict[],
  stored: readonly SearchResult[],
): OfferVerdict[] {
  const packed = stored.find((one) => typeof one === 'string' && !isList(one));
  const { offers } = typeof packed === 'string' ? (JSON.parse(packed) as PackedResults) : { offers: [] };
  let next = 0;
  return verdicts.flatMap((verdict): OfferVerdict | OfferVerdict[] => {
    if (typeof verdict === 'string') return { offer_id: verdict, returned: true };
    if (typeof verdict !== 'number') {
      if (verdict.returned && verdict.offer_id === offers[next]) next += 1;
      return verdict;
    }
    next += verdict;
    return offers.slice(next - verdict, next).map((offer_id) => ({ offer_id, returned: true }));
  });
}
