import type { Connection } from 'mongoose';
import { EMPTY_CATALOGUE } from '../../src/core/catalogue/types.js';
import { createConsentStore } from '../../src/platform/mongo/consent/consent-store.js';
import { createExchangeStore } from '../../src/platform/mongo/exchanges/exchange-store.js';
import { createNoticeStore } from '../../src/platform/mongo/notices/notice-store.js';
import { createErasureStore } from '../../src/platform/mongo/person/erasure-store.js';
import { createPersonStore } from '../../src/platform/mongo/person/person-store.js';
import { sealerOf } from '../../src/platform/mongo/sealing/keyed-sealer.js';
import { createLeadStore } from '../../src/platform/mongo/stores/lead-store.js';
import { createSearchStore } from '../../src/platform/mongo/stores/search-store.js';
import { silentLog } from './services.js';

/** What an erasure needs, in a database, at a moment. Redis remembers none. */
export const erasePortsIn = (connection: Connection, now: Date) => ({
  leads: createLeadStore(connection),
  searches: createSearchStore(connection),
  consents: createConsentStore(connection),
  exchanges: createExchangeStore(connection),
  persons: createPersonStore(connection),
  erasures: createErasureStore(connection),
  suppressionStore: { under: () => Promise.resolve([]) },
  notices: createNoticeStore(connection),
  catalogue: { current: () => EMPTY_CATALOGUE },
  sealer: sealerOf(connection),
  clock: () => now,
  log: silentLog,
  rememberNumber: () => Promise.resolve(),
  rememberedNumber: () => Promise.resolve(0),
});
