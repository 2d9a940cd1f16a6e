import type { LeadStore } from '../../../src/app/ports/lead-store.js';
import type { LeadCondition } from '../../../src/core/lead/lead-change.js';
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
    for (const { id, number, what } of applied)
      update(id, ({ return_effects = [], ...lead }) => ({
        ...lead,
        return_effects: return_effects.filter((effect) => effect.number !== number || effect.what !== what),
      }));
    return Promise.resolve();
  },
});

/** Whether the returns of a lead are as a transition believes. */
export function isReturnedSo(
  { returns = [], return_effects = [] }: LeadRecord,
  { number, is }: NonNullable<LeadCondition['returned']>,
): boolean {
  const stands = returns[number] !== undefined && !returns[number].undone;
  if (is === 'stands') return stands;
  if (is === 'kept')
    return stands && !return_effects.some((effect) => effect.number === number && effect.what === 'undo');
  return returns.length <= number && (number === 0 || returns[number - 1]?.undone !== undefined);
}
