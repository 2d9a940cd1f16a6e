import type { Redis } from 'ioredis';
import type { Connection } from 'mongoose';
import type { CatalogueSource } from '../../app/ports/catalogue-source.js';
import type { AdjustmentStore } from '../../app/ports/adjustment-store.js';
import type { AuditReader } from '../../app/ports/audit-log.js';
import type { BookStore } from '../../app/ports/book-store.js';
import type { RefusedCallReader, RefusedCallStore } from '../../app/ports/refused-calls.js';
import type { NewsStore } from '../../app/ports/news-store.js';
import type { ReturnStore } from '../../app/ports/return-store.js';
import type { ClaimStore } from '../../app/ports/claim-store.js';
import type { DestinationGate } from '../../app/ports/destination-gate.js';
import type { Geo } from '../../core/lead/geo.js';
import type { LedgerReservations } from '../../app/ports/ledger-reservations.js';
import type { LeadCounts } from '../../app/ports/lead-counts.js';
import type { ReportReader } from '../../app/ports/report-reader.js';
import type { RollupStore } from '../../app/ports/rollup-store.js';
import type { BoundKeyStore } from '../../app/ports/bound-key-store.js';
import type { LeadStore } from '../../app/ports/lead-store.js';
import type { Ledger } from '../../app/ports/cap-ledger.js';
import type { Wake } from '../../app/ports/queues.js';
import type { SearchStore } from '../../app/ports/search-store.js';
import { type CallbackTokens } from '../../app/ports/callback-tokens.js';
import { type Identities } from '../../app/ports/identities.js';
import { type KeyCache } from '../../app/ports/key-cache.js';
import { type DupeChecks } from '../../app/ports/dupe-checks.js';
import { createCatalogueCache, type CatalogueCache } from '../mongo/catalogue/catalogue-cache.js';
import { createCatalogueStore } from '../mongo/catalogue/catalogue-store.js';
import { openMongoTraffic, reportRefusals } from './mongo-traffic.js';
import { EDGE_LIMITS, openMongo, type MongoClientKind, type Watched } from '../mongo/mongo.js';
import { closeRedis, openRedis } from '../redis/redis.js';
import { createDestinationGate } from '../redis/destination-gate/destination-gate.js';
import { createGeo } from '../geo/geo.js';
import { isApiKey } from '../../core/keys/api-key.js';
import { createKeyCache } from '../mongo/keys/key-cache.js';
import { createKeyStore } from '../mongo/keys/key-store.js';
import { createLedger } from '../redis/ledger/ledger.js';
import { createLedgerReservations } from '../redis/ledger/trim.js';
import { createDupeChecks } from '../redis/limits/dupe-checks.js';
import { createQueues, type QueueProducers } from '../queues/producer.js';
import { createWake } from '../redis/wake.js';
import { createAdjustmentStore } from '../mongo/money/adjustment-store.js';
import { createAuditReader } from '../mongo/audit/audit-reader.js';
import { createBookStore } from '../mongo/money/book-store.js';
import { createNewsStore } from '../mongo/news/news-store.js';
import { createReturnStore } from '../mongo/money/return-store.js';
import { createClaimStore } from '../mongo/stores/claim-store.js';
import { createRefusedCallStore } from '../mongo/refused-calls/refused-call-store.js';
import { createReportReader } from '../mongo/reports/report-reader.js';
import { createRollupStore } from '../mongo/reports/rollup-store.js';
import { createLeadCounts } from '../mongo/stores/lead-counts.js';
import { createBoundKeyStore } from '../mongo/stores/bound-key-store.js';
import { createLeadStore } from '../mongo/stores/lead-store.js';
import { createSearchStore } from '../mongo/stores/search-store.js';
import { missingMigrations } from '../mongo/migrations.js';
import { createClockWatch, measureClock, serverClocks, type ClockWatch } from './clock-watch.js';
import { currentOf } from './current-of.js';
import { openCalls, type CallParts } from './open-calls.js';
import { openRebuild } from './open-rebuild.js';
import { openFeeds, type Feeds } from './feeds.js';
import { createHealth, type Health, type Readiness } from './health.js';
import { createLogger, type Log } from './logger.js';
import { guardOutages, guardWith } from './outage.js';
import { journalProbe, probeErasures } from './probe-erasures.js';
import {
  probeCatalogue,
  probeDataKeys,
  probeMigrations,
  missingSecretNotes,
  probeMongo,
  probeRedis,
} from './readiness.js';
import type { Settings } from './settings.js';
import { openVerification, type VerificationParts } from './open-verification.js';
import { openSuppressions, type SuppressionParts } from './open-suppressions.js';
import { sealWith } from './data-keys.js';
import { startPlatform, waitAtMost } from './start-platform.js';
import { keyedBy, WITHOUT_SECRET } from './without-secret.js';

