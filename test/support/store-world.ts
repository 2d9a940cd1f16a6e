import type { Redis } from 'ioredis';
import type { Connection } from 'mongoose';
import type { Cap } from '../../src/core/catalogue/types.js';
import { windowOf } from '../../src/core/caps/windows.js';
import { createCatalogueStore } from '../../src/platform/mongo/catalogue/catalogue-store.js';
import { writeGeneration } from '../../src/platform/redis/ledger/generation.js';
import { ledgerKeys } from '../../src/platform/redis/ledger/ledger-keys.js';
import { documentOf } from './catalogue-document.js';
import { CAP, OTHER_CAP, type SoundWorld } from './sound-world.js';

/** Makes a world the whole content of a database and of the ledger. */
export async function storeWorld(
  connection: Connection,
  redis: Redis,
  prefix: string,
  world: SoundWorld,
): Promise<void> {
  await replace(
    connection,
    'leads',
    [...world.leads.values()].map(({ id, ...rest }) => ({ _id: id, ...rest })),
  );
  await replace(
    connection,
    'searches',
    [...world.searches.values()].map(({ id, ...rest }) => ({ _id: id, ...rest })),
  );
  await replace(
    connection,
    'claims',
    [...world.claims.values()].map(({ key, owners }) => ({ _id: key, owners })),
  );
  await replace(connection, 'entries', entriesOf(world));
  await replace(connection, 'catalogue_versions', []);
  await createCatalogueStore(connection).append({
    version: 1,
    at: new Date(world.now.getTime() - 86_400_000),
    by: 'test',
    how: 'apply',
    document: documentOf(world.catalogue),
  });
  await storeLedger(redis, prefix, world);
}

/** The books of a world: every sale is written. */
const entriesOf = ({ leads }: SoundWorld): object[] =>
  [...leads.values()].flatMap(({ id, state, decision, pending_effects }) =>
    state === 'accepted' && decision?.sale && !pending_effects.some(({ kind }) => kind === 'entry')
      ? [{ _id: `sale:${id}:0`, kind: 'sale', at: decision.at, lead_id: id, ...decision.sale }]
      : [],
  );

async function replace(connection: Connection, name: string, documents: object[]): Promise<void> {
  const collection = connection.collection(name);
  await collection.deleteMany({});
  if (documents.length > 0) await collection.insertMany(documents);
}

async function storeLedger(redis: Redis, prefix: string, world: SoundWorld): Promise<void> {
  const { root } = ledgerKeys(prefix);
  const old = await redis.keys(`${root}*`);
  if (old.length > 0) await redis.unlink(...old);
  const tally = (cap: Cap) => {
    const { confirmed, members } = world.places.get(cap.id)!;
    return { bucket: windowOf(cap, world.now), confirmed, reservations: new Set(members) };
  };
  const counted = { usages: [CAP, OTHER_CAP].map(tally), capIds: [CAP.id, OTHER_CAP.id] };
  await writeGeneration(redis, prefix, 'test-token', counted);
  const info = await redis.info();
  const told = (name: string): string => new RegExp(`\n${name}:(\\w+)`).exec(info)?.[1] ?? '';
  await redis.hset(root, {
    epoch: told('run_id'),
    promotion: `${told('master_replid')}:${told('evicted_keys')}`,
    syncs: told('sync_full'),
    token: 'test-token',
    version: 1,
    caps: 'test',
  });
}
