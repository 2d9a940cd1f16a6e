import { randomBytes } from 'node:crypto';
import { releaseMember, reservedMembers } from '../src/platform/ledger/trim.js';
import { gaugeSources } from '../src/platform/metrics/gauge-sources.js';
import { registerGauges } from '../src/platform/metrics/gauges.js';
import { isOutage } from '../src/platform/outage.js';
import { runProcess } from '../src/platform/run-process.js';
import { portsOf } from './ports-of.js';
import { repeat } from './repeat.js';
import { createFailures } from './use-cases/each-alone.js';
import { expireOld } from './use-cases/expire-old.js';
import { foldDays } from './use-cases/fold-days.js';
import { sweep } from './use-cases/sweep.js';
import { trimClaims } from './use-cases/trim-claims.js';
import { trimLedger } from './use-cases/trim-ledger.js';
import { trimSlots } from './use-cases/trim-slots.js';

const MINUTE_MS = 60_000;

await runProcess('sweeper', (platform) => {
  const { settings, redis, counts, log } = platform;
  const ports = portsOf(platform);
  const { redisPrefix, sweepEveryMs } = settings;
  const trimPorts = {
    leads: ports.leads,
    reserved: () => reservedMembers(redis, redisPrefix),
    release: (found: Parameters<typeof releaseMember>[2]) => releaseMember(redis, redisPrefix, found),
  };
  const failures = createFailures(log);
  // Anywhere among the keyed hashes: sweepers that are started again and again come to all of them, too.
  let claimsAfter = randomBytes(32).toString('hex');
  registerGauges(platform.metrics, gaugeSources(platform));
  const every = (everyMs: number, what: string, task: () => Promise<unknown>) =>
    repeat({
      everyMs,
      task,
      onError: (error) => {
        log[isOutage(error) ? 'warn' : 'error']({ err: error }, `${what} failed, it is done again`);
      },
    });
  const tasks = [
    every(sweepEveryMs, 'a sweep', () => sweep(ports, failures)),
    every(MINUTE_MS, 'trimming the ledger', () => trimLedger(trimPorts)),
    every(MINUTE_MS, 'giving back stale slots', () => trimSlots(ports)),
    every(MINUTE_MS, 'giving back stale claims', async () => {
      claimsAfter = await trimClaims(ports, claimsAfter);
    }),
    every(MINUTE_MS, 'expiring old claims and keys', () => expireOld(ports)),
    every(10 * MINUTE_MS, 'folding the counts of closed days', () => foldDays({ ...ports, counts })),
  ];
  return Promise.resolve(async () => {
    await Promise.all(tasks.map((task) => task.drain()));
  });
});
