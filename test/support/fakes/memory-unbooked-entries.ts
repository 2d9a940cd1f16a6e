import type { LeadStore } from '../../../src/app/ports/lead-store.js';
import type { LeadRecord } from '../../../src/core/lead/lead-record.js';

type UnbookedEntries = Pick<LeadStore, 'withUnbooked' | 'clearUnbooked'>;

/** What leads in memory owe to the books. */
export const memoryUnbookedEntries = (
  all: ReadonlyMap<string, LeadRecord>,
  update: (id: string, change: (lead: LeadRecord) => LeadRecord) => void,
): UnbookedEntries => ({
  withUnbooked(before, limit) {
    const owing = [...all.values()].flatMap((lead) => {
      const unbooked = lead.unbooked ?? [];
      return unbooked.some(({ at }) => at < before) ? [{ ...lead, unbooked }] : [];
    });
    return Promise.resolve(owing.slice(0, limit));
  },
  clearUnbooked(written) {
    for (const { id, kind, number } of written)
      update(id, (lead) => ({
        ...lead,
        unbooked: (lead.unbooked ?? []).filter((one) => one.kind !== kind || one.number !== number),
      }));
    return Promise.resolve();
  },
});
