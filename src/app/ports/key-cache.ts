import type { ApiKey } from '../../core/keys/api-key.js';

export interface KeyCache {
  /**
   * The key's record from the list of all valid keys; null when it is not in it, has expired, or can't be a key. The list is
   * read first when it is older than 4 s; throws when that is needed and the store is away.
   */
  known(key: string): Promise<ApiKey | null>;
  /**
   * A key that is not in the list, perhaps because it is newer: the record, or null when it is unknown, revoked or
   * expired. `busy` when so many are being looked up that it is not. One read of the store at most; throws when it is away.
   */
  lookUp(key: string): Promise<ApiKey | null | 'busy'>;
  /** Reads the list, for a process that starts. Throws when the store is away. */
  load(): Promise<void>;
}
