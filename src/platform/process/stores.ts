import type { Connection } from 'mongoose';
import { createAlertStore } from '../mongo/alerts/alert-store.js';
import { createLeases } from '../mongo/alerts/leases.js';
import { createAuditReader } from '../mongo/audit/audit-reader.js';
import { createCatalogueStore } from '../mongo/catalogue/catalogue-store.js';
import { createDraftStore } from '../mongo/catalogue/draft-store.js';
import { createConsentStore } from '../mongo/consent/consent-store.js';
import { createExchangeStore } from '../mongo/exchanges/exchange-store.js';
import { createKeyStore, createOperatorKeyStore } from '../mongo/keys/key-store.js';
import { createAdjustmentStore } from '../mongo/money/adjustment-store.js';
import { createBookStore } from '../mongo/money/book-store.js';
import { createEntryReader } from '../mongo/money/entry-reader.js';
import { createFileMappingStore } from '../mongo/money/file-mapping-store.js';
import { createMarkStore } from '../mongo/money/mark-store.js';
import { createMoneyOfDays } from '../mongo/money/money-of-days.js';
import { createPeriodStore } from '../mongo/money/period-store.js';
import { createReturnStore } from '../mongo/money/return-store.js';
import { createNewsFeed } from '../mongo/news/news-feed.js';
import { createNewsStore } from '../mongo/news/news-store.js';
import { createNoticeStore } from '../mongo/notices/notice-store.js';
import { createAttentionStore } from '../mongo/now/attention-store.js';
import { createOutbox } from '../mongo/outbox/outbox-store.js';
import { createInvitationStore } from '../mongo/people/invitation-store.js';
import { createPeopleStore } from '../mongo/people/people-store.js';
import { createSessionStore } from '../mongo/people/session-store.js';
import { createErasureStore } from '../mongo/person/erasure-store.js';
import { createRefusedCallStore } from '../mongo/refused-calls/refused-call-store.js';
import { createReportReader } from '../mongo/reports/report-reader.js';
import { createRollupStore } from '../mongo/reports/rollup-store.js';
import { createPersonStore } from '../mongo/person/person-store.js';
import { createSavedViewStore } from '../mongo/saved-views/saved-view-store.js';
import { createSecretStore } from '../mongo/secrets/secret-store.js';
import { createStageStore } from '../mongo/stages/stage-store.js';
import { createBoundKeyStore } from '../mongo/stores/bound-key-store.js';
import { createClaimStore } from '../mongo/stores/claim-store.js';
import { createLeadCounts } from '../mongo/stores/lead-counts.js';
import { createLeadOverview } from '../mongo/stores/lead-overview.js';
import { createLeadStore } from '../mongo/stores/lead-store.js';
import { createOpenResults } from '../mongo/stores/open-results.js';
import { createSearchStore } from '../mongo/stores/search-store.js';
import { createSuppressionStore } from '../mongo/suppressions/suppression-store.js';
import { createTimedChangeStore } from '../mongo/timed-changes/timed-change-store.js';
import { createMessageStore } from '../mongo/webhooks/message-store.js';
import type { Log } from './logger.js';
import { guardMongo } from './outage.js';

const storesOf = (connection: Connection, log?: Pick<Log, 'warn'>) => ({
  adjustments: () => createAdjustmentStore(connection),
  alerts: () => createAlertStore(connection),
  attention: () => createAttentionStore(connection),
  auditReader: () => createAuditReader(connection),
  books: () => createBookStore(connection),
  boundKeys: () => createBoundKeyStore(connection),
  claims: () => createClaimStore(connection),
  consents: () => createConsentStore(connection),
  counts: () => createLeadCounts(connection),
  drafts: () => createDraftStore(connection),
  entries: () => createEntryReader(connection),
  erasures: () => createErasureStore(connection),
  exchanges: () => createExchangeStore(connection),
  feed: () => createNewsFeed(connection),
  fileMappings: () => createFileMappingStore(connection),
  invitations: () => createInvitationStore(connection),
  keys: () => createKeyStore(connection),
  leads: () => createLeadStore(connection),
  leases: () => createLeases(connection),
  marks: () => createMarkStore(connection),
  messages: () => createMessageStore(connection),
  money: () => createMoneyOfDays(connection),
  news: () => createNewsStore(connection),
  notices: () => createNoticeStore(connection),
  openResults: () => createOpenResults(connection),
  operatorKeys: () => createOperatorKeyStore(connection),
  outbox: () => createOutbox(connection),
  overview: () => createLeadOverview(connection),
  people: () => createPeopleStore(connection),
  periods: () => createPeriodStore(connection),
  persons: () => createPersonStore(connection),
  refusedCalls: () => createRefusedCallStore(connection),
  reports: () => createReportReader(connection),
  returns: () => createReturnStore(connection),
  rollups: () => createRollupStore(connection, log),
  savedViews: () => createSavedViewStore(connection),
  searches: () => createSearchStore(connection),
  sessions: () => createSessionStore(connection),
  secrets: () => createSecretStore(connection),
  /** What became of sold leads. */
  stages: () => createStageStore(connection),
  suppressionStore: () => createSuppressionStore(connection),
  timedChanges: () => createTimedChangeStore(connection),
  /** The versions of the catalogue. */
  versions: () => createCatalogueStore(connection),
});

type Makers = Readonly<Record<string, () => unknown>>;
type Made<All extends Makers> = { readonly [Name in keyof All]: ReturnType<All[Name]> };

/** The stores of a database. */
export type Stores = Made<ReturnType<typeof storesOf>>;

interface Opening {
  /** Makes calls of a store throw an OutageError while MongoDB is away. */
  readonly guard?: <T extends object>(store: T) => T;
  readonly log?: Pick<Log, 'warn'>;
}

/** Every store of a database, guarded. Each is opened when somebody first asks for it. */
export function openStores(connection: Connection, { guard = guardMongo, log }: Opening = {}): Stores {
  const makers = Object.entries(storesOf(connection, log));
  return lazily(Object.fromEntries(makers.map(([name, make]) => [name, () => guard(make())]))) as Stores;
}

/** Members that are made when somebody first asks for them, beside those of `base`. A copy by `...` makes all of them. */
export function lazily<All extends Makers, Base extends object = object>(
  makers: All,
  base?: Base,
): Made<All> & Base {
  const made = Object.defineProperties({}, base ? Object.getOwnPropertyDescriptors(base) : {});
  for (const [name, make] of Object.entries(makers)) {
    let known: { readonly value: unknown } | undefined;
    const get = (): unknown => (known ??= { value: make() }).value;
    Object.defineProperty(made, name, { enumerable: true, get });
  }
  return made as Made<All> & Base;
}
