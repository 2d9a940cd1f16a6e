import { pathToFileURL } from 'node:url';
import { join } from 'node:path';
import { OUR_DIST } from '../processes.js';
import type { OurSide } from '../start-ours.js';
import { readMetrics } from '../usage.js';

const MB = 2 ** 20;

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

/** The memory of each process, by name. */
export async function readMemory({ originsOf }: OurSide): Promise<Readonly<Record<string, Memory>>> {
  const named = Object.entries(originsOf).flatMap(([kind, origins]) =>
    origins.map((origin, n) => [origins.length === 1 ? kind : `${kind} ${n + 1}`, origin] as const),
  );
  const read = named.map(async ([name, origin]) => {
    const valueOf = await readMetrics(origin);
    const megabytes = (metric: string): number => (valueOf(metric) ?? Number.NaN) / MB;
    const rss_mb = megabytes('process_resident_memory_bytes');
    return [name, { rss_mb, heap_mb: megabytes('nodejs_heap_size_used_bytes') }] as const;
  });
  return Object.fromEntries(await Promise.all(read));
}
