import { hashKey } from '../../../core/keys/key-format.js';
import { isKeyValid, type Expiring } from '../../../core/keys/stored-key.js';
import type { KeyCache } from '../../../app/ports/key-cache.js';

export interface KeyCacheOptions {
  /** Whether the text can be a key of this kind, by its form alone. */
  readonly isKey: (text: string) => boolean;
  readonly refreshMs: number;
  readonly clock: () => Date;
}

/** A revocation takes effect within 5 s whatever the settings are: the cache serves no list older than this. */
const OLDEST_MS = 4_000;
const MAX_REFRESH_MS = 2_000;
const MAX_UNKNOWN = 10_000;

/** Look-ups of unknown keys that may run at once. Thousands of guessed keys cause no more reads at a time. */
const LOOK_UPS_AT_ONCE = 8;

/** What the cache needs of a store of keys or sessions. */
interface ListedKeys<Key> {
  listValid(now: Date): Promise<(readonly [hash: string, key: Key])[]>;
  findByHash(hash: string): Promise<Key | null>;
}

interface Known<Key> {
  readonly key: Key;
  /** The number of the read that found the key. The newest read counts: older ones may miss revocations. */
  readonly read: number;
}

/**
 * All valid keys by their hash; the keys themselves are not kept. When a call finds that the list is `refreshMs` old,
 * it starts a read in the background. So a busy process never waits, and an idle process reads nothing. Unknown keys
 * are remembered for `refreshMs`, so that guessing keys costs the store little.
 */
export function createKeyCache<Key extends Expiring>(
  store: ListedKeys<Key>,
  { isKey, refreshMs, clock }: KeyCacheOptions,
): KeyCache<Key> {
  const freshMs = Math.min(refreshMs, MAX_REFRESH_MS);
  let valid = new Map<string, Known<Key>>();
  let listedAt = -Infinity;
  let reads = 0;
  let listing: Promise<void> | undefined;
  const unknown = boundedMap<number>(MAX_UNKNOWN);
  const reading = new Map<string, Promise<Key | null>>();
  /** After a clock was set back, newer entries count as old. */
  const ageOf = (at: number): number => Math.abs(clock().getTime() - at);

  async function list(): Promise<void> {
    const [read, at] = [(reads += 1), clock()];
    const listed = await store.listValid(at);
    const newer = [...valid].filter(([, known]) => known.read > read);
    valid = new Map([...listed.map(([hash, key]) => [hash, { key, read }] as const), ...newer]);
    listedAt = at.getTime();
  }

  /** Simultaneous calls share one read. */
  const listOnce = (): Promise<void> =>
    (listing ??= list().finally(() => {
      listing = undefined;
    }));

  async function find(hash: string): Promise<Key | null> {
    const [read, at] = [(reads += 1), clock()];
    const key = await store.findByHash(hash);
    if (key !== null && isKeyValid(key, clock())) {
      valid.set(hash, { key, read });
      return key;
    }
    unknown.set(hash, at.getTime());
    return null;
  }

  return {
    load: listOnce,
    async known(key) {
      if (!isKey(key)) return null;
      const age = ageOf(listedAt);
      if (age >= OLDEST_MS) await listOnce();
      // Ignore an outage here. A caller that has to wait for the list gets the error.
      else if (age >= freshMs) listOnce().catch(() => undefined);
      const known = valid.get(hashKey(key));
      return known !== undefined && isKeyValid(known.key, clock()) ? known.key : null;
    },
    async lookUp(key) {
      if (!isKey(key)) return null;
      const hash = hashKey(key);
      const missedAt = unknown.get(hash);
      if (missedAt !== undefined && ageOf(missedAt) < freshMs) return null;
      const running = reading.get(hash);
      if (running) return running;
      if (reading.size >= LOOK_UPS_AT_ONCE) return 'busy';
      const begun = find(hash).finally(() => reading.delete(hash));
      reading.set(hash, begun);
      return begun;
    },
  };
}

export interface BoundedMap<V> {
  get(key: string): V | undefined;
  set(key: string, value: V): void;
  delete(key: string): void;
}

/** A map with at most `most` entries. When it is full, it drops the entry that was set longest ago. */
export function boundedMap<V>(most: number): BoundedMap<V> {
  const map = new Map<string, V>();
  return {
    get: (key) => map.get(key),
    set(key, value) {
      map.delete(key);
      map.set(key, value);
      const [oldest] = map.keys();
      if (map.size > most && oldest !== undefined) map.delete(oldest);
    },
    delete: (key) => void map.delete(key),
  };
}
