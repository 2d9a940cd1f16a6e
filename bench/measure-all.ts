import { join } from 'node:path';
import { benchCatalogue } from './catalogue.js';
import { OPERATIONS } from './operations.js';
import type { BenchOptions } from './options.js';
import { openPlace, type Place } from './place.js';
import { createProcesses, OUR_DIST, type Processes } from './processes.js';
import { measure, type Measured } from './rounds.js';
import { takeSamples } from './samples.js';
import type { Side } from './side.js';
import { startBare } from './start-bare.js';
import { startOurs } from './start-ours.js';

type Say = (line: string) => void;

/** Starts all sides, measures every operation at every load, and always stops and removes everything. */
export async function measureAll(options: BenchOptions, signal: AbortSignal, say: Say): Promise<Measured[]> {
  const places: Place[] = [];
  const processes = createProcesses();
  const openOwn = async (): Promise<Place> => {
    const place = await openPlace(process.env);
    places.push(place);
    return place;
  };
  try {
    return await Promise.race([measureIn(openOwn, processes, options, signal, say), processes.failed]);
  } finally {
    await processes.stop();
    for (const place of places) await place.clear();
  }
}

async function measureIn(
  openOwn: () => Promise<Place>,
  processes: Processes,
  options: BenchOptions,
  signal: AbortSignal,
  say: Say,
): Promise<Measured[]> {
  const sides = await startSides(openOwn, processes, options, signal);
  const { seconds, rounds } = options;
  const measured: Measured[] = [];
  for (const connections of options.connections)
    for (const operation of OPERATIONS)
      if (options.only?.includes(operation.name) ?? true)
        measured.push(await measure(operation, sides, { connections, seconds, rounds, signal, say }));
  return measured;
}

/**
 * This build, the former one if there is one, and the bare pipeline. With a former build, the bare pipeline is that
 * build's, with its documents, so that nothing that changed since can slow it down.
 */
async function startSides(
  openOwn: () => Promise<Place>,
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
  const dist = join(against, 'dist');
  const formerPlace = await openOwn();
  const former = await startOurs({ ...shared, name: 'former', dist, place: formerPlace });
  const samples = await takeSamples(formerPlace.db, former);
  return [ours, former, await startBare(formerPlace, samples, url, processes, dist)];
}
