import { addCounts, newTotal, type Counts, type Total } from './counts.js';
import type { FactDimension } from './dimensions.js';

/** A value of a dimension: an id of the catalogue, a code, a US state, … Null: it has none. */
export type Value = string | null;

/** Counts, and what they belong to: one value for each dimension of the cube. */
export interface Fact {
  readonly of: readonly Value[];
  readonly counts: Counts;
}

/** The dimensions by which facts are kept apart. */
export type Cube = readonly FactDimension[];

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
      const name = JSON.stringify(of);
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
