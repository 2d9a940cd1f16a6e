import { regroup, type Cube, type Fact } from './fact.js';
import { OTHER } from './free-values.js';

/** How many subids of an affiliate a day keeps apart. */
export const SUBIDS_A_DAY = 1_000;
/** The same of a quarter of an hour: more, because the first subids of a day may come late in its other quarters. */
export const SUBIDS_A_QUARTER = 5_000;

/**
 * Keeps the first subids of each affiliate on a day, and makes the rest `other`. The facts of the day must come in
 * the order of time. Without subids in the cube, facts stay as they are.
 */
export function createSubidLimit(cube: Cube, most = SUBIDS_A_DAY): (day: string, fact: Fact) => Fact {
  const place = cube.indexOf('subid');
  const owner = cube.indexOf('affiliate');
  const known = new Map<string, Set<string>>();
  return (day, fact) => {
    const subid = place === -1 ? null : fact.of[place];
    if (subid === null || subid === undefined || subid === OTHER) return fact;
    const name = `${day} ${fact.of[owner] ?? ''}`;
    let kept = known.get(name);
    if (!kept) known.set(name, (kept = new Set()));
    if (kept.has(subid)) return fact;
    if (kept.size < most) {
      kept.add(subid);
      return fact;
    }
    return { ...fact, of: fact.of.map((value, at) => (at === place ? OTHER : value)) };
  };
}

/** The facts of one stretch of time, in the order of time, with the first `most` subids of each affiliate. */
export function limitSubids(facts: readonly Fact[], cube: Cube, most: number): readonly Fact[] {
  if (!cube.includes('subid')) return facts;
  const limited = createSubidLimit(cube, most);
  return regroup(
    facts.map((fact) => limited('', fact)),
    cube,
    cube,
  );
}
