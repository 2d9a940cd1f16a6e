import { randomUUID } from 'node:crypto';
import { partnerFaultCounter } from '../../src/platform/process/metrics/partner-faults.js';
import type { Platform } from '../../src/platform/process/platform.js';
import { RETRY_ON_OUTAGE_MS } from '../../src/core/delivery/lease-times.js';
import { unfinishedRuns } from '../../src/app/submit/requeue.js';
import type { WorkPorts } from '../../src/app/ports/work-ports.js';

/** The use cases' ports on the real services. */
export const portsOf = (platform: Platform): WorkPorts => ({
  ...platform,
  clock: () => new Date(),
  random: Math.random,
  newId: () => randomUUID(),
  rebuildLedger: () => platform.rebuildLedger(),
  countPartnerFaults: partnerFaultCounter(platform.metrics, platform.happened),
  unfinished: unfinishedRuns(),
  retryOnOutageMs: RETRY_ON_OUTAGE_MS,
});
