import type { LeadStore } from '../../../src/app/ports/lead-store.js';
import type { LeadRecord } from '../../../src/core/lead/lead-record.js';

/** The effects of returns, as the real store keeps them with their leads. */
export const memoryReturnEffects = (
  all: ReadonlyMap<string, LeadRecord>,
  update: (id: string, change: (lead: LeadRecord) => LeadRecord) => void,
): Pick<LeadStore, 'withReturnEffects' | 'clearReturnEffects'> => ({
  withReturnEffects(before, limit) {
    const found = [...all.values()].filter(({ return_effects }) =>
      return_effects?.some(({ since }) => since < before),
    );
    return Promise.resolve(found.slice(0, limit));
  },
  clearReturnEffects(applied) {
    for (const { id, n, what } of applied)
      update(id, ({ return_effects = [], ...lead }) => ({
        ...lead,
        return_effects: return_effects.filter((effect) => effect.n !== n || effect.what !== what),
      }));
    return Promise.resolve();
  },
});
