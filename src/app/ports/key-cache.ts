import type { ApiKey } from '../../core/keys/api-key.js';
import type { Expiring } from '../../core/keys/stored-key.js';

/** All valid keys of one kind, or all valid sessions. */
export interface KeyCache<Key extends Expiring = ApiKey> {
  /**
   * The record of the key, from the list of all valid keys. Null if the list does not have it, if it has expired, or
   * if it is not formed like a key. If the list is older than 4 s, this reads it first, and throws if the store is
   * not available.
   */
  known(key: string): Promise<Key | null>;
  /**
   * Looks up a key that is not in the list, perhaps because it is newer. Null if it is unknown, revoked or expired.
   * `busy`: too many look-ups are in progress, so this one was not made. Reads the store at most once, and throws if
   * it is not available.
   */
  lookUp(key: string): Promise<Key | null | 'busy'>;
  /** Reads the list when the process starts. Throws if the store is not available. */
  load(): Promise<void>;
}
