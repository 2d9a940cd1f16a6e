import { inUse } from '../../core/catalogue/in-use.js';
import { setTimeout as pause } from 'node:timers/promises';
import type { Redis } from 'ioredis';
import type { Catalogue } from '../../core/catalogue/types.js';
import type { Connection } from 'mongoose';
import type { CatalogueCache } from '../mongo/catalogue/catalogue-cache.js';
import type { Probe } from './health.js';
import { whyUnfit } from '../redis/ledger/fitness.js';
import { mongoFault } from '../mongo/mongo-fault.js';
import { clusterFault } from '../redis/cluster-fault.js';
import { sentinelFault } from '../redis/sentinel-fault.js';
import { unrunnablePatterns } from '../mapping/unrunnable-patterns.js';
import { unsetWords } from '../outbound/secret-value.js';
import { alertSettingsOf } from '../../core/alerts/settings.js';
import {
  missingAlertSecrets,
  missingCallbackSecrets,
  missingNoticeSecrets,
  missingSecrets,
  missingWebhookSecrets,
} from '../outbound/secrets.js';
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
      const [unfit] = await Promise.all([whyUnfit(redis), queues.ping()]);
      // A slot that is missing may be that of any key.
      return unfit ?? (await clusterFault(redis));
    } catch (error) {
      const fault = sentinelFault(redis) ?? (await clusterFault(redis));
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
      const fault = mongoFault(connection);
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

/** The processes that call buyers and partners. `web` receives their callbacks; the others need no secrets. */
const CALLING: readonly string[] = ['submit', 'partner'];
/** The process that tells affiliates. */
const TELLING = 'notify';
/** The process that tells buyers of revocations and erasures. */
const TELLING_BUYERS = 'submit';

/** The process that tells channels of alerts. */
const TELLING_OPERATORS = 'console';

/** Secrets that offers, affiliates or alerts need and this process lacks, with the handles of these. */
export function secretsMissing(
  processName: string,
  cache: Pick<CatalogueCache, 'loaded' | 'current'>,
  env: NodeJS.ProcessEnv,
): ReadonlyMap<string, readonly string[]> {
  const calls = CALLING.includes(processName);
  if (processName === TELLING && cache.loaded()) {
    const { affiliates, campaigns } = cache.current();
    return missingWebhookSecrets(inUse([...affiliates.values(), ...campaigns.values()]), env);
  }
  if (processName === TELLING_OPERATORS && cache.loaded())
    return missingAlertSecrets(alertSettingsOf(cache.current()), env);
  if (!cache.loaded() || !(calls || processName === 'web')) return new Map();
  const { offers, campaigns } = cache.current();
  const all = inUse([...offers.values(), ...campaigns.values()]);
  if (!calls) return missingCallbackSecrets(all, env);
  const missing = new Map(missingSecrets(all, env));
  if (processName === TELLING_BUYERS)
    for (const [name, buyers] of missingNoticeSecrets([...cache.current().buyers.values()], env))
      missing.set(name, [...(missing.get(name) ?? []), ...buyers]);
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
  const what = [...CALLING, TELLING, TELLING_OPERATORS].includes(processName)
    ? "can't be reached"
    : "can't be believed when they call back";
  return [...secretsMissing(processName, cache, env)].map(
    ([name, handles]) => `secret ${name} ${unsetWords(name, env)}, ${handles.join(', ')} ${what}`,
  );
}

/**
 * Regular expressions of the current catalogue that this release can't run. The search for them runs once for each
 * version. A question with such a pattern accepts no answer, and a mapping with one fails. Everything else continues.
 */
export function patternNotes(cache: Pick<CatalogueCache, 'loaded' | 'current'>): readonly string[] {
  if (!cache.loaded()) return [];
  const catalogue = cache.current();
  const known = noted.get(catalogue);
  if (known) return known;
  const notes = unrunnablePatterns(catalogue.offers.values());
  noted.set(catalogue, notes);
  return notes;
}

const noted = new WeakMap<Catalogue, readonly string[]>();

/** The catalogue was read at least once. It may still be empty. */
export const probeCatalogue =
  (cache: Pick<CatalogueCache, 'loaded'>): Probe =>
  () =>
    Promise.resolve(cache.loaded() ? undefined : 'not read yet');
