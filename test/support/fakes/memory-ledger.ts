import { countedCaps } from '../../../src/core/caps/counted-caps.js';
import { parseMember } from '../../../src/core/caps/member.js';
import { countLeads } from '../../../src/core/caps/count-leads.js';
import type { PlaceTally } from '../../../src/core/caps/tally.js';
import { type Catalogue, EMPTY_CATALOGUE } from '../../../src/core/catalogue/types.js';
import type { LedgerPlace } from '../../../src/core/invariants/records.js';
import type { LeadCounts } from '../../../src/core/ports/lead-counts.js';
import type { LeadStore } from '../../../src/core/ports/lead-store.js';
import type { CountedCaps, Ledger, Place } from '../../../src/core/ports/ledger.js';

const LOCK_MS = 10_000;

/** A member that is reserved in one place, as the trim finds it. */
export interface MemoryMember {
  readonly member: string;
  readonly lead_id: string;
  readonly round: number;
  readonly key: string;
}

export interface MemoryLedger extends Ledger {
  /** Redis lost everything: stale until it is counted anew. */
  goStale(): void;
  /** Begins a count: its token, unless another is at it or knows better, or there is nothing to count. */
  begin(wanted: CountedCaps, now: Date): Promise<{ readonly token: string } | 'busy' | 'current' | 'cut'>;
  /** Makes a count current, where the lock was held all the time. */
  swap(token: string, places: readonly PlaceTally[], counted: CountedCaps): Promise<boolean>;
  usedOf(place: Place): number;
  /** Every place that holds something or did. */
  places(): (LedgerPlace & { readonly name: string })[];
  reservedMembers(): MemoryMember[];
  releaseMember(found: MemoryMember): void;
}

export const nameOfPlace = ({ cap, window }: Place): string => `${cap.id}|${window}`;

/** The cap ledger in memory, with the same answers as the real one: the same contract is run against both. */
export function memoryLedger(catalogue: Catalogue = EMPTY_CATALOGUE): MemoryLedger {
  let reserved = new Map<string, Set<string>>();
  let confirmed = new Map<string, number>();
  /** What it counts; undefined: it must be counted first. */
  let current: CountedCaps | undefined = countedCaps(catalogue);
  let lock: { readonly token: string; readonly until: number } | undefined;
  let tokens = 0;

  const counts = (ids: readonly string[]): boolean =>
    current !== undefined && ids.every((id) => current?.ids.includes(id));
  const isSound = (places: readonly Place[]): boolean => counts(places.map(({ cap }) => cap.id));
  const isAlike = (wanted: CountedCaps): boolean => {
    if (current?.fingerprint !== wanted.fingerprint) return false;
    if (wanted.version > current.version) current = wanted;
    return true;
  };
  const isReady = (places: readonly Place[], wanted: CountedCaps): boolean =>
    !lock && isAlike(wanted) && isSound(places);
  const members = (key: string): Set<string> => reserved.get(key) ?? new Set();
  const usedBy = (place: Place, but?: string): number => {
    const key = nameOfPlace(place);
    const inside = members(key);
    return inside.size - (but !== undefined && inside.has(but) ? 1 : 0) + (confirmed.get(key) ?? 0);
  };
  const settle = (member: string, key: string, action: 'confirm' | 'release'): void => {
    if (members(key).delete(member) && action === 'confirm')
      confirmed.set(key, (confirmed.get(key) ?? 0) + 1);
  };
  const move: Ledger['move'] = (member, from, to, wanted) => {
    if (!isReady([...from, ...to], wanted)) return Promise.resolve({ outcome: 'stale' });
    const full = to.find((place) => usedBy(place, member) >= place.cap.limit);
    if (full) return Promise.resolve({ outcome: 'full', cap_id: full.cap.id });
    const kept = new Set(to.map(nameOfPlace));
    for (const key of kept) reserved.set(key, members(key).add(member));
    for (const key of from.map(nameOfPlace)) if (!kept.has(key)) members(key).delete(member);
    return Promise.resolve({ outcome: 'reserved' });
  };
  const settleAll =
    (action: 'confirm' | 'release'): Ledger['confirm'] =>
    (member, places, wanted) => {
      if (!isReady(places, wanted)) return Promise.resolve('stale');
      for (const place of places) settle(member, nameOfPlace(place), action);
      return Promise.resolve('done');
    };
  /** What caps had that left is gone with them. */
  const keepOnly = ({ ids }: CountedCaps): void => {
    for (const all of [reserved, confirmed])
      for (const key of all.keys()) if (!ids.includes(key.split('|')[0] ?? '')) all.delete(key);
  };
  return {
    reserve: (member, places, wanted) => move(member, [], places, wanted),
    move,
    confirm: settleAll('confirm'),
    release: settleAll('release'),
    used(places) {
      if (places.length === 0) return Promise.resolve([]);
      return Promise.resolve(isSound(places) ? places.map((place) => usedBy(place)) : 'stale');
    },
    goStale() {
      reserved = new Map();
      confirmed = new Map();
      current = undefined;
      lock = undefined;
    },
    begin(wanted, now) {
      if (lock && lock.until > now.getTime()) return Promise.resolve('busy');
      lock = undefined;
      if (isAlike(wanted)) return Promise.resolve('current');
      if (current && current.version > wanted.version) return Promise.resolve('busy');
      if (counts(wanted.ids)) {
        current = wanted;
        keepOnly(wanted);
        return Promise.resolve('cut');
      }
      lock = { token: `count ${(tokens += 1)}`, until: now.getTime() + LOCK_MS };
      return Promise.resolve(lock);
    },
    swap(token, places, counted) {
      if (lock?.token !== token) return Promise.resolve(false);
      lock = undefined;
      current = counted;
      reserved = new Map(places.map(({ place, members: inside }) => [nameOfPlace(place), new Set(inside)]));
      confirmed = new Map(places.map(({ place, confirmed: count }) => [nameOfPlace(place), count]));
      return Promise.resolve(true);
    },
    usedOf: (place) => usedBy(place),
    places: () =>
      [...new Set([...reserved.keys(), ...confirmed.keys()])].map((key) => {
        const [cap_id = '', window = ''] = key.split('|');
        return { name: key, cap_id, window, confirmed: confirmed.get(key) ?? 0, members: [...members(key)] };
      }),
    reservedMembers: () =>
      [...reserved].flatMap(([key, inside]) =>
        [...inside].flatMap((member) => {
          const lead = parseMember(member);
          return lead ? [{ member, ...lead, key }] : [];
        }),
      ),
    releaseMember({ member, key }) {
      if (!lock) settle(member, key, 'release');
    },
  };
}

export interface MemoryRebuild {
  readonly ledger: Pick<MemoryLedger, 'begin' | 'swap'>;
  readonly leads: Pick<LeadStore, 'counted'>;
  readonly counts: LeadCounts;
  readonly catalogue: Catalogue;
  readonly now: Date;
}

/** The rebuild as the real one goes: begin (nothing is reserved from here on), scan, swap. */
export async function rebuildMemoryLedger(request: MemoryRebuild): Promise<boolean> {
  const { ledger, leads, counts, catalogue, now } = request;
  const wanted = countedCaps(catalogue);
  const begun = await ledger.begin(wanted, now);
  if (typeof begun === 'string') return begun !== 'busy';
  const counted = await countLeads({ leads, counts, catalogue, now });
  return counted !== null && ledger.swap(begun.token, counted.tally.places(), wanted);
}
