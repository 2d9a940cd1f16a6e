import type { Connection } from 'mongoose';
import type { SearchStore } from '../../src/app/ports/search-store.js';
import type { StoredResult } from '../../src/core/search/search-record.js';
import { startBatching } from '../../src/platform/mongo/batches/batching.js';
import { openMongo } from '../../src/platform/mongo/mongo.js';
import { useDataKeys } from '../../src/platform/mongo/sealing/data-keys-of.js';
import { createSearchStore } from '../../src/platform/mongo/stores/search-store.js';
import { parseDataKeys } from '../../src/platform/secrets/data-keys.js';
import { countCommands, type CommandCounter } from './count-commands.js';
import { aRun } from './search-runs.js';
import { migratedServices, silentLog, TEST_DATA_KEYS, type PrivateServices } from './services.js';
import { aSearch, minute } from './stored-records.js';

/** One process: what it knows of stored terms is its own. */
export interface TermsProcess {
  readonly connection: Connection;
  readonly searches: SearchStore;
  readonly during: CommandCounter['during'];
  /** Stores a search whose run found these. Returns its id. */
  readonly searched: (results: readonly StoredResult[]) => Promise<string>;
}

/** Several processes on one database. */
export interface TermsWorld {
  readonly services: PrivateServices;
  readonly process: (as?: 'in batches') => Promise<TermsProcess>;
  readonly close: () => Promise<void>;
}

export async function openTermsWorld(): Promise<TermsWorld> {
  const services = migratedServices();
  await services.migrated();
  const closers: (() => Promise<void>)[] = [];
  return {
    services,
    async process(as) {
      const mongo = openMongo(services.mongoUrl, 'operator', silentLog, { monitorCommands: true });
      await mongo.opened;
      closers.push(() => mongo.close());
      const { connection } = mongo;
      useDataKeys(connection, parseDataKeys(TEST_DATA_KEYS));
      if (as === 'in batches') startBatching(connection);
      return processOn(connection);
    },
    async close() {
      for (const close of closers) await close();
      await services.close();
    },
  };
}

function processOn(connection: Connection): TermsProcess {
  const searches = createSearchStore(connection);
  return {
    ...{ connection, searches, during: (run) => countCommands(connection).during(run) },
    async searched(results) {
      const search = aSearch({ state: 'new', due_at: minute(11) });
      await searches.insert(search);
      await searches.finishRun(search.id, 1, aRun({ results }));
      return search.id;
    },
  };
}
