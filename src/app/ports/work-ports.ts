import type { AdjustmentStore } from './adjustment-store.js';
import type { CatalogueSource } from './catalogue-source.js';
import type { BookStore } from './book-store.js';
import type { BoundKeyStore } from './bound-key-store.js';
import type { ClaimStore } from './claim-store.js';
import type { Destinations } from './destinations.js';
import type { DestinationGate } from './destination-gate.js';
import type { Geo } from '../../core/lead/geo.js';
import type { Identities } from './identities.js';
import type { LeadStore } from './lead-store.js';
import type { Ledger } from './cap-ledger.js';
import type { AcceptedNote, Queues, Wake } from './queues.js';
import type { ReturnStore } from './return-store.js';
import type { SearchStore } from './search-store.js';
import type { Suppressions } from './suppressions.js';
import type { LeadRecord } from '../../core/lead/lead-record.js';
import type { UnfinishedRuns } from './unfinished-runs.js';
import type { VerificationAnswers } from './verification-answers.js';
import type { Verifier } from './verifier.js';

/** Writes log lines: first the fields, then a message. */
export interface WorkLog {
  info(fields: object, what: string): void;
  warn(fields: object, what: string): void;
  error(fields: object, what: string): void;
}

/** All ports that the use cases of the workers need. */
export interface WorkPorts {
  readonly clock: () => Date;
  /** 0–1, for jitter. */
  readonly random: () => number;
  readonly newId: () => string;
  readonly searches: SearchStore;
  readonly leads: LeadStore;
  readonly boundKeys: BoundKeyStore;
  readonly books: BookStore;
  readonly adjustments: Pick<AdjustmentStore, 'pending' | 'booked'>;
  readonly claims: ClaimStore;
  readonly suppressions: Suppressions;
  readonly ledger: Ledger;
  readonly returns: ReturnStore;
  /** Rebuilds the ledger from the stored leads. False if another process is already rebuilding it. */
  readonly rebuildLedger: () => Promise<boolean>;
  readonly queues: Queues;
  readonly wake: Wake;
  readonly catalogue: CatalogueSource;
  readonly geo: Geo;
  /** Admits every request to a buyer or partner. */
  readonly gate: DestinationGate;
  readonly destinations: Destinations;
  /** Asks verification services, after `gate` too. */
  readonly verifier: Verifier;
  readonly verificationAnswers: VerificationAnswers;
  /** The URL at which the buyer of a lead may call back. Undefined if no address is set. */
  readonly callbacks: { urlOf(lead: Pick<LeadRecord, 'id' | 'submission'>): string | undefined };
  /** Keyed hashes of persons as the secrets in force make them, while IDENTITY_SECRET is rotated. */
  readonly identities: Pick<Identities, 'withCurrentHashes' | 'keysWithCurrentHashes'>;
  /** Counts the faults in a partner's answer, by the handle of the offer. */
  readonly countPartnerFaults: (offer: string, faults: number) => void;
  /** Runs of this process that an outage ended and that must still be requeued. */
  readonly unfinished: UnfinishedRuns;
  /** How long a run retries a write that must not be lost. After that, its process keeps the write. */
  readonly retryOnOutageMs: number;
  readonly log: WorkLog;
}

/** When the job of this run must run again; without `again_at`, it is done. `accepted`: this run sold the lead. */
export type RunEnd = { readonly again_at?: Date; readonly accepted?: AcceptedNote };
export const DONE: RunEnd = {};
