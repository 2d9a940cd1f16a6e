import { countedCaps, parseReservationId, type CountedCaps } from '../../../src/core/caps/cap-buckets.js';
import { countLeads } from '../../../src/app/caps/count-leads.js';
import type { BucketUsage } from '../../../src/core/caps/usage-counts.js';
import { type Catalogue, EMPTY_CATALOGUE } from '../../../src/core/catalogue/types.js';
import type { LedgerBucket } from '../../../src/core/invariants/records.js';
import type { LeadCounts } from '../../../src/app/ports/lead-counts.js';
import type { LeadStore } from '../../../src/app/ports/lead-store.js';
import type { Ledger } from '../../../src/app/ports/cap-ledger.js';
import type { CapBucket } from '../../../src/core/caps/windows.js';

const LOCK_MS = 10_000;

/** A reservation in one bucket, as the trim finds it. */
export interface MemoryReservation {
  readonly reservation_id: string;
  readonly lead_id: string;
  readonly submission: number;
  readonly key: string;
}

/** All that Redis holds of the ledger. */
interface Data {
  readonly reserved: Map<string, Set<string>>;
  readonly confirmed: Map<string, number>;
  readonly givenBack: Map<string, Set<string>>;
  /** What it counts; undefined: it must be counted first. */
  current: CountedCaps | undefined;
  /** Whose data it is: of the server that made the count current. */
  era: Era;
  lock: { readonly token: string; readonly until: number } | undefined;
}

/** What tells servers apart, as ADR 87 has it: the process, and since which promotion its data can be believed. */
interface Era {
  readonly run: number;
  readonly promotion: number;
}

export interface MemoryLedger extends Ledger {
  /** Redis lost everything: stale until it is counted anew. */
  goStale(): void;
  /**
   * What Redis holds now, to come back with later: on another server (or this one started again), or on the one of now,
   * promoted again.
   */
  keep(): (on: 'another server' | 'the same server') => void;
  /** Begins a count: its token, unless another is at it or knows better, or there is nothing to count. */
  begin(
    wanted: CountedCaps,
    now: Date,
  ): Promise<{ readonly token: string } | 'busy' | 'outdated_catalogue' | 'current' | 'removed_caps'>;
  /** Makes a count current, where the lock was held all the time. */
  swap(token: string, usages: readonly BucketUsage[], counted: CountedCaps): Promise<boolean>;
  usedOf(bucket: CapBucket): number;
  /** Every place that holds something or did. */
  places(): (LedgerBucket & { readonly name: string })[];
  reservationsInRedis(): MemoryReservation[];
  isReserved(found: MemoryReservation): boolean;
  releaseReservation(found: MemoryReservation): void;
}

export const nameOfPlace = ({ cap, window }: CapBucket): string => `${cap.id}|${window}`;

