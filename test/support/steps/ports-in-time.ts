import type { WebPorts } from '../../../src/app/ports/web-ports.js';
import type { BoundKeyStore } from '../../../src/app/ports/bound-key-store.js';
import type { Destinations } from '../../../src/app/ports/destinations.js';
import type { DestinationGate } from '../../../src/app/ports/destination-gate.js';
import type { LeadCounts } from '../../../src/app/ports/lead-counts.js';
import type { NewsStore } from '../../../src/app/ports/news-store.js';
import type { ReturnStore } from '../../../src/app/ports/return-store.js';
import type { Queues, Wake } from '../../../src/app/ports/queues.js';
import type { VerificationAnswers } from '../../../src/app/ports/verification-answers.js';
import type { Verifier } from '../../../src/app/ports/verifier.js';
import type { UnfinishedRuns } from '../../../src/app/ports/unfinished-runs.js';
import type { WorkLog, WorkPorts } from '../../../src/app/ports/work-ports.js';
import { PLAIN_SEALER } from '../plain-sealer.js';
import { memoryAdjustmentStore } from '../fakes/memory-adjustment-store.js';
import type { MemoryBookStore } from '../fakes/memory-book-store.js';
import type { MemoryClaimStore } from '../fakes/memory-claim-store.js';
import type { memoryLeadStore } from '../fakes/memory-lead-store.js';
import { rebuildMemoryLedger, type MemoryLedger } from '../fakes/memory-ledger.js';
import type { memorySearchStore } from '../fakes/memory-search-store.js';
import type { cataloguesInTime } from './catalogues-in-time.js';
import { collect } from './collect.js';
import { stepped, type SimProcess, type Step } from './fate.js';
import { meeting, type Outage } from './outage.js';
import { steppedClaims } from './stepped-claims.js';

interface Surroundings {
  readonly clock: () => Date;
  readonly newId: () => string;
  readonly stores: {
    readonly searches: ReturnType<typeof memorySearchStore>;
    readonly leads: ReturnType<typeof memoryLeadStore>;
    readonly boundKeys: BoundKeyStore;
    readonly claims: MemoryClaimStore;
    readonly books: MemoryBookStore;
    readonly returns: ReturnStore;
    readonly news: NewsStore;
    readonly consents: WebPorts['consents'];
  };
  readonly ledger: MemoryLedger;
  readonly catalogues: ReturnType<typeof cataloguesInTime>;
  readonly counts: LeadCounts;
  readonly queue: Queues;
  readonly wake: Wake;
  readonly gate: DestinationGate;
  readonly destinations: Destinations;
  readonly verifier: Verifier;
  readonly verificationAnswers: VerificationAnswers;
  readonly unfinished: UnfinishedRuns;
  readonly log: WorkLog;
  readonly outage: Outage;
  /** While several race, whoever calls a port waits for its turn. */
  readonly turn: (what: string) => Promise<unknown> | undefined;
}

export type PortsInTime = WorkPorts & { readonly news: NewsStore } & Pick<WebPorts, 'consents' | 'sealer'>;

/** The ports of one process after the other: each call is a step of its life, in its turn, as an outage lets it be made. */
export const portsInTime =
  (around: Surroundings) =>
  (life: SimProcess): PortsInTime => {
    const {
      clock,
      newId,
      stores,
      ledger,
      catalogues,
      counts,
      queue,
      wake,
      gate: destinationGate,
      destinations,
    } = around;
    const step: Step = (what, make) =>
      life.step(what, async () => {
        await around.turn(what);
        return meeting(around.outage, what, make);
      });
    const leads = stepped('leads', stores.leads, step, {
      async *counted(since) {
        yield* await step('leads.counted', () => collect(stores.leads.counted(since)));
      },
    });
    const steppedLedger = stepped('ledger', ledger, step);
    const seen = catalogues.ofProcess();
    return {
      clock,
      random: () => 0.5,
      newId,
      identities: { withCurrentHashes: (identities) => identities, keysWithCurrentHashes: (keys) => keys },
      searches: stepped('searches', stores.searches, step, {
        async *reservedSlots() {
          yield* await step('searches.reservedSlots', () => collect(stores.searches.reservedSlots()));
        },
      }),
      leads,
      news: stepped('news', stores.news, step),
      consents: stepped('consents', stores.consents, step),
      sealer: PLAIN_SEALER,
      boundKeys: stepped('boundKeys', stores.boundKeys, step),
      books: stepped('books', stores.books, step),
      adjustments: memoryAdjustmentStore(),
      returns: stepped('returns', stores.returns, step),
      claims: steppedClaims(stores.claims, step),
      suppressions: stepped('suppressions', { find: () => Promise.resolve([]) }, step),
      ledger: steppedLedger,
      rebuildLedger: () =>
        rebuildMemoryLedger({
          ledger: steppedLedger,
          leads,
          counts,
          catalogue: seen.current(),
          now: clock(),
        }),
      queues: stepped('queues', queue, step),
      wake: stepped('wake', wake, step),
      catalogue: seen,
      geo: { miles: () => 10 },
      gate: stepped('gate', destinationGate, step),
      destinations: stepped('destinations', destinations, step),
      verifier: stepped('verifier', around.verifier, step),
      verificationAnswers: stepped('verificationAnswers', around.verificationAnswers, step),
      callbacks: { urlOf: () => undefined },
      countPartnerFaults: () => undefined,
      unfinished: around.unfinished,
      // Minutes pass between two steps here, and none while one is repeated.
      retryOnOutageMs: 0,
      log: around.log,
    };
  };
