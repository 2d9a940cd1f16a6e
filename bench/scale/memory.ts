import { setTimeout as pause } from 'node:timers/promises';
import type { OurSide } from '../start-ours.js';
import { readMetrics } from '../usage.js';

const MB = 2 ** 20;
const EVERY_MS = 3_000;

export interface Memory {
  readonly rss_mb: number;
  /** The smallest of the minute, so that garbage does not count. */
  readonly heap_mb: number;
}

/** The memory of each process while `work` runs, by name. */
export async function memoryWhile<Result>(
  { originsOf }: OurSide,
  work: Promise<Result>,
): Promise<{ readonly result: Result; readonly memory: Readonly<Record<string, Memory>> }> {
  const memory: Record<string, Memory> = {};
  const names = Object.entries(originsOf).flatMap(([kind, origins]) =>
    origins.map((origin, n) => [origins.length === 1 ? kind : `${kind} ${n + 1}`, origin] as const),
  );
  const ended = new AbortController();
  const look = async (): Promise<void> => {
    for (const [name, origin] of names) {
      const valueOf = await readMetrics(origin);
      const rss_mb = (valueOf('process_resident_memory_bytes') ?? 0) / MB;
      const heap_mb = (valueOf('nodejs_heap_size_used_bytes') ?? 0) / MB;
      memory[name] = { rss_mb, heap_mb: Math.min(heap_mb, memory[name]?.heap_mb ?? Infinity) };
    }
  };
  const looking = (async () => {
    while (!ended.signal.aborted) {
      await look();
      await pause(EVERY_MS, undefined, { signal: ended.signal }).catch(() => undefined);
    }
  })();
  try {
    const result = await work;
    return { result, memory };
  } finally {
    ended.abort();
    await looking;
  }
}
