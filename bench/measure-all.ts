import { join, resolve } from 'node:path';
import { benchCatalogue } from './catalogue.js';
import { OPERATIONS } from './operations.js';
import type { BenchOptions } from './options.js';
import type { Workspace } from './workspace.js';
import { OUR_DIST, type Processes } from './processes.js';
import { measure, type Measured } from './rounds.js';
import { takeSamples } from './samples.js';
import type { Side } from './side.js';
import { startBare } from './start-bare.js';
import { startOurs } from './start-ours.js';
import { withProcesses } from './with-processes.js';

type Say = (line: string) => void;

/** Starts all sides, measures every operation at every load, and always stops and removes everything. */
export async function measureAll(options: BenchOptions, signal: AbortSignal, say: Say): Promise<Measured[]> {
  return withProcesses((openOwn, processes) => measureIn(openOwn, processes, options, signal, say));
}

async function measureIn(
  openOwn: () => Promise<Workspace>,
  processes: Processes,
  options: BenchOptions,
  signal: AbortSignal,
  say: Say,
): Promise<Measured[]> {
  const sides = await startSides(openOwn, processes, options, signal);
  const { seconds, rounds, warmUp } = options;
  const measured: Measured[] = [];
  for (const connections of options.connections)
    for (const operation of OPERATIONS)
      if (options.only?.includes(operation.name) ?? true)
        measured.push(await measure(operation, sides, { connections, seconds, rounds, warmUp, signal, say }));
  return measured;
}

/**
 * This build, the one that it is compared with if there is one, and the bare pipeline. The bare pipeline is that of the
 * build compared with, with its documents, so that nothing that changed since can slow it down.
 */
async function startSides(
  openOwn: () => Promise<Workspace>,
  processes: Processes,
  { profile, against }: BenchOptions,
  signal: AbortSignal,
): Promise<Side[]> {
  const buyer = { dist: OUR_DIST, entry: 'bench/buyer.js' };
  const { url } = (await processes.fork('buyer', buyer, {})) as { url: string };
  const shared = { catalogue: benchCatalogue(url), processes, signal };
  const place = await openOwn();
  const ours = await startOurs({
    ...{ ...shared, name: 'leadkeep', dist: OUR_DIST, place },
    ...(profile === undefined ? {} : { profile }),
  });
  if (against === undefined) {
    const samples = await takeSamples(place.db, ours);
    return [ours, await startBare(place, samples, url, processes, OUR_DIST)];
  }
  const dist = resolve(against, 'dist');
  const formerPlace = await openOwn();
  const former = await startOurs({ ...shared, name: 'former', dist, place: formerPlace });
  // Its bare pipeline knows stored fields by the names that they had.
  const own = (await import(join(dist, 'bench/samples.js'))) as { takeSamples: typeof takeSamples };
  const samples = await own.takeSamples(formerPlace.db, former);
  return [ours, former, await startBare(formerPlace, samples, url, processes, dist)];
}
