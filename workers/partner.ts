import { startWorker } from '../src/platform/queues/worker.js';
import { runProcess } from '../src/platform/process/run-process.js';
import { portsOf } from './wiring/ports-of.js';
import { runPartnerSearch } from '../src/app/search/ask-partner.js';

await runProcess('partner', (platform) => {
  const { settings, log, catalogue } = platform;
  const ports = portsOf(platform);
  const worker = startWorker({
    name: 'partner',
    settings,
    concurrency: settings.partnerConcurrency,
    log,
    catalogue,
    process: (job, isFirst) => runPartnerSearch(ports, job, isFirst),
  });
  return Promise.resolve(() => worker.drain());
});
