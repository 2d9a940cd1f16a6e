import { checkKeyFormat, hashKey, isKeyValid, type ApiKey } from '../../../core/keys/api-key.js';
import type { KeyStore } from '../../../app/ports/key-store.js';
import type { KeyCache } from '../../../app/ports/key-cache.js';

export interface KeyCacheOptions {
  readonly refreshMs: number;
  readonly clock: () => Date;
}

/** A revocation is in force within 5 s whatever the settings say: nothing older than this is served. */
const OLDEST_MS = 4_000;
const MAX_REFRESH_MS = 2_000;
const MAX_UNKNOWN = 10_000;

/** Of unknown keys, at the same moment: who tries keys by the thousand asks the database for no more. */
const LOOK_UPS_AT_ONCE = 8;

interface Known {
  readonly key: ApiKey;
  /** Which of our reads found it: what was revoked after that read began may not be in it. */
  readonly read: number;
}

/**
 * All valid keys by their hash; the keys themselves are not kept. A call that finds the list `refreshMs` old has it read
 * again beside itself, so that a busy process never waits, and an idle one reads nothing. Unknown keys are remembered
 * for `refreshMs`, so that guessing costs the store little.
 */
export function createKeyCache(
  store: Pick<KeyStore, 'findByHash' | 'listValid'>,
  { refreshMs, clock }: KeyCacheOptions,
): KeyCache {
  const freshMs = Math.min(refreshMs, MAX_REFRESH_MS);
  let valid = new Map<string, Known>();
  let listedAt = -Infinity;
  let reads = 0;
  let listing: Promise<void> | undefined;
  const unknown = boundedMap<number>(MAX_UNKNOWN);
  const reading = new Map<string, Promise<ApiKey | null>>();
  /** After a clock was set back, newer entries count as old. */
  const ageOf = (at: number): number => Math.abs(clock().getTime() - at);

  async function list(): Promise<void> {
    const [read, at] = [(reads += 1), clock()];
    const listed = await store.listValid(at);
    const newer = [...valid].filter(([, known]) => known.read > read);
    valid = new Map([...listed.map(([hash, key]) => [hash, { key, read }] as const), ...newer]);
    listedAt = at.getTime();
  }

  /** Calls of the same moment share one read. */
  const listOnce = (): Promise<void> =>
    (listing ??= list().finally(() => {
      listing = undefined;
    }));

  async function find(hash: string): Promise<ApiKey | null> {
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
      if (checkKeyFormat(key) === null) return null;
      const age = ageOf(listedAt);
      if (age >= OLDEST_MS) await listOnce();
      // An outage is told to the caller who has to wait for the answer, not here.
      else if (age >= freshMs) listOnce().catch(() => undefined);
      const known = valid.get(hashKey(key));
      return known !== undefined && isKeyValid(known.key, clock()) ? known.key : null;
    },
    async lookUp(key) {
      if (checkKeyFormat(key) === null) return null;
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

/** A map that forgets what was set longest ago when it would hold more than `most`. */
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
