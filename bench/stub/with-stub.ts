import { randomBytes } from 'node:crypto';
import { benchCatalogue } from '../catalogue.js';
import { deleteKeys } from '../workspace.js';
import { createProcesses, OUR_DIST } from '../processes.js';
import { startOurs, type OurSide } from '../start-ours.js';
import type { StubReady, StubStart } from './server.js';

/** How many installations there are, and of how many of each process. */
export interface Setup {
  readonly installations: number;
  readonly copies: number;
}

export interface Running {
  readonly sides: readonly OurSide[];
  readonly redisUrl: string;
  readonly stub: StubReady;
}

/** Runs a measurement with our real processes on a stub and the real Redis. Removes everything, however it ends. */
export async function withStub<Result>(
  { installations, copies }: Setup,
  start: StubStart,
  signal: AbortSignal,
  work: (running: Running) => Promise<Result>,
): Promise<Result> {
  const redisUrl = process.env['REDIS_URL'];
  if (!redisUrl) throw new Error('REDIS_URL is not set (npm run bench sets it)');
  const processes = createProcesses();
  const run = `lk_bench_${randomBytes(4).toString('hex')}`;
  const open = async (): Promise<Running> => {
    const program = { dist: OUR_DIST, entry: 'bench/stub/server.js' };
    const stub = (await processes.fork('stub', program, start)) as StubReady;
    const shared = { name: 'leadkeep', dist: OUR_DIST, processes, signal } as const;
    const sides: OurSide[] = [];
    while (sides.length < installations) {
      const name = `${run}_${sides.length}`;
      const place = { name, mongoUrl: `${stub.mongoUrl}/${name}`, redisUrl };
      const catalogue = benchCatalogue(stub.buyerUrl);
      sides.push(await startOurs({ ...shared, place, catalogue, copies, sweepers: copies }));
    }
    return { sides, redisUrl, stub };
  };
  try {
    return await Promise.race([open().then(work), processes.failed]);
  } finally {
    await processes.stop();
    await deleteKeys(redisUrl, run);
  }
}
