import { startWorker } from '../src/platform/queues/worker.js';
import { runProcess } from '../src/platform/run-process.js';
import { portsOf } from './ports-of.js';
import { runSubmit } from './use-cases/run-submit.js';

await runProcess('submit', (platform) => {
  const { settings, log, catalogue } = platform;
  const ports = portsOf(platform);
  const worker = startWorker({
    name: 'submit',
    settings,
    concurrency: settings.submitConcurrency,
    log,
    catalogue,
    process: (job) => runSubmit(ports, job),
  });
  return Promise.resolve(() => worker.drain());
});
