import type { Leases } from '../../../src/app/ports/leases.js';

/** Leases in memory. */
export function memoryLeases(): Leases {
  const all = new Map<string, { readonly owner: string; readonly until: Date }>();
  const isThere = (name: string, now: Date): boolean => (all.get(name)?.until ?? 0) > now;
  return {
    take(name, owner, now, until) {
      if (isThere(name, now) && all.get(name)?.owner !== owner) return Promise.resolve(false);
      all.set(name, { owner, until });
      return Promise.resolve(true);
    },
    isTaken: (name, now) => Promise.resolve(isThere(name, now)),
    release(name, owner) {
      if (all.get(name)?.owner === owner) all.delete(name);
      return Promise.resolve();
    },
  };
}
