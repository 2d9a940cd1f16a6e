import { isOutage } from '../src/app/outage.js';
import { randomBytes, randomUUID } from 'node:crypto';
import { EFFECT_GRACE_MS } from '../src/core/delivery/lease-times.js';
import { gaugeSources } from '../src/platform/process/metrics/gauge-sources.js';
import { registerGauges } from '../src/platform/process/metrics/gauges.js';
import { runProcess } from '../src/platform/process/run-process.js';
import { portsOf } from './wiring/ports-of.js';
import { createAnchoring } from '../src/app/audit/anchor-log.js';
import { writeSynced } from '../src/platform/process/write-synced.js';
import { createFailures } from '../src/app/each-separately.js';
import { expireOld } from '../src/app/upkeep/expire.js';
import { keepCounted } from '../src/app/upkeep/keep-counted.js';
import { expireRefusedCalls } from '../src/app/refused-calls/expire-refused-calls.js';
import { forgetOld } from '../src/app/notices/act-on-notices.js';
import { finishErasures } from '../src/app/person/finish-erasures.js';
import { erasePorts } from './wiring/erasures.js';
import { capUses } from './wiring/cap-uses.js';
import { consentChain, consentPorts } from './wiring/consents.js';
import { createSchedule } from './wiring/schedule.js';
import { leadFinisher, orderingOf } from './wiring/webhooks.js';
import { orderNews } from '../src/app/news/order-news.js';
import { expireNews } from '../src/app/news/publish-news.js';
import { countStagesOfDays } from '../src/app/stages/count-stages.js';
import { rollUpReports } from '../src/app/reports/roll-up.js';
import { applyRetention } from '../src/app/retention/apply-retention.js';
import { retentionBehind } from '../src/app/retention/retention-status.js';
import { rollUpCaps } from '../src/app/upkeep/roll-up-caps.js';
import { createRoles } from '../src/app/upkeep/roles.js';
import { leftSome, sweep, sweepDue } from '../src/app/upkeep/sweep.js';
import { trimClaims, trimLedger, trimSlots } from '../src/app/upkeep/trim.js';

const FINISH_EVERY_MS = 1_000;
const LOOK_EVERY_MS = 2_000;
const COUNTED_EVERY_MS = 5_000;
const LOOK = 'looking for other sweepers';
const FINISH = 'finishing leads';
const SWEEP = 'a sweep';
const HEADS = 'publishing the heads of the chain of consents';
const ANCHOR = 'anchoring the audit log';
/** What fails only outside, or by a look at the others, keeps no sweeper from its part. */
const IGNORED: readonly string[] = [HEADS, ANCHOR, LOOK];
const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

