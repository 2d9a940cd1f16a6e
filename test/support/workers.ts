import type { CatalogueSource } from '../../src/app/ports/catalogue-source.js';
import { createLeadScan } from '../../src/platform/mongo/stores/lead-scan.js';
import { isInService, rebuildLedger } from '../../src/platform/redis/ledger/rebuild.js';
import { openPlatform, type Platform } from '../../src/platform/process/platform.js';
import { startWorker } from '../../src/platform/queues/worker.js';
import type { Settings } from '../../src/platform/process/settings.js';
import { portsOf } from '../../workers/wiring/ports-of.js';
import { repeat, type Repeating } from '../../src/platform/process/repeat.js';
import { runPartnerSearch } from '../../src/app/search/ask-partner.js';
import { runSearch } from '../../src/app/search/run.js';
import { runSubmit } from '../../src/app/submit/run.js';
import { sweep } from '../../src/app/upkeep/sweep.js';
import type { WorkPorts } from '../../src/app/ports/work-ports.js';

/** Workers of all queues in this process, as the worker processes run them. */
export interface TestWorkers {
  readonly platform: Platform;
  readonly ports: WorkPorts;
  /** Jobs in hand. */
  inHand(): number;
  close(): Promise<void>;
}

/** `catalogue`: what they see instead of the one applied in MongoDB. */
export async function startWorkers(settings: Settings, catalogue?: CatalogueSource): Promise<TestWorkers> {
  const opened = await openPlatform(settings, 'worker', { monitorCommands: true });
  await opened.started;
  const platform = catalogue ? seeing(opened, catalogue) : opened;
  const ports = portsOf(platform);
  const common = { settings, log: platform.log, catalogue: opened.catalogue, concurrency: 10 };
  const workers = [
    startWorker({ ...common, name: 'search', process: (job) => runSearch(ports, job) }),
    startWorker({
      ...common,
      name: 'partner',
      process: (job, isFirst) => runPartnerSearch(ports, job, isFirst),
    }),
    startWorker({ ...common, name: 'submit', process: (job, isFirst) => runSubmit(ports, job, isFirst) }),
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

/**
 * Sweeps every second, as the sweeper process does. On a busy machine a call may meet the API's time limits after its
 * record was stored: nothing else brings that record back.
 */
export const startSweeper = ({ ports }: TestWorkers): Repeating =>
  repeat({ everyMs: 1_000, task: () => sweep(ports), onError: () => undefined });

/** The ledger is counted by the catalogue that is seen, too. */
const seeing = (opened: Platform, catalogue: CatalogueSource): Platform => ({
  ...opened,
  catalogue: { ...opened.catalogue, ...catalogue },
  async rebuildLedger() {
    const { redis, connection, log, settings } = opened;
    const request = {
      redis,
      prefix: settings.redisPrefix,
      scan: createLeadScan(connection, log),
      catalogue: catalogue.current(),
      log,
    };
    return isInService(await rebuildLedger({ ...request, now: new Date(), when: 'when_stale' }));
  },
});
