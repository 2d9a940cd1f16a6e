import { startWorker } from '../src/platform/queues/worker.js';
import { runProcess } from '../src/platform/process/run-process.js';
import { portsOf } from './wiring/ports-of.js';
import { runSearch } from '../src/app/search/run.js';

await runProcess('search', (platform) => {
  const { settings, log, catalogue } = platform;
  const ports = portsOf(platform);
  const worker = startWorker({
    name: 'search',
    settings,
    concurrency: settings.searchConcurrency,
    log,
    catalogue,
    process: (job) => runSearch(ports, job),
  });
  return Promise.resolve(() => worker.drain());
});
