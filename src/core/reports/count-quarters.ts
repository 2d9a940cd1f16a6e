import { QUARTER_MS } from '../quarters.js';
import type { ReportedLead, ReportedSearch } from './counted-records.js';
import { createFactSum, type Fact, type FactSum } from './fact.js';
import { factsOfLead, factsOfSearch } from './facts-of.js';

/** The facts of quarters by the quarter's start in milliseconds, in the order of time. Empty quarters are left out. */
export type Quarters = ReadonlyMap<number, readonly Fact[]>;

/**
 * Counts leads and searches in the quarters in which they were received. The facts of a quarter are in the order of
 * time, and those of one moment in the order of ids. So the same records give the same facts in the same order.
 */
export function countQuarters(leads: readonly ReportedLead[], searches: readonly ReportedSearch[]): Quarters {
  const records = [
    ...leads.map((lead) => ({
      id: lead.id,
      at: lead.received_at.getTime(),
      factsOf: () => factsOfLead(lead),
    })),
    ...searches.map((search) => ({
      id: search.id,
      at: search.created_at.getTime(),
      factsOf: () => factsOfSearch(search),
    })),
  ].sort((a, b) => a.at - b.at || (a.id < b.id ? -1 : 1));
  const sums = new Map<number, FactSum>();
  for (const { at, factsOf } of records) {
    const start = Math.floor(at / QUARTER_MS) * QUARTER_MS;
    let sum = sums.get(start);
    if (!sum) sums.set(start, (sum = createFactSum()));
    for (const fact of factsOf()) sum.add(fact);
  }
  return new Map([...sums].map(([start, sum]) => [start, sum.facts()]));
}
