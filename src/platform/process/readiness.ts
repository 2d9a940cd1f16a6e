import type { Redis } from 'ioredis';
import type { Catalogue } from '../../core/catalogue/types.js';
import type { Connection } from 'mongoose';
import type { CatalogueCache } from '../mongo/catalogue/catalogue-cache.js';
import type { Probe } from './health.js';
import { whyUnfit } from '../redis/ledger/fitness.js';
import { unrunnablePatterns } from '../mapping/unrunnable-patterns.js';
import { unsetWords } from '../outbound/secret-value.js';
import { missingCallbackSecrets, missingSecrets } from '../outbound/secrets.js';
import { missingMigrations } from '../mongo/migrations.js';
import type { QueueProducers } from '../queues/producer.js';

/**
 * Redis is there, for commands and for the queues, whose connections find it again each on its own, and can hold the
 * cap ledger, which refuses every sale otherwise: it never evicts, and tells its replication id.
 */
export const redisCheck =
  (redis: Redis, queues: Pick<QueueProducers, 'ping'>): Probe =>
  async () => {
    const [unfit] = await Promise.all([whyUnfit(redis), queues.ping()]);
    return unfit;
  };

export const mongoCheck =
  (connection: Connection): Probe =>
  async () => {
    await connection.collection('meta').findOne({}, { projection: { _id: 1 } });
    return undefined;
  };

/** What `leadkeep migrate` makes is there. */
export const migrationsCheck =
  (connection: Connection): Probe =>
  async () => {
    const missing = await missingMigrations(connection);
    return missing.length === 0 ? undefined : `run leadkeep migrate: missing ${missing.join(', ')}`;
  };

/**
 * Secrets that offers need and this process lacks. It is ready all the same: what needs none of them goes on, and the
 * others are attempts that were never sent, repeated within their window, or callbacks that are sent again.
 */
export function missingSecretNotes(
  processName: string,
  cache: Pick<CatalogueCache, 'loaded' | 'current'>,
  env: NodeJS.ProcessEnv,
): string[] {
  const calls = processName === 'submit' || processName === 'partner';
  if (!cache.loaded() || !(calls || processName === 'web')) return [];
  const offers = [...cache.current().offers.values()].filter(({ status }) => status !== 'retired');
  const missing = (calls ? missingSecrets : missingCallbackSecrets)(offers, env);
  const what = calls ? "can't be reached" : "can't be believed when they call back";
  return [...missing].map(
    ([name, handles]) => `secret ${name} ${unsetWords(name, env)}, ${handles.join(', ')} ${what}`,
  );
}

/**
 * Regular expressions of the catalogue in force that this release does not run, looked for once for each version. What
 * needs none of them goes on; questions with one approve of no answer, mappings with one fail.
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

/** Read at least once; that none was applied yet is fine. */
export const catalogueCheck =
  (cache: Pick<CatalogueCache, 'loaded'>): Probe =>
  () =>
    Promise.resolve(cache.loaded() ? undefined : 'not read yet');
