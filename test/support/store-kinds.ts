import { expect } from 'chai';
import type { Connection } from 'mongoose';
import type { ClaimRequest, ClaimStore, ClaimTaken } from '../../src/app/ports/claim-store.js';
import type { LeadStore } from '../../src/app/ports/lead-store.js';
import type { SearchStore } from '../../src/app/ports/search-store.js';
import { createIdentities } from '../../src/platform/secrets/identities.js';
import { migrate } from '../../src/platform/mongo/migrations.js';
import { createClaimStore } from '../../src/platform/mongo/stores/claim-store.js';
import { claimModel } from '../../src/platform/mongo/stores/models.js';
import { createLeadStore } from '../../src/platform/mongo/stores/lead-store.js';
import { createSearchStore } from '../../src/platform/mongo/stores/search-store.js';
import { countCommands } from './count-commands.js';
import { memoryClaimStore } from './fakes/memory-claim-store.js';
import { memoryLeadStore } from './fakes/memory-lead-store.js';
import { memorySearchStore } from './fakes/memory-search-store.js';
import { privateServices } from './services.js';

export interface OpenStores {
  readonly leads: LeadStore;
  readonly searches: SearchStore;
  readonly claims: ClaimStore;
  /** Runs something and tells which commands of MongoDB it took; undefined where there are none. */
  during<T>(run: () => Promise<T>): Promise<{ readonly names: string[] | undefined; readonly result: T }>;
  /** Takes claims, and sleeps where a call that is refused is about to take back what it added. */
  takeAsleep(request: ClaimRequest, meanwhile: () => Promise<unknown>): Promise<ClaimTaken>;
  /** Takes claims for each of them at once, key by key as MongoDB does. (FerretDB takes all keys of a call at one moment.) */
  takeByKey(requests: readonly ClaimRequest[], pause: () => Promise<unknown>): Promise<ClaimTaken[]>;
  /** Absent in memory. */
  readonly connection?: Connection;
  close(): Promise<void>;
}

interface StoreKind {
  readonly name: string;
  readonly open: () => Promise<OpenStores>;
}

/** The real stores, and the fakes that stand for them: one contract is run against both. */
export const STORE_KINDS: readonly StoreKind[] = [
  { name: 'in MongoDB', open: openReal },
  { name: 'in memory', open: () => Promise.resolve(openFakes()) },
];

async function openReal(): Promise<OpenStores> {
  const services = privateServices();
  const connection = await services.connection();
  await migrate(connection, createIdentities(services.settings.identitySecret));
  const commands = countCommands(connection);
  const claims = createClaimStore(connection);
  return {
    leads: createLeadStore(connection),
    searches: createSearchStore(connection),
    claims,
    takeAsleep(request, meanwhile) {
      const model = claimModel(connection);
      const giveBack = model.updateMany.bind(model);
      const asleep = async (...args: Parameters<typeof giveBack>) => {
        Object.assign(model, { updateMany: giveBack });
        await meanwhile();
        return giveBack(...args);
      };
      Object.assign(model, { updateMany: asleep });
      return claims.take(request);
    },
    async takeByKey(requests, pause) {
      const { collection } = claimModel(connection);
      const atOnce = collection.bulkWrite.bind(collection);
      const keyByKey = async (steps: Parameters<typeof atOnce>[0]): Promise<void> => {
        for (const step of steps) {
          await atOnce([step]);
          await pause();
        }
      };
      Object.assign(collection, { bulkWrite: keyByKey });
      try {
        return await Promise.all(requests.map((request) => claims.take(request)));
      } finally {
        Object.assign(collection, { bulkWrite: atOnce });
      }
    },
    during: (run) => commands.during(run),
    connection,
    close: () => services.close(),
  };
}

function openFakes(): OpenStores {
  const claims = memoryClaimStore();
  return {
    leads: memoryLeadStore(),
    searches: memorySearchStore(),
    claims,
    takeAsleep: (request, meanwhile) => claims.takeAsleep(request, meanwhile),
    takeByKey: (requests, pause) => Promise.all(requests.map((request) => claims.takeSlowly(request, pause))),
    during: async (run) => ({ names: undefined, result: await run() }),
    close: () => Promise.resolve(),
  };
}

/** What a call may cost, where it costs anything. */
export function expectCommands(names: string[] | undefined, expected: readonly string[]): void {
  if (names) expect(names).to.deep.equal(expected);
}
