import { once } from 'node:events';
import type { Samples } from '../samples.js';

/** What the benchmark sends a process of the bare pipeline. */
export interface BareStart {
  readonly mongoUrl: string;
  readonly redisUrl: string;
  /** Of Redis keys. */
  readonly prefix: string;
  readonly buyerUrl: string;
  readonly samples: Samples;
  /** Jobs that one worker has in hand at most. */
  readonly concurrency: number;
}

/** Waits for the benchmark's first message. */
export async function receiveStart<T>(): Promise<T> {
  const [start] = (await once(process, 'message')) as [T];
  return start;
}

/** Tells the benchmark that this process is ready; the benchmark's end is this process's end too. */
export function reportReady(ready: object): void {
  for (const end of ['disconnect', 'SIGTERM']) process.once(end, () => process.exit());
  process.send?.(ready);
}
