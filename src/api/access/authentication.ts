import type { Request, Response } from 'express';
import type { ApiKey } from '../../core/keys/api-key.js';
import type { CatalogueSource } from '../../app/ports/catalogue-source.js';
import type { KeyCache } from '../../app/ports/key-cache.js';
import { authInvalid, authRequired, rateLimited } from '../../http/faults.js';
import { sentKey } from '../../http/access/sent-key.js';
import type { WrongKeys } from '../../http/access/wrong-keys.js';

/** Returns the key of a call. Throws AUTH_REQUIRED, AUTH_INVALID, RATE_LIMITED (too many wrong keys) or an outage. */
export type Authenticate = (request: Request, response: Response) => Promise<ApiKey>;

/** The list of keys contains a new key after this many seconds. */
const KNOWN_WITHIN_S = 4;

export function createAuthentication(
  keys: KeyCache,
  catalogue: CatalogueSource,
  wrongKeys: WrongKeys,
): Authenticate {
  const isOpen = ({ affiliate_id }: ApiKey): boolean =>
    catalogue.current().affiliates.get(affiliate_id)?.status === 'active';
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
