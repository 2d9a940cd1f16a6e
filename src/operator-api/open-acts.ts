import type { WithTestPostTools } from '../app/ports/test-post-tools.js';
import { createTurns } from '../app/operators/turns.js';
import { bookAll } from '../app/money/book-adjustments.js';
import { createCatalogueStore } from '../platform/mongo/catalogue/catalogue-store.js';
import { createDraftStore } from '../platform/mongo/catalogue/draft-store.js';
import { createKeyStore, createOperatorKeyStore } from '../platform/mongo/keys/key-store.js';
import { createEntryReader } from '../platform/mongo/money/entry-reader.js';
import { createPeriodStore } from '../platform/mongo/money/period-store.js';
import { newestRecords } from '../platform/mongo/newest-records.js';
import { createLeadOverview } from '../platform/mongo/stores/lead-overview.js';
import { createTestPostTools } from '../platform/outbound/test-post-tools.js';
import { guardMongo } from '../platform/process/outage.js';
import type { Platform } from '../platform/process/platform.js';
import { createCatalogueFiles } from '../platform/catalogue-files/catalogue-files.js';
import type { ActPorts, BookActPorts } from './act-ports.js';

/** Connects what changes something with its adapters. */
export function openActs(platform: Platform, clock: () => Date): ActPorts {
  const { connection, leads, returns, geo, buyerHistory, settings } = platform;
  return {
    ...{ leads, returns, geo, buyerHistory },
    overview: guardMongo(createLeadOverview(connection)),
    versions: guardMongo(createCatalogueStore(connection)),
    keys: guardMongo(createKeyStore(connection)),
    operatorKeys: guardMongo(createOperatorKeyStore(connection)),
    drafts: guardMongo(createDraftStore(connection)),
    files: createCatalogueFiles(),
    ...guardMongo({ newestRecords: (limit: number) => newestRecords(connection, limit) }),
    books: bookActs(platform, clock),
    withTools: inTurns(createTestPostTools({ env: process.env, allow: settings.outboundAllow, clock })),
  };
}

/** Each set of tools has processes of its own. Backtests take two at most, so test posts never wait for those alone. */
const TOOLS_AT_ONCE = 4;

/** The same tools, after those who had them before. */
function inTurns(withTools: WithTestPostTools): WithTestPostTools {
  const takeTurn = createTurns(TOOLS_AT_ONCE);
  return (use) => takeTurn(() => withTools(use));
}

function bookActs(platform: Platform, clock: () => Date): BookActPorts {
  const { connection, books, adjustments, leads, catalogue, log } = platform;
  return {
    ...{ books, adjustments },
    periods: guardMongo(createPeriodStore(connection)),
    entries: guardMongo(createEntryReader(connection)),
    bookOwed: () => bookAll({ books, adjustments, leads, catalogue, clock, log }),
  };
}
