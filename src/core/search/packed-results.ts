import { resultIdAt } from './result-ids.js';
import type { StoredResult } from './search-record.js';
import { sharedPartOf, termsIdOf } from './shared-terms.js';

/** A value, and how often it comes in a row. */
type Repeated = readonly [value: number, times: number];

/**
 * The results of the direct offers of one run, as few values: there may be 1,000. The run and the campaign are the
 * search's own. Members are lists in the order of the results.
 */
export interface PackedResults {
  /** The id of the first result (`resultIdAt`). */
  readonly first: string;
  readonly offers: readonly string[];
  /** The ids of their terms (`termsIdOf`). */
  readonly terms: readonly string[];
  readonly priorities: readonly Repeated[];
  /** When they expire, in ms since 1970. */
  readonly expires: readonly Repeated[];
}

/** One of them. */
export interface PackedResult {
  readonly id: string;
  readonly offer_id: string;
  readonly terms_id: string;
  readonly priority: number;
  readonly expires: number;
}

/** A run's results are told and stored. */
const packs = new WeakMap<readonly StoredResult[], PackedResults>();

/**
 * Undefined: something of them would be lost, because they are not all of one run, have terms of their own, or other ids
 * than a run gives.
 */
export function packResults(results: readonly StoredResult[]): PackedResults | undefined {
  const packed = packs.get(results) ?? pack(results);
  if (packed) packs.set(results, packed);
  return packed;
}

function pack(results: readonly StoredResult[]): PackedResults | undefined {
  const [one] = results;
  if (!one) return undefined;
  const offers: string[] = [];
  const terms: string[] = [];
  for (const result of results) {
    const part = sharedPartOf(result.terms);
    const isNext =
      part !== undefined &&
      result.id === resultIdAt(one.id, offers.length) &&
      result.round === one.round &&
      result.campaign_id === one.campaign_id;
    if (!isNext) return undefined;
    offers.push(result.offer_id);
    terms.push(termsIdOf(part));
  }
  const priorities = repeated(results.map(({ priority }) => priority));
  const expires = repeated(results.map((result) => result.terms.expires_at.getTime()));
  return { first: one.id, offers, terms, priorities, expires };
}

export function unpackResults(packed: PackedResults): PackedResult[] {
  const { first, offers, terms, priorities, expires } = packed;
  const priorityOf = inTurn(priorities);
  const expiresOf = inTurn(expires);
  return offers.map((offer_id, at) => ({
    id: resultIdAt(first, at),
    offer_id,
    terms_id: terms[at] ?? '',
    priority: priorityOf(),
    expires: expiresOf(),
  }));
}

function repeated(values: readonly number[]): Repeated[] {
  const runs: [value: number, times: number][] = [];
  for (const value of values) {
    const last = runs.at(-1);
    if (last?.[0] === value) last[1] += 1;
    else runs.push([value, 1]);
  }
  return runs;
}

/** Gives the values one after another. */
function inTurn(runs: readonly Repeated[]): () => number {
  let [run, given] = [0, 0];
  return () => {
    const [value, times] = runs[run] ?? [0, 0];
    given += 1;
    if (given >= times) [run, given] = [run + 1, 0];
    return value;
  };
}
