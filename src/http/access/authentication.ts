import type { Request, Response } from 'express';
import type { KeyCache } from '../../app/ports/key-cache.js';
import type { StoredKey } from '../../core/keys/stored-key.js';
import { authInvalid, authRequired, rateLimited } from '../faults.js';
import { sentKey } from './sent-key.js';
import type { WrongKeys } from './wrong-keys.js';

/** Returns the key of a call. Throws AUTH_REQUIRED, AUTH_INVALID, RATE_LIMITED (too many wrong keys) or an outage. */
export type Authenticate<Key> = (request: Request, response: Response) => Promise<Key>;

/** The list of keys contains a new key after this many seconds. */
const KNOWN_WITHIN_S = 4;

/** `isOpen`: whether a valid key may be used now. */
export function authenticateBy<Key extends StoredKey>(
  keys: KeyCache<Key>,
  wrongKeys: WrongKeys,
  isOpen: (key: Key) => boolean = () => true,
): Authenticate<Key> {
  return async (request, response) => {
    const sent = sentKey(request.headers);
    if (sent === undefined) throw authRequired();
    const known = await keys.known(sent);
    if (known && isOpen(known)) return known;
    if (!known) {
      // This cannot lock out a client that shares the address: its key is known, or is when the list is read again.
      await wrongKeys.refuseWhenOver(request);
      const found = await keys.lookUp(sent);
      if (found === 'busy') throw rateLimited(KNOWN_WITHIN_S);
      if (found && isOpen(found)) return found;
    }
    await wrongKeys.count(request, response);
    throw authInvalid();
  };
}
