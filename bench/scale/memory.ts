import { setTimeout as pause } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { join } from 'node:path';
import { OUR_DIST, type Processes } from '../processes.js';
import type { OurSide } from '../start-ours.js';
import { readMetrics } from '../usage.js';

const MB = 2 ** 20;
/** A process collects within a tenth of a second; its metrics are read after. */
const COLLECTED_MS = 2_000;

/** Flags of Node for processes whose memory is read. */
export const MEMORY_FLAGS = [
  '--expose-gc',
  `--import=${pathToFileURL(join(OUR_DIST, 'bench/scale/collect-garbage.js')).href}`,
] as const;

export interface Memory {
  readonly rss_mb: number;
  /** What is in use. Else a heap grows for many minutes before V8 collects the part of it that lives long. */
  readonly heap_mb: number;
}

/** The memory of each process, by name. RSS is that of now; then all collect their garbage. */
export async function readMemory(
  { originsOf }: OurSide,
  processes: Pick<Processes, 'signal'>,
): Promise<Readonly<Record<string, Memory>>> {
  const rss = await readEach(originsOf, 'process_resident_memory_bytes');
  processes.signal('SIGUSR2');
  await pause(COLLECTED_MS);
  const heap = await readEach(originsOf, 'nodejs_heap_size_used_bytes');
  return Object.fromEntries(
    Object.entries(rss).map(([name, rss_mb]) => [name, { rss_mb, heap_mb: heap[name] ?? Number.NaN }]),
  );
}

async function readEach(
  originsOf: OurSide['originsOf'],
  metric: string,
): Promise<Readonly<Record<string, number>>> {
  const named = Object.entries(originsOf).flatMap(([kind, origins]) =>
    origins.map((origin, n) => [origins.length === 1 ? kind : `${kind} ${n + 1}`, origin] as const),
  );
  const read = named.map(async ([name, origin]) => {
    const valueOf = await readMetrics(origin);
    return [name, (valueOf(metric) ?? Number.NaN) / MB] as const;
  });
  return Object.fromEntries(await Promise.all(read));
}
