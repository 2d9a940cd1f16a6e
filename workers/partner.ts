import { startWorker } from '../src/platform/queues/worker.js';
import { runProcess } from '../src/platform/run-process.js';
import { portsOf } from './ports-of.js';
import { runPartnerSearch } from './use-cases/run-partner-search.js';

await runProcess('partner', (platform) => {
  const { settings, log, catalogue } = platform;
  const ports = portsOf(platform);
  const worker = startWorker({
    name: 'partner',
    settings,
    concurrency: settings.partnerConcurrency,
    log,
    catalogue,
    process: (job) => runPartnerSearch(ports, job),
  });
  return Promise.resolve(() => worker.drain());
});
