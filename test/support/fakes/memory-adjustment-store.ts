import type { AdjustmentStore } from '../../../src/app/ports/adjustment-store.js';
import type { PendingAdjustment } from '../../../src/core/money/adjustment.js';

/** Owed adjustments in memory. */
export function memoryAdjustmentStore(): AdjustmentStore {
  const all = new Map<string, PendingAdjustment>();
  return {
    add(adjustment) {
      const stored = all.get(adjustment.id) ?? adjustment;
      all.set(stored.id, stored);
      return Promise.resolve(stored);
    },
    pending: (limit) => Promise.resolve([...all.values()].slice(0, limit)),
    booked(ids) {
      for (const id of ids) all.delete(id);
      return Promise.resolve();
    },
  };
}
