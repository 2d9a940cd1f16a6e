import {
  packResults,
  unpackResults,
  type PackedResult,
  type PackedResults,
} from '../../../core/search/packed-results.js';
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
/** A stored result, its text as what it says. */
type Parsed = ReferringResult | ListText | PackedResults;

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

const parse = (stored: readonly SearchResult[]): Parsed[] =>
  stored.map((one) => (typeof one === 'string' ? (JSON.parse(one) as ListText | PackedResults) : one));

export const longResults = (stored: readonly SearchResult[], run: RunOf): ReferringResult[] =>
  resultsIn(parse(stored), run);

/** The results and verdicts of a search that were stored together. */
export function longRun(
  { results, verdicts }: ShortRun,
  run: RunOf,
): { readonly results: ReferringResult[]; readonly verdicts: OfferVerdict[] } {
  const parsed = parse(results);
  return { results: resultsIn(parsed, run), verdicts: longVerdicts(verdicts, parsed) };
}

const resultsIn = (parsed: readonly Parsed[], run: RunOf): ReferringResult[] =>
  parsed.flatMap((one) => {
    if (isList(one)) return ofList(one, run);
    return isPacked(one) ? unpackResults(one).map((result) => ofPacked(result, run)) : one;
  });

const isList = (one: Parsed): one is ListText => Array.isArray(one);
const isPacked = (one: Parsed): one is PackedResults => 'first' in one;

const ofPacked = (
  { id, offer_id, terms_id, priority, expires }: PackedResult,
  { round, campaign_id }: RunOf,
): ReferringResult => ({
  ...{ id, round, campaign_id, offer_id, priority },
  terms: { id: terms_id, expires_at: new Date(expires) },
});

const ofList = ([id, offer_id, priority, terms_id, expires]: ListText, run: RunOf): ReferringResult =>
  ofPacked({ id, offer_id, terms_id, priority, expires }, run);

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

function longVerdicts(verdicts: readonly SearchVerdict[], parsed: readonly Parsed[]): OfferVerdict[] {
  const { offers } = parsed.find(isPacked) ?? { offers: [] };
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
