import { cpus } from 'node:os';

/** What the machine's cores did since it started, all together, in milliseconds. */
export function readCores(): { readonly busy_ms: number; readonly all_ms: number } {
  const times = cpus().map((core) => core.times);
  const all_ms = times.flatMap((one) => Object.values(one)).reduce((sum, ms) => sum + ms, 0);
  const idle_ms = times.reduce((sum, { idle }) => sum + idle, 0);
  return { busy_ms: all_ms - idle_ms, all_ms };
}
