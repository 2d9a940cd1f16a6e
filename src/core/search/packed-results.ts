import type { NamedList, OfferList } from './offer-list.js';
import { resultIdAt } from './result-ids.js';
import type { StoredResult } from './search-record.js';
import { sharedPartOf, termsIdOf } from './shared-terms.js';

/** A value, and how often it comes in a row. */
type Repeated = readonly [value: number, times: number];

/** Places of a list that follow each other. */
type Places = readonly [first: number, count: number];

/**
 * The results of the direct offers of one run, as few values: there may be 1,000. The run and the campaign are the
 * search's own. Members are lists in the order of the results.
 */
export type PackedResults = {
  /** The id of the first result (`resultIdAt`). */
  readonly first: string;
  /** When they expire, in ms since 1970. */
  readonly expires: readonly Repeated[];
} & (Naming | Referring);

/** Results that name their offers. */
interface Naming {
  readonly offers: readonly string[];
  /** The ids of their terms (`termsIdOf`). */
  readonly terms: readonly string[];
  readonly priorities: readonly Repeated[];
}

/** Results that refer to a list (`OfferList`). */
interface Referring {
  readonly list: string;
  readonly places: readonly Places[];
  /** Terms of results that do not have those of the list. */
  readonly others?: readonly (readonly [position: number, terms: string])[];
}

/** One of them. */
export interface PackedResult {
  readonly id: string;
  readonly offer_id: string;
  readonly terms_id: string;
  readonly priority: number;
  readonly expires_at: Date;
}

/** A run's results are told and stored. */
const packs = new WeakMap<readonly StoredResult[], PackedResults>();

/**
 * `list`: the one to which they may refer. Undefined: something of them would be lost, because they are not all of one run,
 * have terms of their own, or other ids than a run gives.
 */
export function packResults(results: readonly StoredResult[], list?: NamedList): PackedResults | undefined {
  const packed = packs.get(results) ?? pack(results, list);
  if (packed) packs.set(results, packed);
  return packed;
}

function pack(results: readonly StoredResult[], list: NamedList | undefined): PackedResults | undefined {
  const [one] = results;
  if (!one) return undefined;
  const terms: string[] = [];
  for (const result of results) {
    const part = sharedPartOf(result.terms);
    const isNext =
      part !== undefined &&
      result.id === resultIdAt(one.id, terms.length) &&
      result.run === one.run &&
      result.campaign_id === one.campaign_id;
    if (!isNext) return undefined;
    terms.push(termsIdOf(part));
  }
  const expires = repeated(results.map((result) => result.terms.expires_at.getTime()));
  const referring = list && placesIn(list, results, terms);
  return { first: one.id, expires, ...(referring ?? naming(results, terms)) };
}

const naming = (results: readonly StoredResult[], terms: readonly string[]): Naming => ({
  offers: results.map(({ offer_id }) => offer_id),
  terms,
  priorities: repeated(results.map(({ priority }) => priority)),
});

function placesIn(
  { id, list, placeOf }: NamedList,
  results: readonly StoredResult[],
  terms: readonly string[],
): Referring | undefined {
  const places: [first: number, count: number][] = [];
  const others: [position: number, terms: string][] = [];
  for (const [position, { offer_id }] of results.entries()) {
    const place = placeOf.get(offer_id);
    if (place === undefined) return undefined;
    const last = places.at(-1);
    if (last && last[0] + last[1] === place) last[1] += 1;
    else places.push([place, 1]);
    const own = terms[position] ?? '';
    if (list.terms[place] !== own) others.push([position, own]);
  }
  return { list: id, places, ...(others.length > 0 && { others }) };
}

/**
 * The results of a run. `list`: the one to which they refer. If it is not known, offers are empty, and in place of each id of
 * terms stands that of the list, so a search for the terms fails.
 */
export function unpackResults(packed: PackedResults, list?: OfferList): PackedResult[] {
  const { first, expires } = packed;
  const expiresAt = inTurn(
    expires.map(([at, times]) => [new Date(at), times] as const),
    NEVER,
  );
  const told = 'list' in packed ? fromList(packed, list) : fromNames(packed);
  return told.map(({ offer_id, terms_id, priority }, at) => ({
    id: resultIdAt(first, at),
    offer_id,
    terms_id,
    priority,
    expires_at: expiresAt(),
  }));
}

type Told = Pick<PackedResult, 'offer_id' | 'terms_id' | 'priority'>;

function fromNames({ offers, terms, priorities }: Naming): Told[] {
  const priorityOf = inTurn(priorities, 0);
  return offers.map((offer_id, at) => ({ offer_id, terms_id: terms[at] ?? '', priority: priorityOf() }));
}

function fromList({ list: id, places, others }: Referring, list: OfferList | undefined): Told[] {
  const termsOf = new Map(others);
  const told: Told[] = [];
  for (const [first, count] of places)
    for (let place = first; place < first + count; place += 1)
      told.push({
        offer_id: list?.offers[place] ?? '',
        terms_id: (list && (termsOf.get(told.length) ?? list.terms[place])) ?? id,
        priority: list?.priorities[place] ?? 0,
      });
  return told;
}

const NEVER = new Date(0);

function repeated(values: readonly number[]): Repeated[] {
  const runs: [value: number, times: number][] = [];
  for (const value of values) {
    const last = runs.at(-1);
    if (last?.[0] === value) last[1] += 1;
    else runs.push([value, 1]);
  }
  return runs;
}

/** Gives the values one after another, and then `after`. */
function inTurn<Value>(runs: readonly (readonly [value: Value, times: number])[], after: Value): () => Value {
  let [run, given] = [0, 0];
  return () => {
    const [value, times] = runs[run] ?? [after, 0];
    given += 1;
    if (given >= times) [run, given] = [run + 1, 0];
    return value;
  };
}
