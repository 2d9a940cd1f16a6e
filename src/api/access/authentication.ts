import type { Request } from 'express';
import type { ApiKey } from '../../core/keys/api-key.js';
import type { CatalogueSource, ReachedCatalogue } from '../../app/ports/catalogue-source.js';
import type { KeyCache } from '../../app/ports/key-cache.js';
import { authenticateBy, type Authenticate } from '../../http/access/authentication.js';
import { sentKey } from '../../http/access/sent-key.js';
import type { WrongKeys } from '../../http/access/wrong-keys.js';

/**
 * Takes the keys of active affiliates. The call is served by a catalogue that is as young as the list of keys. `noteUse`
 * hears of each key that is taken.
 */
export function createAuthentication(
  keys: KeyCache,
  catalogue: ReachedCatalogue,
  wrongKeys: WrongKeys,
  noteUse: (key: ApiKey) => void = () => undefined,
): Authenticate<ApiKey> {
  const known = async (sent: string): Promise<ApiKey | null> => {
    const [key] = await Promise.all([keys.known(sent), catalogue.reach(0)]);
    return key;
  };
  const authenticate = authenticateBy({ ...keys, known }, wrongKeys, (key) => isOpen(catalogue, key));
  return async (request, response) => {
    const key = await authenticate(request, response);
    noteUse(key);
    return key;
  };
}

/** Whether the key of a call may still be used. Looks only at the list of valid keys. Throws on an outage. */
export const createStillAllowed =
  (keys: KeyCache, catalogue: CatalogueSource) =>
  async ({ headers }: Request): Promise<boolean> => {
    const known = await keys.known(sentKey(headers) ?? '');
    return known !== null && isOpen(catalogue, known);
  };

const isOpen = (catalogue: CatalogueSource, { affiliate_id }: ApiKey): boolean =>
  catalogue.current().affiliates.get(affiliate_id)?.status === 'active';
