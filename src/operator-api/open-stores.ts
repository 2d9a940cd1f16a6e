import { createAlertStore } from '../platform/mongo/alerts/alert-store.js';
import { createAuditReader } from '../platform/mongo/audit/audit-reader.js';
import { createCatalogueStore } from '../platform/mongo/catalogue/catalogue-store.js';
import { createOperatorKeyStore } from '../platform/mongo/keys/key-store.js';
import { createEntryReader } from '../platform/mongo/money/entry-reader.js';
import { createPeriodStore } from '../platform/mongo/money/period-store.js';
import { createNoticeStore } from '../platform/mongo/notices/notice-store.js';
import { createOutbox } from '../platform/mongo/outbox/outbox-store.js';
import { createPeopleStore } from '../platform/mongo/people/people-store.js';
import { createLeadOverview } from '../platform/mongo/stores/lead-overview.js';
import { guardMongo } from '../platform/process/outage.js';
import type { Platform } from '../platform/process/platform.js';

/** Opens the stores that several parts of the operator API need beside those of every process. */
export function openStores({ connection }: Pick<Platform, 'connection'>) {
  return {
    overview: guardMongo(createLeadOverview(connection)),
    entries: guardMongo(createEntryReader(connection)),
    periods: guardMongo(createPeriodStore(connection)),
    versions: guardMongo(createCatalogueStore(connection)),
    operatorKeys: guardMongo(createOperatorKeyStore(connection)),
    people: guardMongo(createPeopleStore(connection)),
    alerts: guardMongo(createAlertStore(connection)),
    outbox: guardMongo(createOutbox(connection)),
    notices: guardMongo(createNoticeStore(connection)),
    auditReader: guardMongo(createAuditReader(connection)),
  };
}
export type Stores = ReturnType<typeof openStores>;
