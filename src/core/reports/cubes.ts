import { FACT_DIMENSIONS, type Dimension, type FactDimension } from './dimensions.js';
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
  code: ['code', 'reason'],
  state: ['state'],
  affiliate: ['affiliate', 'campaign'],
  buyer: ['buyer', 'offer', 'program'],
  subid: QUARTER_CUBES.subid,
} as const satisfies Record<string, Cube>;

/** What the entries of a day are counted by. */
export const MONEY_CUBES = { ...DAY_CUBES, facts: QUARTER_CUBES.facts } as const;

const has = (cube: Cube, needed: readonly FactDimension[]): boolean =>
  needed.every((dimension) => cube.includes(dimension));

/** The first of these cubes that has all dimensions. Undefined: none has. */
export const cubeWith = <Name extends string>(
  cubes: Readonly<Record<Name, Cube>>,
  needed: readonly FactDimension[],
): Name | undefined => (Object.keys(cubes) as Name[]).find((name) => has(cubes[name], needed));

/** The dimensions of a question that facts have. */
export const factDimensionsOf = (dimensions: readonly Dimension[]): FactDimension[] =>
  dimensions.filter((dimension): dimension is FactDimension =>
    (FACT_DIMENSIONS as readonly string[]).includes(dimension),
  );
