import type { ErasePorts } from '../../src/app/person/erase-person.js';
import { createErasureStore } from '../../src/platform/mongo/person/erasure-store.js';
import { createPersonStore } from '../../src/platform/mongo/retention/person-store.js';
import { guardMongo } from '../../src/platform/process/outage.js';
import type { Platform } from '../../src/platform/process/platform.js';
import { createErasureNumber } from '../../src/platform/redis/erasures.js';
import { consentPorts } from './consents.js';
import { noticesOf } from './notices.js';
import { exchangeStore } from './exchanges.js';

/** What the sweeper needs to end erasures, on the real services. */
export const erasePorts = (platform: Platform): ErasePorts => ({
  ...consentPorts(platform),
  ...numberOf(platform),
  notices: noticesOf(platform),
  catalogue: platform.catalogue,
  exchanges: exchangeStore(platform),
  persons: guardMongo(createPersonStore(platform.connection)),
  erasures: guardMongo(createErasureStore(platform.connection)),
});

function numberOf({ redis, settings }: Platform): Pick<ErasePorts, 'rememberNumber' | 'rememberedNumber'> {
  const { remember, last } = createErasureNumber(redis, settings.redisPrefix);
  return { rememberNumber: remember, rememberedNumber: last };
}
