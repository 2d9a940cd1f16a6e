import type { LeadRecord } from '../../../src/core/lead/lead-record.js';
import type { LeadStore } from '../../../src/app/ports/lead-store.js';

type NextFallbacks = Pick<LeadStore, 'insertFallback' | 'pendingFallbacks' | 'clearPendingFallback'>;

/** The part of the lead store in memory that opens next tries. */
export const memoryNextFallbacks = (
  all: Map<string, LeadRecord>,
  update: (id: string, change: (lead: LeadRecord) => LeadRecord) => void,
): NextFallbacks => ({
  insertFallback(lead) {
    if (!all.has(lead.id)) all.set(lead.id, lead);
    return Promise.resolve();
  },
  pendingFallbacks(before, limit) {
    const owing = [...all.values()].filter(({ next_fallback }) => {
      const since = next_fallback?.pending_since;
      return since !== undefined && since < before;
    });
    return Promise.resolve(owing.slice(0, limit).map(({ id }) => ({ id })));
  },
  clearPendingFallback(id) {
    update(id, (lead) => {
      if (!lead.next_fallback) return lead;
      const { pending_since: _, ...next_fallback } = lead.next_fallback;
      return { ...lead, next_fallback };
    });
    return Promise.resolve();
  },
});
