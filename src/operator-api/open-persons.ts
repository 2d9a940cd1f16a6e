import type { AuditLog } from '../app/ports/audit-log.js';
import { createConsentStore } from '../platform/mongo/consent/consent-store.js';
import { createExchangeStore } from '../platform/mongo/exchanges/exchange-store.js';
import { createErasureStore } from '../platform/mongo/person/erasure-store.js';
import { createPersonStore } from '../platform/mongo/retention/person-store.js';
import { sealerOf } from '../platform/mongo/sealing/keyed-sealer.js';
import { createErasureJournal } from '../platform/process/erasure-journal.js';
import { guardMongo } from '../platform/process/outage.js';
import type { Platform } from '../platform/process/platform.js';
import { createErasureNumber } from '../platform/redis/erasures.js';
import type { Stores } from './open-stores.js';
import type { PersonPorts } from './person-ports.js';

/** Wires what operators see and do about stored persons to a platform. */
export function openPersons(
  { connection, leads, searches, suppressionStore, catalogue, redis, settings }: Platform,
  { notices }: Stores,
  auditLog: AuditLog,
  clock: () => Date,
): PersonPorts {
  const { erasureJournal, redisPrefix } = settings;
  const number = createErasureNumber(redis, redisPrefix);
  return {
    ...{ leads, searches, suppressionStore, catalogue, clock, auditLog, notices },
    sealer: sealerOf(connection),
    consents: guardMongo(createConsentStore(connection)),
    persons: guardMongo(createPersonStore(connection)),
    exchanges: guardMongo(createExchangeStore(connection)),
    erasures: guardMongo(createErasureStore(connection)),
    journal: erasureJournal === undefined ? undefined : createErasureJournal(erasureJournal),
    ...{ rememberNumber: number.remember, rememberedNumber: number.last },
  };
}
