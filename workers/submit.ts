import { startWorker } from '../src/platform/queues/worker.js';
import { runProcess } from './run-process.js';
import { runSubmit } from './use-cases/run-submit.js';

await runProcess('submit', (ports, { settings, log }) =>
  startWorker({
    name: 'submit',
    settings,
    concurrency: settings.submitConcurrency,
    log,
    process: (job) => runSubmit(ports, job),
  }),
);
