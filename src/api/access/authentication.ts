import type { Request, Response } from 'express';
import type { ApiKey } from '../../core/keys/types.js';
import type { CatalogueSource } from '../../core/ports/catalogue-source.js';
import type { KeyCache } from '../../platform/keys/key-cache.js';
import { authInvalid, authRequired } from '../faults.js';
import { sentKey } from './sent-key.js';
import type { WrongKeys } from './wrong-keys.js';

/** The key of a call, or throws AUTH_REQUIRED, AUTH_INVALID, RATE_LIMITED (too many wrong keys) or an outage. */
export type Authenticate = (request: Request, response: Response) => Promise<ApiKey>;

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
    if (!keys.isKnownValid(sent)) await wrongKeys.refuseWhenOver(request);
    const key = await keys.lookup(sent);
    if (key && isOpen(key)) return key;
    await wrongKeys.count(request, response);
    throw authInvalid();
  };
}
