import { QUARTER_CUBES, type QuarterCube } from './cubes.js';
import { regroup, type Cube, type Fact } from './fact.js';
import { limitSubids, SUBIDS_A_QUARTER } from './limit-subids.js';
import { packFacts } from './pack-facts.js';

/** The facts of a quarter in one of its cubes, as they are stored. `from`: the cube that they have now. */
export function quarterFacts(facts: readonly Fact[], name: QuarterCube, from?: Cube): readonly Fact[] {
  const cube = QUARTER_CUBES[name];
  return limitSubids(regroup(facts, cube, from), cube, SUBIDS_A_QUARTER);
}

/** The facts of a quarter in its cubes, packed. */
export const packQuarter = (facts: readonly Fact[]): Record<QuarterCube, string> => ({
  facts: packFacts(quarterFacts(facts, 'facts')),
  subid: packFacts(quarterFacts(facts, 'subid')),
});
