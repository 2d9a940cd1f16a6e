import {
  packResults,
  unpackResults,
  type PackedResult,
  type PackedResults,
} from '../../../core/search/packed-results.js';
import type { NamedList, OfferList } from '../../../core/search/offer-list.js';
import type { OfferVerdict, SearchRecord, StoredResult } from '../../../core/search/search-record.js';
import type { OnceStored } from './once-stored.js';
import type { ReferringResult } from './terms-store.js';

/**
 * Most of a search's results and verdicts say little, and there may be 1,000 of each, so the database gets a text and a
 * number in place of 11,000 members (ADR 85).
 *
 * - The results of all direct offers of a run: JSON of `PackedResults`, which refers to a list of offers if they are many.
 * - Verdicts of offers that were returned with all their programs: how many, of the offers of those results in their
 * order.
 */
export type SearchResult = string | ReferringResult;
export type SearchVerdict = number | OfferVerdict;

/** What all results in a text have in common, because its campaign changes only with its run, which has no results yet. */
export type RunOf = Pick<SearchRecord, 'run' | 'campaign_id'>;

/** A stored result, its text as what it says. */
type Parsed = ReferringResult | PackedResults;
/** The lists to which texts refer, as `TermsStore` reads them. */
type Lists = Pick<OnceStored<OfferList>, 'read'>;

export interface ShortRun {
  readonly results: readonly SearchResult[];
  readonly verdicts: readonly SearchVerdict[];
}

/** Undefined: the results do not fit into a text (`packResults`). */
export function shortRun(
  results: readonly StoredResult[],
  verdicts: readonly OfferVerdict[],
  list?: NamedList,
): ShortRun | undefined {
  const packed = packResults(results, list);
  if (!packed) return undefined;
  const offers = results.map(({ offer_id }) => offer_id);
  return { results: [JSON.stringify(packed)], verdicts: shortVerdicts(verdicts, offers) };
}

export async function longResults(
  stored: readonly SearchResult[],
  run: RunOf,
  lists: Lists,
): Promise<ReferringResult[]> {
  const parsed = stored.map((one) => (typeof one === 'string' ? (JSON.parse(one) as PackedResults) : one));
  const ids = new Set(parsed.flatMap((one) => listIn(one) ?? []));
  const found = ids.size === 0 ? undefined : await lists.read(ids);
  return parsed.flatMap((one) => {
    if (!isPacked(one)) return one;
    return unpackResults(one, found?.get(listIn(one) ?? '')).map((result) => ofPacked(result, run));
  });
}

/** The results and verdicts of a search that were stored together. */
export async function longRun(
  stored: ShortRun,
  run: RunOf,
  lists: Lists,
): Promise<{ readonly results: ReferringResult[]; readonly verdicts: OfferVerdict[] }> {
  const results = await longResults(stored.results, run, lists);
  // The text's results stand before those of partners, who are asked after it was stored.
  const offers = results.map(({ offer_id }) => offer_id);
  return { results, verdicts: longVerdicts(stored.verdicts, offers) };
}

const isPacked = (one: Parsed): one is PackedResults => 'first' in one;
const listIn = (one: Parsed): string | undefined => (isPacked(one) && 'list' in one ? one.list : undefined);

const ofPacked = (
  { id, offer_id, terms_id, priority, expires_at }: PackedResult,
  { run, campaign_id }: RunOf,
): ReferringResult => ({
  ...{ id, run, campaign_id, offer_id, priority },
  terms: { id: terms_id, expires_at },
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

function longVerdicts(verdicts: readonly SearchVerdict[], offers: readonly string[]): OfferVerdict[] {
  let next = 0;
  return verdicts.flatMap((verdict): OfferVerdict | OfferVerdict[] => {
    if (typeof verdict !== 'number') {
      if (verdict.returned && verdict.offer_id === offers[next]) next += 1;
      return verdict;
    }
    next += verdict;
    return offers.slice(next - verdict, next).map((offer_id) => ({ offer_id, returned: true }));
  });
}
