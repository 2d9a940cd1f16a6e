import { expect } from 'chai';
import type { BatchOptions } from '../../src/platform/mongo/batches/batched-collection.js';
import { startBatching } from '../../src/platform/mongo/batches/batching.js';
import { createClaimStore } from '../../src/platform/mongo/stores/claim-store.js';
import { claimModel } from '../../src/platform/mongo/stores/models.js';
import { createBoundKeyStore } from '../../src/platform/mongo/stores/bound-key-store.js';
import { createLeadStore } from '../../src/platform/mongo/stores/lead-store.js';
import { createSearchStore } from '../../src/platform/mongo/stores/search-store.js';
import { countCommands } from './count-commands.js';
import { MEMORY_STORES, type OpenStores, type StoreKind } from './memory-stores.js';
import { migratedServices } from './services.js';

export type { OpenStores };

export const MONGODB_STORES: StoreKind = { name: 'in MongoDB', open: () => openReal() };
/** Even one operation is sent as a batch. */
const BATCHED_STORES: StoreKind = { name: 'in MongoDB, in batches', open: () => openReal({ bulkFrom: 1 }) };

/** The real stores, and the fakes that stand for them: one contract is run against both. */
export const STORE_KINDS: readonly StoreKind[] = [MONGODB_STORES, BATCHED_STORES, MEMORY_STORES];

async function openReal(batches?: Partial<BatchOptions>): Promise<OpenStores> {
  const services = migratedServices();
  const connection = await services.migrated();
  if (batches) startBatching(connection, batches);
  const commands = countCommands(connection);
  const claims = createClaimStore(connection);
  return {
    leads: createLeadStore(connection),
    boundKeys: createBoundKeyStore(connection),
    searches: createSearchStore(connection),
    claims,
    takeAsleep(request, meanwhile) {
      const { collection } = claimModel(connection);
      const send = collection.bulkWrite.bind(collection);
      Object.assign(collection, {
        async bulkWrite(...[steps, how]: Parameters<typeof send>) {
          if (steps[0] && isGivenBack(steps[0])) {
            Object.assign(collection, { bulkWrite: send });
            await meanwhile();
          }
          return send(steps, how);
        },
      });
      return claims.take(request);
    },
    async takeByKey(requests, pause) {
      const { collection } = claimModel(connection);
      const atOnce = collection.bulkWrite.bind(collection);
      const insertAtOnce = collection.insertMany.bind(collection);
      const keyByKey = async (steps: Parameters<typeof atOnce>[0]) => {
        let matchedCount = 0;
        for (const step of steps) {
          matchedCount += (await atOnce([step])).matchedCount;
          await pause();
        }
        return { matchedCount };
      };
      const insertKeyByKey = async (documents: Parameters<typeof insertAtOnce>[0]): Promise<void> => {
        let fault: unknown;
        for (const document of documents) {
          await insertAtOnce([document], { ordered: false }).catch((error: unknown) => (fault = error));
          await pause();
        }
        if (fault instanceof Error) throw fault;
      };
      Object.assign(collection, { bulkWrite: keyByKey, insertMany: insertKeyByKey });
      try {
        return await Promise.all(requests.map((request) => claims.take(request)));
      } finally {
        Object.assign(collection, { bulkWrite: atOnce, insertMany: insertAtOnce });
      }
    },
    // What did not match costs a batch a read, so the kinds differ in their commands.
    during: (run) =>
      batches ? run().then((result) => ({ names: undefined, result })) : commands.during(run),
    connection,
    close: () => services.close(),
  };
}

/** What a call may cost, where it costs anything. */
export function expectCommands(names: string[] | undefined, expected: readonly string[]): void {
  if (names) expect(names).to.deep.equal(expected);
}

/** Whether a step takes an owner off a claim. */
const isGivenBack = (step: object): boolean =>
  '$pull' in ((step as { readonly updateOne?: { readonly update: object } }).updateOne?.update ?? {});
