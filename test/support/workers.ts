import { openPlatform, type Platform } from '../../src/platform/platform.js';
import { startWorker } from '../../src/platform/queues/worker.js';
import type { Settings } from '../../src/platform/settings.js';
import { portsOf } from '../../workers/ports-of.js';
import { runPartnerSearch } from '../../workers/use-cases/run-partner-search.js';
import { runSearch } from '../../workers/use-cases/run-search.js';
import { runSubmit } from '../../workers/use-cases/run-submit.js';
import type { WorkPorts } from '../../workers/work-ports.js';

/** Workers of all queues in this process, as the worker processes run them. */
export interface TestWorkers {
  readonly platform: Platform;
  readonly ports: WorkPorts;
  /** Jobs in hand. */
  inHand(): number;
  close(): Promise<void>;
}

export async function startWorkers(settings: Settings): Promise<TestWorkers> {
  const platform = await openPlatform(settings, 'worker', { monitorCommands: true });
  await platform.started;
  const ports = portsOf(platform);
  const common = { settings, log: platform.log, concurrency: 10 };
  const workers = [
    startWorker({ ...common, name: 'search', process: (job) => runSearch(ports, job) }),
    startWorker({ ...common, name: 'partner', process: (job) => runPartnerSearch(ports, job) }),
    startWorker({ ...common, name: 'submit', process: (job) => runSubmit(ports, job) }),
  ];
  return {
    platform,
    ports,
    inHand: () => workers.reduce((sum, worker) => sum + worker.inHand(), 0),
    async close() {
      await Promise.all(workers.map((worker) => worker.drain()));
      await platform.close();
    },
  };
}
