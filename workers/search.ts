import { startWorker } from '../src/platform/queues/worker.js';
import { runProcess } from './run-process.js';
import { runSearch } from './use-cases/run-search.js';

await runProcess('search', (ports, { settings, log }) =>
  startWorker({
    name: 'search',
    settings,
    concurrency: settings.searchConcurrency,
    log,
    process: (job) => runSearch(ports, job),
  }),
);
