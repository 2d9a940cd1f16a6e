import { mongo, type Connection } from 'mongoose';
import type { IdempotencyKey } from '../../core/lead/lead-record.js';
import { toStored } from './stores/bound-key-store.js';
import { insertNew } from './stores/duplicate-key.js';
import type { StoredBoundKey } from './stores/models.js';

/** Before version 4, keys were unique among the leads by this index. Processes of that build need it. */
export const FORMER_INDEX = 'idempotency';

interface Listing {
  readonly _id: string;
  readonly affiliate_id: string;
  readonly idempotency: readonly IdempotencyKey[];
}

/** How long a key binds (`src/app/submit/idempotency.ts`). */
const LIFETIME_MS = 24 * 3_600_000;
const INDEX_NOT_FOUND = 27;
const BATCH = 500;

/**
 * Since version 4 each Idempotency-Key is a document of its own. Copies the keys that leads list. Processes of the
 * former build may go on: what they store under their unique index, processes of this build still meet there. A `migrate`
 * a day after the first one removes the index. By then no process of the former build runs, and its keys have expired.
 */
export async function bindFormerKeys(connection: Connection, now: Date): Promise<void> {
  const oldest = new Date(now.getTime() - LIFETIME_MS);
  const meta = connection.collection<{ readonly _id: 'bound_keys'; readonly since: Date }>('meta');
  const done = await meta.findOne({ _id: 'bound_keys' });
  if (done && done.since < oldest) return dropFormerIndex(connection);
  await copyKeys(connection, oldest);
  await meta.updateOne({ _id: 'bound_keys' }, { $setOnInsert: { since: now } }, { upsert: true });
}

async function copyKeys(connection: Connection, oldest: Date): Promise<void> {
  const leads = connection.collection<Listing>('leads');
  const listing = leads
    .find({ 'idempotency.at': { $gte: oldest } })
    .project<Listing>({ affiliate_id: 1, idempotency: 1 })
    .batchSize(BATCH);
  for await (const { _id: lead_id, affiliate_id, idempotency } of listing)
    await insertNew(
      connection.collection<StoredBoundKey>('idempotency_keys'),
      idempotency.filter(({ at }) => at >= oldest).map((one) => toStored({ ...one, affiliate_id, lead_id })),
    );
}

/** It may be gone, or never have been there. */
export async function dropFormerIndex(connection: Connection): Promise<void> {
  try {
    await connection.collection('leads').dropIndex(FORMER_INDEX);
  } catch (error) {
    if (!(error instanceof mongo.MongoServerError && error.code === INDEX_NOT_FOUND)) throw error;
  }
}
