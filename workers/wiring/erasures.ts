import type { ErasePorts } from '../../src/app/person/erase-person.js';
import type { Platform } from '../../src/platform/process/platform.js';
import { createErasureNumber } from '../../src/platform/redis/erasures.js';
import { consentPorts } from './consents.js';

/** What the sweeper needs to end erasures, on the real services. */
export const erasePorts = (platform: Platform): ErasePorts => ({
  ...consentPorts(platform),
  ...numberOf(platform),
  notices: platform.notices,
  catalogue: platform.catalogue,
  exchanges: platform.stores.exchanges,
  persons: platform.persons,
  erasures: platform.erasures,
});

function numberOf({ redis, settings }: Platform): Pick<ErasePorts, 'rememberNumber' | 'rememberedNumber'> {
  const { remember, last } = createErasureNumber(redis, settings.redisPrefix);
  return { rememberNumber: remember, rememberedNumber: last };
}
