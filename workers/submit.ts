import { isOutage } from '../src/app/outage.js';
import { startWorker } from '../src/platform/queues/worker.js';
import { runProcess } from '../src/platform/process/run-process.js';
import { noticeServer } from './wiring/notices.js';
import { portsOf } from './wiring/ports-of.js';
import { logRepeated, repeat } from '../src/platform/process/repeat.js';
import { retryOnOutage } from '../src/app/retry-on-outage.js';
import { requeueLeads } from '../src/app/submit/requeue.js';
import { runSubmit } from '../src/app/submit/run.js';

const PUT_BACK_EVERY_MS = 1_000;
const TELL_EVERY_MS = 1_000;

await runProcess('submit', (platform) => {
  const { settings, log, catalogue } = platform;
  const ports = portsOf(platform);
  const worker = startWorker({
    name: 'submit',
    settings,
    concurrency: settings.submitConcurrency,
    log,
    catalogue,
    process: (job, isFirst) => runSubmit(ports, job, isFirst),
  });
  const tell = (error: unknown): void => {
    // Log no outage here, because the run that it ended has logged it.
    if (!isOutage(error)) log.error({ err: error }, 'leads could not be put back, it is done again');
  };
  const puttingBack = repeat({
    everyMs: PUT_BACK_EVERY_MS,
    task: () => requeueLeads(ports),
    onError: tell,
  });
  const buyers = noticeServer(platform);
  const telling = repeat({
    everyMs: TELL_EVERY_MS,
    task: () => buyers.look(),
    onError: logRepeated(log, 'telling buyers'),
  });
  return Promise.resolve(async () => {
    await worker.drain();
    await Promise.all([puttingBack.drain(), telling.drain()]);
    await buyers.drain();
    // A lead that this can't put back is found by its `due_at`, and counts as one stalled run.
    await retryOnOutage(() => requeueLeads(ports)).catch(tell);
  });
});
