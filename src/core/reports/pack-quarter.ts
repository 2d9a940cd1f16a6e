import { QUARTER_CUBES, type QuarterCube } from './cubes.js';
import { regroup, type Fact } from './fact.js';
import { countedProgram } from './free-values.js';
import { packFacts, unpackFacts } from './pack-facts.js';

/** The facts of a quarter in its cubes, packed. */
export const packQuarter = (facts: readonly Fact[]): Record<QuarterCube, string> => ({
  facts: packFacts(regroup(facts, QUARTER_CUBES.facts)),
  subid: packFacts(regroup(facts, QUARTER_CUBES.subid)),
});

const PROGRAM = QUARTER_CUBES.facts.indexOf('program');
const REASON = QUARTER_CUBES.facts.indexOf('reason');

/** The facts of a packed cube. An earlier build may have counted it: its values are those of this one. */
export function unpackQuarter(packed: string, name: QuarterCube): Fact[] {
  const facts = unpackFacts(packed);
  return name === 'facts' ? facts.map(underCountedProgram) : facts;
}

function underCountedProgram(fact: Fact): Fact {
  const program = countedProgram(fact.of[PROGRAM], fact.of[REASON]);
  return program === fact.of[PROGRAM] ? fact : { ...fact, of: fact.of.with(PROGRAM, program) };
}

/** Whether a stored cube says what this build counted, although an earlier build may have stored it. */
export const saysTheSame = (stored: string | undefined, counted: string, name: QuarterCube): boolean =>
  stored !== undefined && (stored === counted || packAgain(stored, name) === counted);

const packAgain = (stored: string, name: QuarterCube): string =>
  packFacts(regroup(unpackQuarter(stored, name), QUARTER_CUBES[name], QUARTER_CUBES[name]));
