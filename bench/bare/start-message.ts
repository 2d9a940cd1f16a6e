import { once } from 'node:events';
import type { Samples } from '../samples.js';

/** The message that the benchmark sends to a process of the bare pipeline. */
export interface BareStart {
  readonly mongoUrl: string;
  readonly redisUrl: string;
  /** Of Redis keys. */
  readonly prefix: string;
  readonly buyerUrl: string;
  readonly samples: Samples;
  /** The concurrency of one worker. */
  readonly concurrency: number;
}

/** Waits for the benchmark's first message. */
export async function receiveStart<T>(): Promise<T> {
  const [start] = (await once(process, 'message')) as [T];
  return start;
}

/** Tells the benchmark that this process is ready. The process ends with the benchmark. */
export function reportReady(ready: object): void {
  for (const end of ['disconnect', 'SIGTERM']) process.once(end, () => process.exit());
  process.send?.(ready);
}
