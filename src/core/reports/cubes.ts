import { FACT_DIMENSIONS } from './dimensions.js';
import type { Cube } from './fact.js';

/** What a quarter is counted by: everything but the subid, which has a cube of its own. */
export const QUARTER_CUBES = {
  facts: FACT_DIMENSIONS.filter((dimension) => dimension !== 'subid'),
  subid: ['affiliate', 'subid'],
} as const satisfies Record<string, Cube>;
export type QuarterCube = keyof typeof QUARTER_CUBES;

/** What a day is counted by, the smallest cubes first. A report reads the first one that has all it asks for. */
export const DAY_CUBES = {
  total: [],
  hour: ['hour'],
  code: ['code', 'reason'],
  state: ['state'],
  affiliate: ['affiliate', 'campaign'],
  buyer: ['buyer', 'offer', 'program'],
  subid: QUARTER_CUBES.subid,
} as const satisfies Record<string, Cube>;

/** What the entries of a day are counted by. They have no quarters to add up, so the large cubes have hours. */
export const MONEY_CUBES = {
  ...DAY_CUBES,
  subid: [...DAY_CUBES.subid, 'hour'],
  facts: [...QUARTER_CUBES.facts, 'hour'],
} as const;

const has = (cube: Cube, needed: Cube): boolean => needed.every((dimension) => cube.includes(dimension));

/** The first of these cubes that has all dimensions. Undefined: none has. */
export const cubeWith = <Name extends string>(
  cubes: Readonly<Record<Name, Cube>>,
  needed: Cube,
): Name | undefined => (Object.keys(cubes) as Name[]).find((name) => has(cubes[name], needed));
