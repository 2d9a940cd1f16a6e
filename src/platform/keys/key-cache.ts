import { checkKeyFormat } from '../../core/keys/api-key.js';
import { isKeyValid, type ApiKey } from '../../core/keys/types.js';
import { boundedMap } from './bounded-map.js';
import { hashKey, type KeyStore } from './key-store.js';

export interface KeyCache {
  /**
   * The key's record, or null when it is malformed, unknown, revoked or expired. One read of the store at most;
   * throws when that is needed and the store is away.
   */
  lookup(key: string): Promise<ApiKey | null>;
  /** Whether the last look-up in this process found the key valid. Asks nobody. */
  isKnownValid(key: string): boolean;
}

export interface KeyCacheOptions {
  readonly refreshMs: number;
  readonly clock: () => Date;
}

/** A revocation is in force within 5 s whatever the settings say: nothing older than this is served. */
const OLDEST_MS = 4_000;
const LONGEST_REFRESH_MS = 2_000;
const MOST_VALID = 100_000;
const MOST_UNKNOWN = 10_000;

interface Known {
  readonly key: ApiKey;
  /** When the read that found it began: what was revoked after that may not be in it. */
  readonly readAt: number;
}

/**
 * Keys that were looked up lately, by their hash; the keys themselves are not kept. A known key is served from
 * memory and read again beside the call once it is `refreshMs` old, so that a busy key never waits; one older than
 * 4 s is read first. Unknown keys are remembered for `refreshMs`, so that guessing costs the store little.
 */
export function createKeyCache(
  store: Pick<KeyStore, 'findByHash'>,
  { refreshMs, clock }: KeyCacheOptions,
): KeyCache {
  const freshMs = Math.min(refreshMs, LONGEST_REFRESH_MS);
  const valid = boundedMap<Known>(MOST_VALID);
  const unknown = boundedMap<number>(MOST_UNKNOWN);
  const reading = new Map<string, Promise<ApiKey | null>>();

  async function read(hash: string): Promise<ApiKey | null> {
    const readAt = clock().getTime();
    const key = await store.findByHash(hash);
    if (key !== null && isKeyValid(key, clock())) {
      valid.set(hash, { key, readAt });
      return key;
    }
    valid.delete(hash);
    unknown.set(hash, readAt);
    return null;
  }

  /** Calls with the same key at the same moment share one read. */
  function readOnce(hash: string): Promise<ApiKey | null> {
    const running = reading.get(hash) ?? read(hash).finally(() => reading.delete(hash));
    reading.set(hash, running);
    return running;
  }

  return {
    async lookup(key) {
      if (checkKeyFormat(key) === null) return null;
      const hash = hashKey(key);
      const now = clock();
      const known = valid.get(hash);
      const age = now.getTime() - (known?.readAt ?? 0);
      if (known !== undefined && age < OLDEST_MS) {
        // An outage is told to the caller who has to wait for the answer, not here.
        if (age >= freshMs) readOnce(hash).catch(() => undefined);
        return isKeyValid(known.key, now) ? known.key : null;
      }
      const missedAt = unknown.get(hash);
      if (known === undefined && missedAt !== undefined && now.getTime() - missedAt < freshMs) return null;
      return readOnce(hash);
    },
    isKnownValid(key) {
      const known = valid.get(hashKey(key));
      return known !== undefined && isKeyValid(known.key, clock());
    },
  };
}
