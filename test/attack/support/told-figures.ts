import { readdirSync } from 'node:fs';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/**
 * Loaded into a process under attack (`--import`): on SIGUSR2 it collects its garbage and prints its figures, so that
 * nothing of the service has to know of it. Bytes, and descriptors as Linux lists them.
 */
setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;

process.on('SIGUSR2', () => {
  collect();
  const { heapUsed, external, rss } = process.memoryUsage();
  const descriptors = readdirSync('/proc/self/fd').length;
  process.stdout.write(`figures ${JSON.stringify({ descriptors, heap: heapUsed + external, rss })}\n`);
});
