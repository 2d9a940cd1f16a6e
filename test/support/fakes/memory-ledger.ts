import type { Ledger, Place } from '../../../src/core/ports/ledger.js';

const nameOf = ({ cap, window }: Place): string => `${cap.id}|${window}`;

/** The cap ledger in memory. `goStale` makes it answer like a Redis that lost everything, until it is rebuilt. */
export function memoryLedger(): Ledger & {
  goStale(): void;
  rebuild(): Promise<boolean>;
  usedOf(place: Place): number;
} {
  const reserved = new Map<string, Set<string>>();
  const confirmed = new Map<string, number>();
  let stale = false;
  const members = (place: Place): Set<string> => {
    const name = nameOf(place);
    const found = reserved.get(name) ?? new Set();
    reserved.set(name, found);
    return found;
  };
  const usedBy = (place: Place, but?: string): number => {
    const inside = members(place);
    return inside.size - (but !== undefined && inside.has(but) ? 1 : 0) + (confirmed.get(nameOf(place)) ?? 0);
  };
  const take: Ledger['reserve'] = (member, places) => {
    if (stale) return Promise.resolve({ outcome: 'stale' });
    const full = places.find((place) => usedBy(place, member) >= place.cap.limit);
    if (full) return Promise.resolve({ outcome: 'full', cap_id: full.cap.id });
    for (const place of places) members(place).add(member);
    return Promise.resolve({ outcome: 'reserved' });
  };
  return {
    goStale() {
      stale = true;
    },
    rebuild() {
      stale = false;
      return Promise.resolve(true);
    },
    usedOf: (place) => usedBy(place),
    reserve: take,
    async move(member, from, to) {
      const taken = await take(member, to);
      const kept = new Set(to.map(nameOf));
      if (taken.outcome === 'reserved')
        for (const place of from) if (!kept.has(nameOf(place))) members(place).delete(member);
      return taken;
    },
    confirm(member, places) {
      if (stale) return Promise.resolve('stale');
      for (const place of places)
        if (members(place).delete(member))
          confirmed.set(nameOf(place), (confirmed.get(nameOf(place)) ?? 0) + 1);
      return Promise.resolve('done');
    },
    release(member, places) {
      if (stale) return Promise.resolve('stale');
      for (const place of places) members(place).delete(member);
      return Promise.resolve('done');
    },
    used: (places) => Promise.resolve(stale ? 'stale' : places.map((place) => usedBy(place))),
  };
}