await runProcess('sweeper', (platform) => {
  const { settings, counts, reports, rollups, reservations, leases, persons, log } = platform;
  const ports = portsOf(platform);
  const { sweepEveryMs } = settings;
  const failures = createFailures(log);
  // Start at a random claim key, so that all claims are reached even if sweepers restart often.
  let claimsAfter = randomBytes(32).toString('hex');
  const roles = createRoles({ leases, clock: ports.clock, owner: randomUUID() });
  const watched = new Map([
    [FINISH, FINISH_EVERY_MS],
    [SWEEP, sweepEveryMs],
  ]);
  const { every, alone, getsOn } = createSchedule({ roles, log, ignored: IGNORED, watched });
  const { auditAnchorFile: file } = settings;
  const appendAnchor = file === undefined ? undefined : (line: string) => writeSynced(file, line, 'a');
  const consents = consentChain(platform);
  registerGauges(platform.metrics, {
    ...gaugeSources(platform),
    retention: () => retentionBehind({ persons, clock: ports.clock }, platform.catalogue.current()),
  });
  const anchor = createAnchoring({ auditHead: platform.auditReader, clock: ports.clock, log, appendAnchor });
  const counting = { ...ports, capUses: capUses(platform) };
  const ordering = orderingOf(platform, () => roles.has('sweep'));
  const finish = leadFinisher(platform, ports, { ordering, failures });
  const tasks = [
    every(LOOK_EVERY_MS, LOOK, () => roles.look(getsOn())),
    alone('finish', FINISH_EVERY_MS, FINISH, finish),
    alone('sweep', FINISH_EVERY_MS, 'ordering the news of leads', () => orderNews(ordering)),
    every(sweepEveryMs, SWEEP, async () => {
      if (!roles.has('sweep')) return sweepDue(ports, failures);
      return leftSome(await sweep(ports, failures, EFFECT_GRACE_MS)) ? 'more' : undefined;
    }),
    // From an hour after midnight on each of them tries: another machine may reach the place.
    every(10 * MINUTE_MS, HEADS, async () =>
      roles.has('upkeep') || ports.clock().getUTCHours() > 0 ? consents.chain() : undefined,
    ),
    alone('upkeep', 10 * MINUTE_MS, 'expiring the news of leads', () =>
      expireNews(platform.news, ports.clock()),
    ),
    alone('upkeep', COUNTED_EVERY_MS, 'keeping the ledger counted', () =>
      keepCounted(counting).catch(unlessOutage),
    ),
    alone('upkeep', MINUTE_MS, 'trimming the ledger', () =>
      trimLedger({
        ...{ leads: ports.leads, ...reservations },
        recount: () => platform.rebuildLedger('recount'),
      }),
    ),
    alone('upkeep', MINUTE_MS, 'giving back stale slots', () => trimSlots(ports)),
    alone('upkeep', MINUTE_MS, 'giving back stale claims', async () => {
      claimsAfter = await trimClaims(ports, claimsAfter);
    }),
    alone('upkeep', MINUTE_MS, 'expiring old claims and keys', async () =>
      (await expireOld(ports)) ? 'more' : undefined,
    ),
    alone('upkeep', 10 * MINUTE_MS, 'expiring refused calls', () =>
      expireRefusedCalls(platform, ports.clock()),
    ),
    alone('upkeep', 10 * MINUTE_MS, 'expiring suppressions', () =>
      platform.suppressionStore.expire(ports.clock()),
    ),
    alone('upkeep', MINUTE_MS, 'removing what is kept for long enough', async () => {
      const removed = await applyRetention({
        ...consentPorts(platform),
        persons,
        exchanges: platform.stores.exchanges,
        catalogue: platform.catalogue,
        log,
      });
      return removed.isMoreDue ? 'more' : undefined;
    }),
    alone('upkeep', 10 * MINUTE_MS, 'forgetting what buyers were told', () =>
      forgetOld(platform.notices, ports.clock()),
    ),
    alone('upkeep', 30_000, 'ending erasures of persons', () =>
      finishErasures({ ...erasePorts(platform), log }, failures),
    ),
    alone('upkeep', MINUTE_MS, 'counting for the reports', async () =>
      (await rollUpReports({ ...ports, reports, rollups })).isMoreDue ? 'more' : undefined,
    ),
    alone('upkeep', 10_000, 'counting stages for the reports', async () =>
      (await countStagesOfDays({ stages: platform.stores.stages, rollups, newId: randomUUID })) > 0
        ? 'more'
        : undefined,
    ),
    every(HOUR_MS, ANCHOR, anchor),
    alone('upkeep', 10 * MINUTE_MS, 'rolling up the usage of caps', async () =>
      (await rollUpCaps({ ...ports, counts })).isMoreDue ? 'more' : undefined,
    ),
  ];
  return Promise.resolve(async () => {
    await Promise.all(tasks.map((task) => task.drain()));
    await roles.leave().catch(() => undefined);
    await consents.close();
  });
});

/** Those who sell tell of an outage. */
function unlessOutage(error: unknown): void {
  if (!isOutage(error)) throw error;
}
