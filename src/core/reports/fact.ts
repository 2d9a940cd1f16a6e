import { addCounts, newTotal, type Counts, type Total } from './counts.js';
import { FACT_DIMENSIONS, type CubeDimension } from './dimensions.js';

/** A value of a dimension: an id of the catalogue, a code, a US state, … Null: it has none. */
export type Value = string | null;

/** Counts, and what they belong to: one value for each dimension of the cube. */
export interface Fact {
  readonly of: readonly Value[];
  readonly counts: Counts;
}

/** The dimensions by which facts are kept apart. */
export type Cube = readonly CubeDimension[];

/** A name for these values, for maps and sets. A control character keeps null apart from every text. */
export function nameOf(of: readonly Value[]): string {
  let name = '';
  for (const value of of) name += value === null ? '\u0001\u0000' : `${value}\u0000`;
  return name;
}

/** Adds up facts under their values. */
export interface FactSum {
  add(fact: Fact): void;
  readonly size: number;
  /** In the order in which their values first came. */
  facts(): (Fact & { readonly counts: Total })[];
}

export function createFactSum(): FactSum {
  const rows = new Map<string, Fact & { readonly counts: Total }>();
  return {
    add({ of, counts }) {
      const name = nameOf(of);
      let row = rows.get(name);
      if (!row) rows.set(name, (row = { of, counts: newTotal() }));
      addCounts(row.counts, counts);
    },
    get size() {
      return rows.size;
    },
    facts: () => [...rows.values()],
  };
}

/** Reads the values of `to` out of facts of the cube `from`. Throws if `from` lacks a dimension of `to`. */
export function projection(from: Cube, to: Cube): (of: readonly Value[]) => Value[] {
  const places = to.map((dimension) => from.indexOf(dimension));
  if (places.includes(-1)) throw new Error(`a cube of ${from.join()} has no ${to.join()}`);
  return (of) => places.map((place) => of[place] ?? null);
}

/** The facts with fewer dimensions. */
export function regroup(facts: Iterable<Fact>, to: Cube, from: Cube = FACT_DIMENSIONS): Fact[] {
  const valuesOf = projection(from, to);
  const sum = createFactSum();
  for (const { of, counts } of facts) sum.add({ of: valuesOf(of), counts });
  return sum.facts();
}
