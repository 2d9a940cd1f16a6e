import { QUARTER_CUBES, type QuarterCube } from './cubes.js';
import { regroup, type Fact } from './fact.js';
import { packFacts } from './pack-facts.js';

/** The facts of a quarter in its cubes, packed. */
export const packQuarter = (facts: readonly Fact[]): Record<QuarterCube, string> => ({
  facts: packFacts(regroup(facts, QUARTER_CUBES.facts)),
  subid: packFacts(regroup(facts, QUARTER_CUBES.subid)),
});
