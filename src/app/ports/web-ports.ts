import type { StatementPorts } from '../money/open-statement.js';
import type { BoundKeyStore } from './bound-key-store.js';
import type { CheckSignature } from './callback-signature.js';
import type { CatalogueSource } from './catalogue-source.js';
import type { ClaimStore } from './claim-store.js';
import type { Destinations, OpenCallback } from './destinations.js';
import type { ConsentStore } from './consent-store.js';
import type { DupeChecks } from './dupe-checks.js';
import type { ExchangeRecorder } from './exchange-store.js';
import type { Identities } from './identities.js';
import type { LeadStore } from './lead-store.js';
import type { Queues } from './queues.js';
import type { NewsFeed } from './news-feed.js';
import type { NoticeStore } from './notice-store.js';
import type { ResultStreams } from './result-streams.js';
import type { StageStore } from './stage-store.js';
import type { ReturnStore } from './return-store.js';
import type { Sealer } from './sealer.js';
import type { SuppressionStore } from './suppressions.js';
import type { SearchStore } from './search-store.js';
import type { Waiters } from './waiters.js';
import type { WorkLog } from './work-ports.js';

/** Times of the API, in ms. */
interface WebSettings {
  /** How long a submit, or a search, waits for its worker. */
  readonly submitWaitMs: number;
  readonly searchWaitMs: number;
  /** How long a search waits for its partners. */
  readonly searchOpenMs: number;
  /** After what time a client should poll again. */
  readonly pollAfterMs: number;
  /** For how many days after a sale stages are taken. */
  readonly stageDays: number;
}

/** All ports that the use cases of the API need. */
export interface WebPorts {
  readonly clock: () => Date;
  /** 0–1, for jitter. */
  readonly random: () => number;
  readonly newId: () => string;
  readonly pause: (ms: number) => Promise<unknown>;
  readonly settings: WebSettings;
  /** The name by which workers wake this process. */
  readonly processId: string;
  readonly waiters: Pick<Waiters, 'wait'>;
  readonly queues: Pick<Queues, 'search' | 'submit'>;
  readonly stages: Pick<StageStore, 'ofLeads' | 'write'>;
  readonly returns: Pick<ReturnStore, 'sold' | 'take' | 'giveBack'>;
  readonly searches: SearchStore;
  readonly leads: LeadStore;
  readonly boundKeys: BoundKeyStore;
  readonly claims: Pick<ClaimStore, 'owners'>;
  readonly suppressionStore: SuppressionStore;
  /** What buyers are to be told. */
  readonly notices: Pick<NoticeStore, 'add'>;
  readonly sealer: Sealer;
  readonly consents: Pick<ConsentStore, 'kept' | 'keep' | 'removeOf'>;
  readonly dupeChecks: DupeChecks;
  readonly catalogue: CatalogueSource;
  readonly identities: Omit<Identities, 'fingerprint'>;
  readonly destinations: Pick<Destinations, 'readCallback'>;
  /** Where callbacks leave their evidence. */
  readonly exchanges: ExchangeRecorder;
  readonly openCallback: OpenCallback;
  readonly checkSignature: CheckSignature;
  readonly statements: StatementPorts;
  readonly feed: Pick<NewsFeed, 'head' | 'at' | 'read'>;
  /** Results that are told as they change. */
  readonly streams: ResultStreams;
  readonly log: WorkLog;
}
