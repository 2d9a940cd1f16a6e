import { bookAll } from '../app/money/book-adjustments.js';
import { createCatalogueStore } from '../platform/mongo/catalogue/catalogue-store.js';
import { createDraftStore } from '../platform/mongo/catalogue/draft-store.js';
import { createKeyStore, createOperatorKeyStore } from '../platform/mongo/keys/key-store.js';
import { createEntryReader } from '../platform/mongo/money/entry-reader.js';
import { createPeriodStore } from '../platform/mongo/money/period-store.js';
import { newestRecords } from '../platform/mongo/newest-records.js';
import { createLeadOverview } from '../platform/mongo/stores/lead-overview.js';
import { createTestPostTools } from '../platform/outbound/test-post-tools.js';
import { guardOutages } from '../platform/process/outage.js';
import type { Platform } from '../platform/process/platform.js';
import { createCatalogueFiles } from '../platform/catalogue-files/catalogue-files.js';
import type { ActPorts, BookActPorts } from './act-ports.js';

/** Connects what changes something with its adapters. */
export function openActs(platform: Platform, clock: () => Date): ActPorts {
  const { connection, leads, returns, geo, buyerHistory, settings } = platform;
  const inMongo = <T extends object>(store: T): T => guardOutages('MongoDB', store);
  return {
    ...{ leads, returns, geo, buyerHistory },
    overview: inMongo(createLeadOverview(connection)),
    versions: inMongo(createCatalogueStore(connection)),
    keys: inMongo(createKeyStore(connection)),
    operatorKeys: inMongo(createOperatorKeyStore(connection)),
    drafts: inMongo(createDraftStore(connection)),
    files: createCatalogueFiles(),
    ...inMongo({ newestRecords: (limit: number) => newestRecords(connection, limit) }),
    books: bookActs(platform, clock),
    withTools: createTestPostTools({ env: process.env, allow: settings.outboundAllow, clock }),
  };
}

function bookActs(platform: Platform, clock: () => Date): BookActPorts {
  const { connection, books, adjustments, leads, catalogue, log } = platform;
  const inMongo = <T extends object>(store: T): T => guardOutages('MongoDB', store);
  return {
    ...{ books, adjustments },
    periods: inMongo(createPeriodStore(connection)),
    entries: inMongo(createEntryReader(connection)),
    bookOwed: () => bookAll({ books, adjustments, leads, catalogue, clock, log }),
  };
}
