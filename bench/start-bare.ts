import type { mongo } from 'mongoose';
import type { BareStart } from './bare/start-message.js';
import type { Workspace } from './workspace.js';
import type { Processes } from './processes.js';
import type { Samples } from './samples.js';
import type { Side } from './side.js';

/** The default concurrency of Leadkeep's workers. */
const SEARCHES_AT_ONCE = 16;
const SUBMITS_AT_ONCE = 50;

/** The bare pipeline of a build: a web process, a search worker, a submit worker. Its collections have Leadkeep's indexes. */
export async function startBare(
  place: Workspace,
  samples: Samples,
  buyerUrl: string,
  processes: Processes,
  dist: string,
): Promise<Side> {
  const { mongoUrl, redisUrl, name } = place;
  await copyIndexes(place.db);
  const start = (concurrency: number): BareStart => ({
    ...{ mongoUrl, redisUrl, buyerUrl, samples, concurrency },
    prefix: `${name}-bare`,
  });
  const [web] = await Promise.all([
    processes.fork('bare-web', { dist, entry: 'bench/bare/web.js' }, start(1)),
    processes.fork('bare-search', { dist, entry: 'bench/bare/search-worker.js' }, start(SEARCHES_AT_ONCE)),
    processes.fork('bare-submit', { dist, entry: 'bench/bare/submit-worker.js' }, start(SUBMITS_AT_ONCE)),
  ]);
  return { name: 'bare', url: (web as { url: string }).url, headers: {}, origins: [], stock: [] };
}

const COLLECTIONS = ['searches', 'leads', 'claims'] as const;

/** Gives the bare pipeline's collections the indexes of Leadkeep's, so that both pay for them. */
async function copyIndexes(db: mongo.Db): Promise<void> {
  for (const name of COLLECTIONS) {
    const own = (await db.collection(name).indexes()).filter((index) => index.name !== '_id_');
    const copies = own.map(({ v: _, ...index }) => index as mongo.IndexDescription);
    if (copies.length > 0) await db.collection(`bare_${name}`).createIndexes(copies);
  }
}
