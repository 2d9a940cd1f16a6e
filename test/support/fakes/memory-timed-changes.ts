import type { TimedChangeStore } from '../../../src/app/ports/timed-changes.js';
import { isToCome, type TimedChange } from '../../../src/core/timed-changes/timed-change.js';

/** The timed changes in memory. */
export function memoryTimedChanges(
  all: TimedChange[] = [],
): TimedChangeStore & { readonly all: TimedChange[] } {
  return {
    all,
    toCome: (now) => Promise.resolve(all.filter((change) => isToCome(change, now))),
    list: (limit) => Promise.resolve(all.toReversed().slice(0, limit)),
    read: (id) => Promise.resolve(all[id - 1] ?? null),
    newest: () => Promise.resolve(all.length),
    add(change) {
      if (change.id !== all.length + 1) return Promise.resolve(false);
      all.push(change);
      return Promise.resolve(true);
    },
    approve(id, approved, from) {
      const change = all[id - 1];
      if (!change?.proposed || change.proposed.approved || change.ended) return Promise.resolve(false);
      all[id - 1] = { ...change, from, proposed: { ...change.proposed, approved } };
      return Promise.resolve(true);
    },
    end(id, ended) {
      const change = all[id - 1];
      if (!change || change.ended) return Promise.resolve(false);
      all[id - 1] = { ...change, ended };
      return Promise.resolve(true);
    },
  };
}
