import { startWorker } from '../src/platform/queues/worker.js';
import { runProcess } from '../src/platform/run-process.js';
import { portsOf } from './ports-of.js';
import { runSearch } from './use-cases/run-search.js';

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
