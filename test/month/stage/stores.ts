import type { Connection } from 'mongoose';
import { createAdjustmentStore } from '../../../src/platform/mongo/money/adjustment-store.js';
import { createBookStore } from '../../../src/platform/mongo/money/book-store.js';
import { createEntryReader } from '../../../src/platform/mongo/money/entry-reader.js';
import { createPeriodStore } from '../../../src/platform/mongo/money/period-store.js';
import { createReturnStore } from '../../../src/platform/mongo/money/return-store.js';
import { createRollupStore } from '../../../src/platform/mongo/reports/rollup-store.js';
import { createStageStore } from '../../../src/platform/mongo/stages/stage-store.js';
import { createClaimStore } from '../../../src/platform/mongo/stores/claim-store.js';
import { createBoundKeyStore } from '../../../src/platform/mongo/stores/bound-key-store.js';
import { createLeadStore } from '../../../src/platform/mongo/stores/lead-store.js';
import { createSearchStore } from '../../../src/platform/mongo/stores/search-store.js';
import { portOf, type Process } from './processes.js';

export type Stores = ReturnType<typeof openStores>;

/** The product's own stores. */
export const openStores = (connection: Connection) => ({
  searches: createSearchStore(connection),
  leads: createLeadStore(connection),
  boundKeys: createBoundKeyStore(connection),
  claims: createClaimStore(connection),
  books: createBookStore(connection),
  adjustments: createAdjustmentStore(connection),
  periods: createPeriodStore(connection),
  entries: createEntryReader(connection),
  returns: createReturnStore(connection),
  stages: createStageStore(connection),
  rollups: createRollupStore(connection),
});

const half = <T>(all: readonly T[]): T[] => all.slice(0, Math.ceil(all.length / 2));

/** The stores as a process that can be struck has them. A command over many documents may be cut in the middle. */
export const struckPorts = (
  { leads, books, adjustments, periods, returns, entries, stages, rollups }: Stores,
  life: Process,
): Pick<
  Stores,
  'leads' | 'books' | 'adjustments' | 'periods' | 'returns' | 'entries' | 'stages' | 'rollups'
> => ({
  leads: portOf('leads', leads, life, { clearPending: (applied) => leads.clearPending(half(applied)) }),
  books: portOf('books', books, life, { write: (all) => books.write(half(all)) }),
  adjustments: portOf('adjustments', adjustments, life),
  periods: portOf('periods', periods, life),
  returns: portOf('returns', returns, life),
  stages: portOf('stages', stages, life),
  rollups: portOf('rollups', rollups, life),
  entries,
});
