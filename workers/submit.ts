import { isOutage } from '../src/platform/outage.js';
import { startWorker } from '../src/platform/queues/worker.js';
import { runProcess } from '../src/platform/run-process.js';
import { portsOf } from './ports-of.js';
import { repeat } from './repeat.js';
import { insist } from './use-cases/insist.js';
import { putBackLeads } from './use-cases/put-back.js';
import { runSubmit } from './use-cases/run-submit.js';

const PUT_BACK_EVERY_MS = 1_000;

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
  const tell = (error: unknown): void => {
    // The run that it ended has said so.
    if (!isOutage(error)) log.error({ err: error }, 'leads could not be put back, it is done again');
  };
  const puttingBack = repeat({
    everyMs: PUT_BACK_EVERY_MS,
    task: () => putBackLeads(ports),
    onError: tell,
  });
  return Promise.resolve(async () => {
    await worker.drain();
    await puttingBack.drain();
    // What this can't put back is found by its `due_at`, and counts as one broken run.
    await insist(() => putBackLeads(ports)).catch(tell);
  });
});