/** Every external resource that a process uses. Calls throw an OutageError while MongoDB or Redis is away. */
export interface Platform extends Feeds, SuppressionParts, VerificationParts, CallParts {
  readonly settings: Settings;
  readonly log: Log;
  readonly searches: SearchStore;
  readonly leads: LeadStore;
  readonly boundKeys: BoundKeyStore;
  readonly books: BookStore;
  /** The end of the audit log, for its anchors. */
  readonly auditHead: Pick<AuditReader, 'head' | 'hashOf'>;
  readonly refusedCalls: RefusedCallStore & RefusedCallReader;
  readonly adjustments: AdjustmentStore;
  readonly returns: ReturnStore;
  /** What changed on leads, as their affiliates see it. */
  readonly news: NewsStore;
  /** Counts leads for the ledger without reading each lead. */
  readonly counts: LeadCounts;
  readonly reports: ReportReader;
  readonly rollups: RollupStore;
  readonly claims: ClaimStore;
  readonly keys: KeyCache;
  readonly ledger: Ledger;
  /** The ledger's reservations, for its maintenance. */
  readonly reservations: LedgerReservations;
  /**
   * Rebuilds a stale ledger, or with `recount` a sound one, too, for the catalogue in force, which it reads. False:
   * another process does, it counts a newer catalogue, or this Redis can't hold it.
   */
  rebuildLedger(when?: 'recount'): Promise<boolean>;
  readonly queues: QueueProducers;
  readonly wake: Wake;
  /** `current` throws an OutageError until the catalogue was read for the first time. */
  readonly catalogue: CatalogueSource & Pick<CatalogueCache, 'reach' | 'refresh'>;
  readonly geo: Geo;
  readonly gate: DestinationGate;
  readonly dupeChecks: DupeChecks;
  /** `identities` and `callbacks` throw in a process that was started without IDENTITY_SECRET. */
  readonly identities: Identities;
  readonly callbacks: CallbackTokens;
  /** The MongoDB connection: for stores that only some processes open, and for tests that watch its commands (`monitorCommands`). */
  readonly connection: Connection;
  /** The connection for commands, ledger maintenance and gauges. */
  readonly redis: Redis;
  /** What is known of this process's clock. */
  readonly clockWatch: ClockWatch;
  readonly health: Health;
  readonly metrics: Health['metrics'];
  ready(): Promise<Readiness>;
  /**
   * Resolves when both services have answered and the catalogue was read. Rejects with a SettingsError if this process must not run.
   */
  readonly started: Promise<void>;
  /** Closes everything that was opened, newest first. */
  close(): Promise<void>;
}

/** After this time the process continues while the start goes on. `/readyz` then shows what the start waits for. */
const START_WAIT_MS = 1_500;

/** The share of a worker's concurrency that one destination may use. */
const SHARE_OF_ONE = 0.8;

interface Opening extends Watched {
  /**
   * How long a call to MongoDB may take. `web` answers callers, so its calls fail within a second; all other
   * processes wait longer. Tests that check answers use `operator`, because a busy machine may stall for some
   * seconds.
   */
  readonly patience?: MongoClientKind;
}

