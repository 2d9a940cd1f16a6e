import type { ApiKey } from '../../core/keys/api-key.js';

/** The rights and limits of a new key. */
export type KeyGrant = Pick<ApiKey, 'affiliate_id' | 'is_test' | 'operations' | 'limits' | 'expires_at'>;

/** A new key. Only here does our side have the key itself; later only the affiliate has it. */
export interface IssuedKey {
  readonly key: string;
  readonly record: ApiKey;
}

/** API keys. The keys themselves are not stored, so a stolen database gives no access. Throws on an outage. */
export interface KeyStore {
  issue(grant: KeyGrant, now: Date): Promise<IssuedKey>;
  /** Oldest first, including revoked and expired keys. */
  list(): Promise<ApiKey[]>;
  /** Each key that is valid at `now`, with its hash. */
  listValid(now: Date): Promise<(readonly [hash: string, key: ApiKey])[]>;
  findByHash(hash: string): Promise<ApiKey | null>;
  /** All keys that begin with these characters. */
  findByPrefix(prefix: string): Promise<ApiKey[]>;
  /**
   * Issues a key like `old`; `old` then ends at `overlapEnd`, or earlier if it would have ended earlier anyway. The new
   * key gets the full lifetime of the old one. Null if the old key was replaced or revoked in the meantime.
   */
  rotate(old: ApiKey, overlapEnd: Date, now: Date): Promise<IssuedKey | null>;
  /** False if it was already revoked. */
  revoke(id: string, now: Date): Promise<boolean>;
}
