import { MEASURES, type Counts, type Measure } from './counts.js';
import type { Fact, Value } from './fact.js';

/** A fact as it is stored: values, pairs of measure and sum, pairs of answer time and count, pairs of reason and count. */
type Packed = readonly [
  of: readonly Value[],
  sums: readonly number[],
  ms?: readonly number[],
  reasons?: readonly (string | number)[],
];

/**
 * Facts as text. Measures are stored by their place in `MEASURES`, so a new measure goes to the end of that list, and
 * none is ever taken out.
 */
export const packFacts = (facts: readonly Fact[]): string =>
  JSON.stringify(facts.map(({ of, counts }) => pack(of, counts)));

function pack(of: readonly Value[], { sums, ms, reasons }: Counts): Packed {
  const pairs = MEASURES.flatMap((measure, place) => {
    const sum = sums[measure] ?? 0;
    return sum === 0 ? [] : [place, sum];
  });
  const times = [...(ms ?? [])].sort(([a], [b]) => a - b).flat();
  const why = [...(reasons ?? [])].sort(([a], [b]) => (a < b ? -1 : 1)).flat();
  if (why.length > 0) return [of, pairs, times, why];
  return times.length > 0 ? [of, pairs, times] : [of, pairs];
}

export const unpackFacts = (text: string): Fact[] =>
  (JSON.parse(text) as Packed[]).map(([of, sums, ms = [], reasons = []]) => ({
    of,
    counts: {
      sums: Object.fromEntries(
        pairsOf(sums).flatMap(([place, sum]) => {
          const measure: Measure | undefined = MEASURES[place];
          return measure === undefined ? [] : [[measure, sum]];
        }),
      ),
      ...(ms.length > 0 ? { ms: new Map(pairsOf(ms)) } : {}),
      ...(reasons.length > 0 ? { reasons: new Map(pairsOf(reasons) as [string, number][]) } : {}),
    },
  }));

function pairsOf<T>(list: readonly T[]): [T, T][] {
  const pairs: [T, T][] = [];
  for (let at = 0; at + 1 < list.length; at += 2) pairs.push([list[at] as T, list[at + 1] as T]);
  return pairs;
}
