import type { LeadRecord } from '../../../src/core/lead/lead-record.js';
import type { LeadStore } from '../../../src/app/ports/lead-store.js';

type NextTries = Pick<LeadStore, 'insertTry' | 'owingTries' | 'clearTry'>;

/** The part of the lead store in memory that opens next tries. */
export const memoryNextTries = (
  all: Map<string, LeadRecord>,
  update: (id: string, change: (lead: LeadRecord) => LeadRecord) => void,
): NextTries => ({
  insertTry(lead) {
    if (!all.has(lead.id)) all.set(lead.id, lead);
    return Promise.resolve();
  },
  owingTries(before, limit) {
    const owing = [...all.values()].filter(({ next_try }) => {
      const since = next_try?.owed_since;
      return since !== undefined && since < before;
    });
    return Promise.resolve(owing.slice(0, limit).map(({ id }) => ({ id })));
  },
  clearTry(id) {
    update(id, (lead) => {
      if (!lead.next_try) return lead;
      const { owed_since: _, ...next_try } = lead.next_try;
      return { ...lead, next_try };
    });
    return Promise.resolve();
  },
});
