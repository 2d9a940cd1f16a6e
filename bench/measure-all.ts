import { benchCatalogue } from './catalogue.js';
import { OPERATIONS } from './operations.js';
import type { BenchOptions } from './options.js';
import { openPlace, type Place } from './place.js';
import { createProcesses, type Processes } from './processes.js';
import { measure, type Measured } from './rounds.js';
import { takeSamples } from './samples.js';
import { startBare } from './start-bare.js';
import { startOurs } from './start-ours.js';

type Say = (line: string) => void;

/** Starts both sides, measures every operation, and always stops and removes everything. */
export async function measureAll(options: BenchOptions, signal: AbortSignal, say: Say): Promise<Measured[]> {
  const place = await openPlace(process.env);
  const processes = createProcesses();
  try {
    return await Promise.race([measureIn(place, processes, options, signal, say), processes.failed]);
  } finally {
    await processes.stop();
    await place.clear();
  }
}

async function measureIn(
  place: Place,
  processes: Processes,
  options: BenchOptions,
  signal: AbortSignal,
  say: Say,
): Promise<Measured[]> {
  const buyer = (await processes.fork('buyer', 'bench/buyer.js', {})) as { url: string };
  const { profile } = options;
  const ours = await startOurs({
    ...{ place, catalogue: benchCatalogue(buyer.url), processes, signal },
    ...(profile === undefined ? {} : { profile }),
  });
  const samples = await takeSamples(place.db, ours);
  const bare = await startBare(place, samples, buyer.url, processes);
  const { connections, seconds, rounds } = options;
  const plan = { connections, seconds, rounds, signal, say };
  const measured: Measured[] = [];
  for (const operation of OPERATIONS)
    if (options.only?.includes(operation.name) ?? true)
      measured.push(await measure(operation, ours, bare, plan));
  return measured;
}
