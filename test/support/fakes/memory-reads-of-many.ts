import type { LeadStore } from '../../../src/app/ports/lead-store.js';
import type { LeadRecord } from '../../../src/core/lead/lead-record.js';
import { STANDING, type LeadStanding } from '../../../src/core/lead/lead-standing.js';

/** Reads of many leads in memory. */
export function memoryReadsOfMany(
  all: ReadonlyMap<string, LeadRecord>,
): Pick<LeadStore, 'readMany' | 'standings'> {
  const some = (ids: readonly string[]): LeadRecord[] => ids.flatMap((id) => all.get(id) ?? []);
  return {
    readMany: (ids) => Promise.resolve(some(ids)),
    standings: (ids) => Promise.resolve(some(ids).map(standingOf)),
  };
}

/** No more of a lead than the real store reads. */
const standingOf = (lead: LeadRecord): LeadStanding =>
  Object.fromEntries(
    STANDING.flatMap((name) => (name in lead ? [[name, lead[name]]] : [])),
  ) as unknown as LeadStanding;
