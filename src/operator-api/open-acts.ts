import type { WithTestPostTools } from '../app/ports/test-post-tools.js';
import { createTurns } from '../app/operators/turns.js';
import { bookAll } from '../app/money/book-adjustments.js';
import { createDraftStore } from '../platform/mongo/catalogue/draft-store.js';
import { createKeyStore } from '../platform/mongo/keys/key-store.js';
import { newestRecords } from '../platform/mongo/newest-records.js';
import { createTestPostTools } from '../platform/outbound/test-post-tools.js';
import { guardMongo } from '../platform/process/outage.js';
import type { Platform } from '../platform/process/platform.js';
import { createCatalogueFiles } from '../platform/catalogue-files/catalogue-files.js';
import type { ActPorts, BookActPorts } from './act-ports.js';
import type { Stores } from './open-stores.js';

/** Connects what changes something with its adapters. */
export function openActs(platform: Platform, stores: Stores, clock: () => Date): ActPorts {
  const { connection, leads, returns, geo, settings } = platform;
  const { overview, versions, operatorKeys } = stores;
  return {
    ...{ leads, returns, geo },
    ...{ overview, versions, operatorKeys },
    keys: guardMongo(createKeyStore(connection)),
    drafts: guardMongo(createDraftStore(connection)),
    files: createCatalogueFiles(),
    ...guardMongo({ newestRecords: (limit: number) => newestRecords(connection, limit) }),
    books: bookActs(platform, stores, clock),
    withTools: inTurns(createTestPostTools({ env: process.env, outbound: settings, clock })),
  };
}

/** Each set of tools has processes of its own. Backtests take two at most, so test posts never wait for those alone. */
const TOOLS_AT_ONCE = 4;

/** The same tools, after those who had them before. */
function inTurns(withTools: WithTestPostTools): WithTestPostTools {
  const takeTurn = createTurns(TOOLS_AT_ONCE);
  return (use) => takeTurn(() => withTools(use));
}

function bookActs(platform: Platform, { periods, entries }: Stores, clock: () => Date): BookActPorts {
  const { books, adjustments, leads, catalogue, log } = platform;
  return {
    ...{ books, adjustments, periods, entries },
    bookPending: () => bookAll({ books, adjustments, leads, catalogue, clock, log }),
  };
}