/** Opens and connects everything that a process needs. */
export async function openPlatform(
  settings: Settings,
  processName: string,
  opening: Opening = {},
): Promise<Platform> {
  const log = createLogger(settings, processName);
  const { patience = processName === 'web' ? 'edge' : 'worker' } = opening;
  const concurrency = processName === 'partner' ? settings.partnerConcurrency : settings.submitConcurrency;
  const releasers: (() => Promise<void> | void)[] = [];
  const opened = <T>(resource: T, release: () => Promise<void> | void): T => {
    releasers.push(release);
    return resource;
  };
  const close = async (): Promise<void> => {
    for (const release of releasers.splice(0).reverse()) await release();
  };

  const mongo = openMongo(settings.mongoUrl, patience, log, opening);
  opened(mongo, () => mongo.close());
  const { connection } = mongo;
  sealWith(connection, settings);
  const redis = openRedis(settings.redisUrl, 'caller', log, settings);
  opened(redis, () => {
    closeRedis(redis);
  });
  const inMongo = guardWith('MongoDB', patience === 'edge' ? EDGE_LIMITS : undefined);

  const { refreshMs } = settings;
  const keyed = keyedBy(settings, connection);
  opened(keyed, () => keyed?.secrets.stop());
  const catalogueStore = inMongo(createCatalogueStore(connection));
  const cache = createCatalogueCache(catalogueStore, { refreshMs, log, clock: () => new Date() });
  opened(cache, () => cache.stop());
  const leads = inMongo(createLeadStore(connection));
  const counts = inMongo(createLeadCounts(connection));
  const queues = createQueues(settings, log, () => cache.current().version);
  opened(queues, () => queues.close());

  const listed = openSuppressions(connection, { processName, refreshMs, guard: inMongo });
  const notes = (): string[] => [...missingSecretNotes(processName, cache, process.env)];
  const clockWatch = createClockWatch({ clocks: serverClocks(redis, connection), now: Date.now, log });
  const health = createHealth(
    {
      clock: () => clockWatch.look().then(() => clockWatch.fault()),
      redis: probeRedis(redis, queues),
      mongodb: probeMongo(connection),
      indexes: probeMigrations(() => missingMigrations(connection)),
      catalogue: probeCatalogue(cache),
      erasures: probeErasures(connection, redis, settings.redisPrefix),
      ...journalProbe(processName, settings),
      ...listed.probes,
      data_keys: probeDataKeys(connection),
      ...(keyed && { identity_secrets: () => keyed.secrets.lacking() }),
    },
    () => [...notes(), ...clockWatch.notes()],
  );
  measureClock(health.metrics, clockWatch);
  const calls = openCalls(connection, { settings, log, metrics: health.metrics });
  opened(calls, () => calls.close());
  openMongoTraffic(processName, connection, health.metrics);
  opened({}, reportRefusals(health.metrics, log));
  const keys = createKeyCache(inMongo(createKeyStore(connection)), {
    isKey: isApiKey,
    refreshMs,
    clock: () => new Date(),
  });
  const starting = startPlatform({
    keys: processName === 'web' ? keys : undefined,
    ...{ mongo, redis, prefix: settings.redisPrefix, queues, cache, secrets: keyed?.secrets },
  });
  opened(starting, () => {
    starting.stop();
  });
  // Callers await `started`. An unused rejection must not end the process.
  starting.done.then(
    () => {
      for (const note of notes()) log.warn(note);
    },
    () => undefined,
  );

  const hashing = keyed?.hashing ?? WITHOUT_SECRET;
  const feeds = openFeeds(processName, cache, redis, settings.redisPrefix);
  const platform: Platform = {
    ...feeds,
    ...listed.parts,
    ...calls.parts,
    ...{ settings, log, leads, counts, keys, queues },
    searches: inMongo(createSearchStore(connection)),
    boundKeys: inMongo(createBoundKeyStore(connection)),
    books: inMongo(createBookStore(connection)),
    auditHead: inMongo(createAuditReader(connection)),
    refusedCalls: inMongo(createRefusedCallStore(connection)),
    adjustments: inMongo(createAdjustmentStore(connection)),
    returns: inMongo(createReturnStore(connection)),
    news: inMongo(createNewsStore(connection)),
    reports: inMongo(createReportReader(connection)),
    rollups: inMongo(createRollupStore(connection, log)),
    claims: inMongo(createClaimStore(connection)),
    ledger: guardOutages('Redis', createLedger(redis, settings.redisPrefix)),
    reservations: guardOutages('Redis', createLedgerReservations(redis, settings.redisPrefix)),
    rebuildLedger: openRebuild({
      ...{ connection, redis, redisPrefix: settings.redisPrefix },
      ...{ cache, log },
    }),
    wake: createWake(redis, settings.redisPrefix),
    catalogue: {
      reach: (version) => cache.reach(version),
      refresh: () => cache.refresh(),
      current: () => currentOf(cache),
    },
    geo: createGeo(),
    dupeChecks: createDupeChecks(redis, settings.redisPrefix, health.metrics, feeds.happened),
    gate: createDestinationGate(redis, settings.redisPrefix, Math.ceil(SHARE_OF_ONE * concurrency)),
    ...openVerification(connection, { destinations: calls.parts, ...hashing, guard: inMongo }),
    ...hashing,
    connection,
    redis,
    ...{ clockWatch, health },
    metrics: health.metrics,
    ready: () => health.ready(),
    started: starting.done,
    close,
  };
  try {
    await waitAtMost(starting.done, START_WAIT_MS);
  } catch (error) {
    await close();
    throw error;
  }
  return platform;
}
