import { setTimeout as pause } from 'node:timers/promises';
import type { Redis } from 'ioredis';
import type { Connection } from 'mongoose';
import type { CatalogueCache } from '../mongo/catalogue/catalogue-cache.js';
import type { Probe } from './health.js';
import { whyUnsuitable } from '../redis/ledger/suitability.js';
import { mongoFault } from '../mongo/mongo-fault.js';
import { isRefused, refusal } from '../mongo/refusals.js';
import { clusterFault } from '../redis/cluster-fault.js';
import { passwordFault } from '../redis/redis-refusal.js';
import { certificateFault } from '../redis/redis-tls.js';
import { protectedFault } from '../redis/redis.js';
import { sentinelFault } from '../redis/sentinel-fault.js';
import { SECRETS_NEEDED, type ByName } from '../../core/catalogue/secrets-needed.js';
import { unsetWords } from '../outbound/secret-value.js';
import { lacking } from '../outbound/secrets.js';
import { knownKids } from '../mongo/sealing/known-kids.js';
import { dataKeysOf } from '../mongo/sealing/data-keys-of.js';
import type { QueueProducers } from '../queues/producer.js';

/**
 * Redis answers commands and the queues; each connection reconnects on its own. Redis can also hold the cap ledger:
 * it never evicts keys and shows its replication id. Otherwise the ledger refuses every sale.
 */
export const probeRedis =
  (redis: Redis, queues: Pick<QueueProducers, 'ping'>): Probe =>
  async () => {
    try {
      const [unsuitable] = await Promise.all([whyUnsuitable(redis), queues.ping()]);
      // A slot that is missing may be that of any key.
      return unsuitable ?? (await clusterFault(redis));
    } catch (error) {
      const fault =
        certificateFault(redis) ??
        sentinelFault(redis) ??
        protectedFault(redis) ??
        passwordFault(redis) ??
        (await clusterFault(redis));
      if (fault === undefined) throw error;
      return fault;
    }
  };

/** Sooner than `/readyz` gives a probe up, and later than a lost connection is replaced. */
const MONGO_LIMIT_MS = 800;

async function askMongo(connection: Connection): Promise<undefined> {
  await connection.collection('meta').findOne({}, { projection: { _id: 1 } });
}

/** MongoDB answers a read of its primary. If it does not: what the driver knows of its servers. */
export const probeMongo =
  (connection: Connection): Probe =>
  async () => {
    const asked = askMongo(connection);
    const late = pause(MONGO_LIMIT_MS, undefined, { ref: false }).then(() => mongoFault(connection) ?? asked);
    try {
      return await Promise.race([asked, late]);
    } catch (error) {
      const fault = isRefused(error) ? refusal(error) : mongoFault(connection);
      if (fault === undefined) throw error;
      return fault;
    }
  };

/** Nobody drops an index of a running release, so one that was there is looked for again only after this time. */
export const INDEXES_AGAIN_MS = 60_000;

/**
 * Everything that `leadkeep migrate` creates exists. `find` asks once for each collection, which takes longer under load
 * than `/readyz` waits. So a process that has found everything is ready while it looks again.
 */
export function probeMigrations(
  find: () => Promise<readonly string[]>,
  now: () => number = () => performance.now(),
): Probe {
  let foundAt: number | undefined;
  let looking: Promise<string | undefined> | undefined;
  const look = async (): Promise<string | undefined> => {
    const startedAt = now();
    try {
      const missing = await find();
      foundAt = missing.length === 0 ? startedAt : undefined;
      return missing.length === 0 ? undefined : `run leadkeep migrate: missing ${missing.join(', ')}`;
    } finally {
      looking = undefined;
    }
  };
  return async () => {
    if (foundAt !== undefined && now() - foundAt < INDEXES_AGAIN_MS) return undefined;
    looking ??= look();
    if (foundAt === undefined) return looking;
    // The next call tells what this look finds. A failure is that of `probeMongo`, too.
    looking.catch(() => undefined);
    return undefined;
  };
}

/** Every key that a record may be sealed under is there. The others of its records can be read all the same. */
export const probeDataKeys =
  (connection: Connection): Probe =>
  async () => {
    const { kids } = dataKeysOf(connection) ?? {};
    if (!kids) return undefined;
    const missing = (await knownKids(connection)).filter((kid) => !kids.has(kid));
    return missing.length === 0 ? undefined : `DATA_KEYS lacks ${missing.join(', ')}`;
  };

/** The process that receives callbacks. The others call out. */
const CALLED = 'web';

/** Secrets that the catalogue's entries or alerts need and this process lacks, with the handles of these. */
export function secretsMissing(
  processName: string,
  cache: Pick<CatalogueCache, 'loaded' | 'current'>,
  env: NodeJS.ProcessEnv,
): ByName {
  const missing = new Map<string, readonly string[]>();
  const needs = SECRETS_NEEDED.filter(({ processes }) => processes.includes(processName));
  if (needs.length === 0 || !cache.loaded()) return missing;
  const { affiliates, buyers, offers, campaigns, alerts } = cache.current();
  const needing = {
    ...{ affiliates: [...affiliates.values()], buyers: [...buyers.values()] },
    ...{ offers: [...offers.values()], campaigns: [...campaigns.values()] },
    ...(alerts && { alerts }),
  };
  for (const { needed } of needs)
    for (const [name, handles] of lacking(needed(needing), env))
      missing.set(name, [...(missing.get(name) ?? []), ...handles]);
  return missing;
}

/**
 * The same in words. The process is still ready, because work without these secrets continues. Attempts that need them
 * count as never sent and are repeated within their time window. Buyers send callbacks again.
 */
export function missingSecretNotes(
  processName: string,
  cache: Pick<CatalogueCache, 'loaded' | 'current'>,
  env: NodeJS.ProcessEnv,
): string[] {
  const what = processName === CALLED ? "can't be believed when they call back" : "can't be reached";
  return [...secretsMissing(processName, cache, env)].map(
    ([name, handles]) => `secret ${name} ${unsetWords(name, env)}, ${handles.join(', ')} ${what}`,
  );
}

/** The catalogue was read at least once. It may still be empty. */
export const probeCatalogue =
  (cache: Pick<CatalogueCache, 'loaded'>): Probe =>
  () =>
    Promise.resolve(cache.loaded() ? undefined : 'not read yet');
