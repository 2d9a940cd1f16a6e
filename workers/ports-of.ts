import { randomUUID } from 'node:crypto';
import { partnerFaultCounter } from '../src/platform/metrics/partner-faults.js';
import type { Platform } from '../src/platform/platform.js';
import { INSIST_MS } from './use-cases/insist.js';
import { unfinishedRuns } from './unfinished-runs.js';
import type { WorkPorts } from './work-ports.js';

/** The use cases' ports on the real services. */
export const portsOf = (platform: Platform): WorkPorts => ({
  ...platform,
  clock: () => new Date(),
  random: Math.random,
  newId: () => randomUUID(),
  rebuildLedger: () => platform.rebuildLedger(),
  countPartnerFaults: partnerFaultCounter(platform.metrics),
  unfinished: unfinishedRuns(),
  insistMs: INSIST_MS,
});
