import type { SearchStore } from '../../../src/core/ports/search-store.js';
import type { SearchRecord } from '../../../src/core/records/search-record.js';
import { slotRefusal } from '../../../src/core/exclusivity.js';

/** Searches in memory, with the same conditions as the real store. */
export function memorySearchStore(): SearchStore & { readonly all: Map<string, SearchRecord> } {
  const all = new Map<string, SearchRecord>();
  const change = (
    id: string,
    patch: (search: SearchRecord) => Partial<SearchRecord> | undefined,
  ): SearchRecord | null => {
    const search = all.get(id);
    const changed = search && patch(search);
    if (!search || !changed) return null;
    const next = { ...search, ...changed };
    all.set(id, next);
    return next;
  };
  return {
    all,
    insert(search) {
      all.set(search.id, search);
      return Promise.resolve();
    },
    read: (id) => Promise.resolve(all.get(id) ?? null),
    searchAgain: () => Promise.reject(new Error('not used by the workers')),
    take: (id, round, now, until) =>
      Promise.resolve(
        change(id, (search) =>
          search.round === round &&
          (search.state === 'new' || (search.state === 'running' && search.due_at && search.due_at <= now))
            ? { state: 'running', runs: search.runs + 1, due_at: until }
            : undefined,
        ),
      ),
    finishRun: (id, round, runs, run) =>
      Promise.resolve(
        change(id, (search) => {
          if (search.round !== round || search.runs !== runs || search.state !== 'running') return undefined;
          const { entries, due_at, results, partners, ...rest } = run;
          return {
            ...rest,
            ...(due_at ? { due_at } : {}),
            results: [...search.results, ...results],
            partners: [...search.partners, ...partners],
            timeline: [...search.timeline, ...entries],
          };
        }) !== null,
      ),
    recordPartner: (id, round, offerId, { state, at, results, entries }) =>
      Promise.resolve(
        change(id, (search) => {
          const asked = search.partners.find(
            (p) => p.offer_id === offerId && p.round === round && p.state === 'asked',
          );
          if (!asked) return undefined;
          return {
            partners: search.partners.map((p) => (p === asked ? { ...p, state, answered_at: at } : p)),
            results: [...search.results, ...results],
            timeline: [...search.timeline, ...entries],
          };
        }),
      ),
    close: (id, round, _now, entry) =>
      Promise.resolve(
        change(id, (search) =>
          search.round === round && search.state !== 'done'
            ? { state: 'done', timeline: [...search.timeline, entry] }
            : undefined,
        ) !== null,
      ),
    overdue: (before) =>
      Promise.resolve(
        [...all.values()].filter(({ state, due_at }) => state !== 'done' && due_at && due_at < before),
      ),
    takeSlot(searchId, slot, limit) {
      const search = all.get(searchId);
      if (!search) return Promise.resolve({ won: false, slots: [] });
      if (search.slots.some(({ lead, round }) => lead === slot.lead && round === slot.round))
        return Promise.resolve({ won: true });
      if (slotRefusal(slot.offer_type, search.slots, limit))
        return Promise.resolve({ won: false, slots: search.slots });
      all.set(searchId, { ...search, slots: [...search.slots, slot] });
      return Promise.resolve({ won: true });
    },
    confirmSlots(slots) {
      for (const { search, lead, round } of slots)
        change(search, ({ slots: held }) => ({
          slots: held.map((slot) =>
            slot.lead === lead && slot.round === round ? { ...slot, state: 'sold' } : slot,
          ),
        }));
      return Promise.resolve();
    },
    releaseSlot(searchId, lead, round) {
      change(searchId, ({ slots }) => ({
        slots: slots.filter((slot) => slot.lead !== lead || slot.round !== round),
      }));
      return Promise.resolve();
    },
  };
}
