import type { ApiKey } from '../../core/keys/api-key.js';
import type { CatalogueSource } from '../../app/ports/catalogue-source.js';
import type { KeyCache } from '../../app/ports/key-cache.js';
import { authenticateBy, type Authenticate } from '../../http/access/authentication.js';
import type { WrongKeys } from '../../http/access/wrong-keys.js';

/** Takes the keys of active affiliates. */
export const createAuthentication = (
  keys: KeyCache,
  catalogue: CatalogueSource,
  wrongKeys: WrongKeys,
): Authenticate<ApiKey> =>
  authenticateBy(
    keys,
    wrongKeys,
    ({ affiliate_id }) => catalogue.current().affiliates.get(affiliate_id)?.status === 'active',
  );