/** The cap ledger in memory, with the same answers as the real one: the same contract is run against both. */
export function memoryLedger(
  catalogue: Catalogue = EMPTY_CATALOGUE,
  clock: () => Date = () => new Date(),
): MemoryLedger {
  let server: Era = { run: 1, promotion: 1 };
  let servers = 1;
  let data = emptyData(server, countedCaps(catalogue));
  let tokens = 0;
  /** The server on which each count began. */
  const begun = new Map<string, Era>();

  /** What it counts, as far as this server can believe that. */
  const current = (): CountedCaps | undefined => (isSame(data.era, server) ? data.current : undefined);
  const counts = (ids: readonly string[]): boolean => {
    const known = current()?.ids;
    return known !== undefined && ids.every((id) => known.includes(id));
  };
  const isSound = (buckets: readonly CapBucket[]): boolean => counts(buckets.map(({ cap }) => cap.id));
  const isAlike = (wanted: CountedCaps): boolean => {
    const counted = current();
    if (counted?.fingerprint !== wanted.fingerprint) return false;
    if (wanted.version > counted.version) data.current = wanted;
    return true;
  };
  const isReady = (buckets: readonly CapBucket[], wanted: CountedCaps): boolean =>
    !data.lock && isAlike(wanted) && isSound(buckets);
  const members = (key: string): Set<string> => data.reserved.get(key) ?? new Set();
  const givenBack = (key: string): Set<string> => data.givenBack.get(key) ?? new Set();
  const confirmedIn = (key: string): number => (data.confirmed.get(key) ?? 0) - givenBack(key).size;
  const usedBy = (bucket: CapBucket, but?: string): number => {
    const key = nameOfPlace(bucket);
    const inside = members(key);
    return inside.size - (but !== undefined && inside.has(but) ? 1 : 0) + confirmedIn(key);
  };
  const settle = (reservationId: string, key: string, action: 'confirm' | 'release'): void => {
    if (members(key).delete(reservationId) && action === 'confirm')
      data.confirmed.set(key, (data.confirmed.get(key) ?? 0) + 1);
  };
  const move: Ledger['move'] = (reservationId, from, to, wanted, releaseUntil) => {
    if (!isReady([...from, ...to], wanted)) return Promise.resolve({ outcome: 'stale' });
    const full = to.find((bucket) => usedBy(bucket, reservationId) >= bucket.cap.limit);
    if (full) {
      const leaves = releaseUntil !== undefined && clock() < releaseUntil;
      if (leaves) for (const bucket of [...from, ...to]) members(nameOfPlace(bucket)).delete(reservationId);
      return Promise.resolve({ outcome: 'full', cap_id: full.cap.id });
    }
    const kept = new Set(to.map(nameOfPlace));
    for (const key of kept) data.reserved.set(key, members(key).add(reservationId));
    for (const key of from.map(nameOfPlace)) if (!kept.has(key)) members(key).delete(reservationId);
    return Promise.resolve({ outcome: 'reserved' });
  };
  const settleAll =
    (action: 'confirm' | 'release'): Ledger['confirm'] =>
    (reservationId, buckets, wanted) => {
      if (!isReady(buckets, wanted)) return Promise.resolve('stale');
      for (const bucket of buckets) settle(reservationId, nameOfPlace(bucket), action);
      return Promise.resolve('done');
    };
  /** What caps had that left is gone with them. */
  const keepOnly = ({ ids }: CountedCaps): void => {
    for (const all of [data.reserved, data.confirmed, data.givenBack])
      for (const key of all.keys()) if (!ids.includes(key.split('|')[0] ?? '')) all.delete(key);
  };
  return {
    reserve: (reservationId, buckets, wanted, until) => move(reservationId, [], buckets, wanted, until),
    move,
    regain(reservationId, buckets, wanted) {
      if (!isReady(buckets, wanted)) return Promise.resolve('stale');
      for (const key of buckets.map(nameOfPlace)) data.reserved.set(key, members(key).add(reservationId));
      return Promise.resolve('done');
    },
    confirm: settleAll('confirm'),
    release: settleAll('release'),
    giveBack(place, buckets, wanted) {
      if (!isReady(buckets, wanted)) return Promise.resolve('stale');
      for (const key of buckets.map(nameOfPlace)) data.givenBack.set(key, givenBack(key).add(place));
      return Promise.resolve('done');
    },
    used(buckets) {
      if (buckets.length === 0) return Promise.resolve([]);
      return Promise.resolve(isSound(buckets) ? buckets.map((bucket) => usedBy(bucket)) : 'stale');
    },
    goStale() {
      data = emptyData(server, undefined);
    },
    keep() {
      const kept = copyOf(data);
      const { run } = server;
      return (on) => {
        servers += 1;
        server = { run: on === 'the same server' ? run : servers, promotion: servers };
        data = copyOf(kept);
      };
    },
    begin(wanted, now) {
      if (data.lock && data.lock.until > now.getTime()) return Promise.resolve('busy');
      data.lock = undefined;
      if (isAlike(wanted)) return Promise.resolve('current');
      const { current: counted } = data;
      const isNewer = counted !== undefined && counted.version > wanted.version;
      if (isNewer && counted.fingerprint !== wanted.fingerprint) return Promise.resolve('outdated_catalogue');
      if (counts(wanted.ids)) {
        data.current = wanted;
        keepOnly(wanted);
        return Promise.resolve('removed_caps');
      }
      const lock = { token: `count ${(tokens += 1)}`, until: now.getTime() + LOCK_MS };
      data.lock = lock;
      begun.set(lock.token, server);
      return Promise.resolve(lock);
    },
    swap(token, usages, counted) {
      const since = begun.get(token);
      if (data.lock?.token !== token || !since || !isSame(since, server)) return Promise.resolve(false);
      const { current: newest = counted } = data;
      data = emptyData(server, newest.version > counted.version ? newest : counted);
      for (const { bucket, reservations: inside, confirmed, givenBack: back } of usages) {
        data.givenBack.set(nameOfPlace(bucket), new Set(back));
        data.reserved.set(nameOfPlace(bucket), new Set(inside));
        data.confirmed.set(nameOfPlace(bucket), confirmed);
      }
      return Promise.resolve(true);
    },
    usedOf: (place) => usedBy(place),
    places: () =>
      [...new Set([...data.reserved.keys(), ...data.confirmed.keys()])].map((key) => {
        const [cap_id = '', window = ''] = key.split('|');
        return {
          name: key,
          cap_id,
          window,
          confirmed: data.confirmed.get(key) ?? 0,
          members: [...members(key)],
          given_back: [...givenBack(key)],
        };
      }),
    reservationsInRedis: () =>
      [...data.reserved].flatMap(([key, inside]) =>
        [...inside].flatMap((reservation_id) => {
          const lead = parseReservationId(reservation_id);
          return lead ? [{ reservation_id, ...lead, key }] : [];
        }),
      ),
    isReserved: ({ reservation_id: reservationId, key }) => members(key).has(reservationId),
    releaseReservation({ reservation_id: reservationId, key }) {
      if (!data.lock && current()) settle(reservationId, key, 'release');
    },
  };
}

const emptyData = (era: Era, current: CountedCaps | undefined): Data => ({
  ...{ reserved: new Map(), confirmed: new Map(), givenBack: new Map(), lock: undefined },
  ...{ era, current },
});

const copyOf = (data: Data): Data => ({
  ...data,
  reserved: new Map([...data.reserved].map(([key, inside]) => [key, new Set(inside)])),
  confirmed: new Map(data.confirmed),
  givenBack: new Map([...data.givenBack].map(([key, back]) => [key, new Set(back)])),
});

const isSame = (a: Era, b: Era): boolean => a.run === b.run && a.promotion === b.promotion;

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
  if (typeof begun === 'string') return begun === 'current' || begun === 'removed_caps';
  const counted = await countLeads({ leads, counts, catalogue, now });
  return counted !== null && ledger.swap(begun.token, counted.usage.buckets(), wanted);
}
