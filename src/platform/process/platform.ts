import type { Redis } from 'ioredis';
import type { Connection } from 'mongoose';
import type { CatalogueSource } from '../../app/ports/catalogue-source.js';
import type { DestinationGate } from '../../app/ports/destination-gate.js';
import type { Geo } from '../../core/lead/geo.js';
import type { LedgerReservations } from '../../app/ports/ledger-reservations.js';
import type { Ledger } from '../../app/ports/cap-ledger.js';
import type { Wake } from '../../app/ports/queues.js';
import type { Suppressions } from '../../app/ports/suppressions.js';
import { type CallbackTokens } from '../../app/ports/callback-tokens.js';
import { type Identities } from '../../app/ports/identities.js';
import { type KeyCache } from '../../app/ports/key-cache.js';
import { type DupeChecks } from '../../app/ports/dupe-checks.js';
import { createCatalogueCache, type CatalogueCache } from '../mongo/catalogue/catalogue-cache.js';
import { openMongoTraffic, reportRefusals } from './mongo-traffic.js';
import { EDGE_LIMITS, openMongo, type MongoClientKind, type Watched } from '../mongo/mongo.js';
import { closeRedis, openRedis } from '../redis/redis.js';
import { createDestinationGate } from '../redis/destination-gate/destination-gate.js';
import { createGeo } from '../geo/geo.js';
import { isApiKey } from '../../core/keys/api-key.js';
import { createKeyCache } from '../mongo/keys/key-cache.js';
import { createLedger } from '../redis/ledger/ledger.js';
import { createLedgerReservations } from '../redis/ledger/trim.js';
import { createDupeChecks } from '../redis/limits/dupe-checks.js';
import { createQueues, type QueueProducers } from '../queues/producer.js';
import { createWake } from '../redis/wake.js';
import { missingMigrations } from '../mongo/migrations.js';
import { createClockWatch, measureClock, serverClocks, type ClockWatch } from './clock-watch.js';
import { currentOf } from './current-of.js';
import { openCalls, type CallParts } from './open-calls.js';
import { openRebuild } from './open-rebuild.js';
import { openFeeds, type Feeds } from './feeds.js';
import { createHealth, type Health, type Readiness } from './health.js';
import { keepLoading, loadSecrets } from './load-secrets.js';
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
import type { Repeating } from './repeat.js';
import type { Settings } from './settings.js';
import { openVerification, type VerificationParts } from './open-verification.js';
import { openStores, type Stores } from './stores.js';
import { sealWith } from './data-keys.js';
import { startPlatform, waitAtMost } from './start-platform.js';
import { keyedBy, WITHOUT_SECRET } from './without-secret.js';

/** The stores, but for two names that mean something nearer here. */
type OwnStores = Omit<Stores, 'keys' | 'exchanges'>;

/** Every external resource that a process uses. Calls throw an OutageError while MongoDB or Redis is away. */
export interface Platform extends OwnStores, Feeds, VerificationParts, CallParts {
  readonly settings: Settings;
  readonly log: Log;
  readonly suppressions: Suppressions;
  /** Every store of the database. */
  readonly stores: Stores;
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
  const stores = openStores(connection, { guard: inMongo, log });
  const { versions, timedChanges } = stores;
  const stored = { ...versions, toCome: (now: Date) => timedChanges.toCome(now) };
  const cache = createCatalogueCache(stored, { refreshMs, log, clock: () => new Date() });
  opened(cache, () => cache.stop());
  const queues = createQueues(settings, log, () => cache.current().version);
  opened(queues, () => queues.close());

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
  const keys = createKeyCache(stores.keys, {
    isKey: isApiKey,
    refreshMs,
    clock: () => new Date(),
  });
  const loading = { processName, cache, secrets: stores.secrets, env: process.env };
  let kept: Repeating | undefined;
  let isClosed = false;
  opened({}, async () => {
    isClosed = true;
    await kept?.drain();
  });
  const starting = startPlatform({
    loadSecrets: () => loadSecrets(loading),
    keys: processName === 'web' ? keys : undefined,
    ...{ mongo, redis, prefix: settings.redisPrefix, queues, cache, secrets: keyed?.secrets },
  });
  opened(starting, () => {
    starting.stop();
  });
  // Callers await `started`. An unused rejection must not end the process.
  starting.done.then(
    () => {
      if (!isClosed) kept = keepLoading(loading, refreshMs, log);
      for (const note of notes()) log.warn(note);
    },
    () => undefined,
  );

  const hashing = keyed?.hashing ?? WITHOUT_SECRET;
  const feeds = openFeeds(processName, cache, redis, settings.redisPrefix);
  const platform: Platform = {
    ...stores,
    ...feeds,
    ...calls.parts,
    ...{ settings, log, keys, queues, stores },
    suppressions: stores.suppressionStore,
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
