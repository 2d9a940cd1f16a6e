import { startWorker } from '../src/platform/queues/worker.js';
import { runProcess } from './run-process.js';
import { runPartnerSearch } from './use-cases/run-partner-search.js';

await runProcess('partner', (ports, { settings, log }) =>
  startWorker({
    name: 'partner',
    settings,
    concurrency: settings.partnerConcurrency,
    log,
    process: (job) => runPartnerSearch(ports, job),
  }),
);
