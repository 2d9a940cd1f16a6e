import type { ApiKey } from '../../core/keys/api-key.js';
import type { StoredKey } from '../../core/keys/stored-key.js';
import type { KeyIssuer, OperatorKey } from '../../core/operators/operator-key.js';

/** The rights and limits of a new key. */
export type KeyGrant = Pick<ApiKey, 'affiliate_id' | 'is_test' | 'operations' | 'limits' | 'expires_at'>;

/** The name, rights and end of a new operator key, and who issues it, or makes it in place of an older one. */
export type OperatorKeyGrant = Pick<
  OperatorKey,
  'name' | 'scopes' | 'expires_at' | 'issued_by' | 'rotated_by'
>;

/** A new key. Only here does our side have the key itself; later only its owner has it. */
export interface IssuedKey<Key extends StoredKey = ApiKey> {
  readonly key: string;
  readonly record: Key;
}

/** Keys of one kind. The keys themselves are not stored, so a stolen database gives no access. Throws on an outage. */
export interface KeyStore<Key extends StoredKey = ApiKey, Grant = KeyGrant> {
  issue(grant: Grant, now: Date): Promise<IssuedKey<Key>>;
  /** Oldest first, including revoked and expired keys. */
  list(): Promise<Key[]>;
  /** Each key that is valid at `now`, with its hash. */
  listValid(now: Date): Promise<(readonly [hash: string, key: Key])[]>;
  findByHash(hash: string): Promise<Key | null>;
  /** All keys that begin with these characters. */
  findByPrefix(prefix: string): Promise<Key[]>;
  /**
   * Issues a key like `old`; `old` then ends at `overlapEnd`, or earlier if it would have ended earlier anyway. The new
   * key gets the full lifetime of the old one. Null if the old key was replaced or revoked in the meantime. `by`: an
   * operator key keeps it.
   */
  rotate(old: Key, overlapEnd: Date, now: Date, by?: KeyIssuer): Promise<IssuedKey<Key> | null>;
  /** False if it was already revoked. */
  revoke(id: string, now: Date): Promise<boolean>;
  /** Notes that the key was used. */
  noteUse(id: string, now: Date): Promise<void>;
}

export type OperatorKeyStore = KeyStore<OperatorKey, OperatorKeyGrant>;
