import { addCounts, newTotal, type Total } from './counts.js';
import type { CubeDimension, Dimension, FactDimension } from './dimensions.js';
import { createFactSum, type Cube, type Fact, type Value } from './fact.js';
import { createSubidLimit } from './limit-subids.js';

/** Facts of one stretch of time. */
export interface Segment {
  readonly day: string;
  /** `00` to `23`. Null: the facts are of the whole day; if the cube has hours, each has its own. */
  readonly hour: string | null;
  /** Leads and searches, or entries of the books. They keep their first subids apart from each other. */
  readonly of: 'leads' | 'money';
  readonly cube: Cube;
  readonly facts: Iterable<Fact>;
}

/** The groups of a report, and the values that a fact must have. */
export interface Question {
  readonly by: readonly Dimension[];
  readonly only: readonly { readonly dimension: FactDimension; readonly value: string }[];
}

export interface Table {
  /** One row for each group, with a value for each of `by`. */
  readonly groups: readonly { readonly of: readonly Value[]; readonly counts: Total }[];
  readonly total: Total;
}

/** Adds up the segments. Segments of one day must come in the order of time. Undefined: more than `most` groups. */
export function tabulate(
  segments: Iterable<Segment>,
  { by, only }: Question,
  most: number,
): Table | undefined {
  const total = newTotal();
  const groups = createFactSum();
  const plans = new Map<string, ReturnType<typeof planOf>>();
  for (const { day, hour, of: source, cube, facts } of segments) {
    const name = `${source} ${cube.join()}`;
    let plan = plans.get(name);
    if (!plan) plans.set(name, (plan = planOf(cube, by, only)));
    for (const fact of facts) {
      const { of, counts } = plan.limited(day, fact);
      if (!plan.wanted.every(([place, value]) => of[place] === value)) continue;
      addCounts(total, counts);
      groups.add({ of: plan.groupOf(of, day, hour), counts });
    }
    if (groups.size > most) return undefined;
  }
  return { groups: groups.facts(), total };
}

function planOf(cube: Cube, by: Question['by'], only: Question['only']) {
  const placeOf = (dimension: CubeDimension): number => {
    const place = cube.indexOf(dimension);
    if (place === -1) throw new Error(`a cube of ${cube.join()} has no ${dimension}`);
    return place;
  };
  const places = by.map((dimension) =>
    dimension === 'day' || (dimension === 'hour' && !cube.includes('hour')) ? dimension : placeOf(dimension),
  );
  return {
    limited: createSubidLimit(cube),
    wanted: only.map(({ dimension, value }) => [placeOf(dimension), value] as const),
    groupOf: (of: readonly Value[], day: string, hour: string | null): Value[] =>
      places.map((place) => (place === 'day' ? day : place === 'hour' ? hour : (of[place] ?? null))),
  };
}
