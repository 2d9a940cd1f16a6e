import { expect } from 'chai';
import type { Connection } from 'mongoose';
import type { ClaimStore } from '../../src/core/ports/claim-store.js';
import type { LeadStore } from '../../src/core/ports/lead-store.js';
import type { SearchStore } from '../../src/core/ports/search-store.js';
import { createIdentities } from '../../src/platform/identities.js';
import { migrate } from '../../src/platform/migrations.js';
import { createClaimStore } from '../../src/platform/stores/claim-store.js';
import { createLeadStore } from '../../src/platform/stores/lead-store.js';
import { createSearchStore } from '../../src/platform/stores/search-store.js';
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
  return {
    leads: createLeadStore(connection),
    searches: createSearchStore(connection),
    claims: createClaimStore(connection),
    during: (run) => commands.during(run),
    connection,
    close: () => services.close(),
  };
}

const openFakes = (): OpenStores => ({
  leads: memoryLeadStore(),
  searches: memorySearchStore(),
  claims: memoryClaimStore(),
  during: async (run) => ({ names: undefined, result: await run() }),
  close: () => Promise.resolve(),
});

/** What a call may cost, where it costs anything. */
export function expectCommands(names: string[] | undefined, expected: readonly string[]): void {
  if (names) expect(names).to.deep.equal(expected);
}
