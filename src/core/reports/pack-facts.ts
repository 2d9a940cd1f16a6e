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

/** Reports unpack a hundred thousand facts, so this makes nothing that is not needed. */
export function unpackFacts(text: string): Fact[] {
  const facts = JSON.parse(text) as Packed[];
  return facts.map(([of, pairs, times, why]) => {
    const sums: Partial<Record<Measure, number>> = {};
    for (let at = 0; at + 1 < pairs.length; at += 2) {
      const measure = MEASURES[pairs[at] ?? -1];
      if (measure !== undefined) sums[measure] = pairs[at + 1] ?? 0;
    }
    return { of, counts: { sums, ...mapOf('ms', times), ...mapOf('reasons', why) } };
  });
}

function mapOf(name: 'ms' | 'reasons', list: readonly (string | number)[] | undefined): object {
  if (!list || list.length === 0) return NONE;
  const map = new Map<string | number, number>();
  for (let at = 0; at + 1 < list.length; at += 2) map.set(list[at] ?? '', Number(list[at + 1]));
  return { [name]: map };
}
const NONE = {};
