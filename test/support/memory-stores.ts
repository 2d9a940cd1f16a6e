import type { Connection } from 'mongoose';
import type { ClaimRequest, ClaimStore, ClaimTaken } from '../../src/app/ports/claim-store.js';
import type { LeadStore } from '../../src/app/ports/lead-store.js';
import type { SearchStore } from '../../src/app/ports/search-store.js';
import type { BoundKeyStore } from '../../src/app/ports/bound-key-store.js';
import { memoryBoundKeyStore } from './fakes/memory-bound-key-store.js';
import { memoryClaimStore } from './fakes/memory-claim-store.js';
import { memoryLeadStore } from './fakes/memory-lead-store.js';
import { memorySearchStore } from './fakes/memory-search-store.js';

export interface OpenStores {
  readonly leads: LeadStore;
  readonly boundKeys: BoundKeyStore;
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

export interface StoreKind {
  readonly name: string;
  readonly open: () => Promise<OpenStores>;
}

export const MEMORY_STORES: StoreKind = { name: 'in memory', open: () => Promise.resolve(openFakes()) };

function openFakes(): OpenStores {
  const claims = memoryClaimStore();
  return {
    leads: memoryLeadStore(),
    boundKeys: memoryBoundKeyStore(),
    searches: memorySearchStore(),
    claims,
    takeAsleep: (request, meanwhile) => claims.takeAsleep(request, meanwhile),
    takeByKey: (requests, pause) => Promise.all(requests.map((request) => claims.takeSlowly(request, pause))),
    during: async (run) => ({ names: undefined, result: await run() }),
    close: () => Promise.resolve(),
  };
}
