import { QUARTER_CUBES, type QuarterCube } from './cubes.js';
import { regroup, type Cube, type Fact, type Value } from './fact.js';
import { countedProgram, countedSubid } from './free-values.js';
import { limitSubids, SUBIDS_A_QUARTER } from './limit-subids.js';
import { packFacts, unpackFacts } from './pack-facts.js';

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

const PROGRAM = QUARTER_CUBES.facts.indexOf('program');
const REASON = QUARTER_CUBES.facts.indexOf('reason');
const SUBID = QUARTER_CUBES.subid.indexOf('subid');

/** The facts of a packed cube. An earlier build may have counted it: its values are those of this one. */
export function unpackQuarter(packed: string, name: QuarterCube): Fact[] {
  const facts = unpackFacts(packed);
  return name === 'facts'
    ? facts.map((fact) => withValue(fact, PROGRAM, countedProgram(fact.of[PROGRAM], fact.of[REASON])))
    : facts.map((fact) => withValue(fact, SUBID, countedSubid(fact.of[SUBID])));
}

const withValue = (fact: Fact, place: number, value: Value): Fact =>
  value === fact.of[place] ? fact : { ...fact, of: fact.of.with(place, value) };

/** Whether a stored cube says what this build counted, although an earlier build may have stored it. */
export const saysTheSame = (stored: string | undefined, counted: string, name: QuarterCube): boolean =>
  stored !== undefined && (stored === counted || packAgain(stored, name) === counted);

const packAgain = (stored: string, name: QuarterCube): string =>
  packFacts(quarterFacts(unpackQuarter(stored, name), name, QUARTER_CUBES[name]));
