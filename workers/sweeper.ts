import { isOutage } from '../src/app/outage.js';
import { randomBytes } from 'node:crypto';
import { gaugeSources } from '../src/platform/process/metrics/gauge-sources.js';
import { registerGauges } from '../src/platform/process/metrics/gauges.js';
import { runProcess } from '../src/platform/process/run-process.js';
import { portsOf } from './wiring/ports-of.js';
import { repeat } from '../src/platform/process/repeat.js';
import { createAnchoring } from '../src/app/audit/anchor-log.js';
import { writeSynced } from '../src/platform/process/write-synced.js';
import { createFailures } from '../src/app/upkeep/each-alone.js';
import { expireOld } from '../src/app/upkeep/expire.js';
import { expireRefusedCalls } from '../src/app/refused-calls/expire-refused-calls.js';
import { forgetTold } from '../src/app/notices/act-on-notices.js';
import { finishErasures } from '../src/app/person/erase-person.js';
import { erasePorts } from './wiring/erasures.js';
import { consentChain, consentPorts } from './wiring/consents.js';
import { noticesOf } from './wiring/notices.js';
import { exchangeStore } from './wiring/exchanges.js';
import { newsOrderer } from './wiring/webhooks.js';
import { expireNews } from '../src/app/news/publish-news.js';
import { rollUpReports } from '../src/app/reports/roll-up.js';
import { applyRetention } from '../src/app/retention/apply-retention.js';
import { createPersonStore } from '../src/platform/mongo/retention/person-store.js';
import { guardOutages } from '../src/platform/process/outage.js';
import { rollUpCaps } from '../src/app/upkeep/roll-up-caps.js';
import { freeUnkept } from '../src/app/money/return-effects.js';
import { priceEarlierSales } from '../src/app/money/price-earlier-sales.js';
import { keepList } from '../src/app/suppression/keep-list.js';
import { leftSome, sweep } from '../src/app/upkeep/sweep.js';
import { trimClaims, trimLedger, trimSlots } from '../src/app/upkeep/trim.js';

const NEWS_EVERY_MS = 500;
const CHAIN_EVERY_MS = 5_000;
const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

await runProcess('sweeper', (platform) => {
  const { settings, counts, reports, rollups, reservations, log } = platform;
  const ports = portsOf(platform);
  const { sweepEveryMs } = settings;
  const failures = createFailures(log);
  // Start at a random claim key, so that all claims are reached even if sweepers restart often.
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
  const { auditAnchorFile: file } = settings;
  const appendAnchor = file === undefined ? undefined : (line: string) => writeSynced(file, line, 'a');
  const consents = consentChain(platform);
  const persons = guardOutages('MongoDB', createPersonStore(platform.connection));
  const anchor = createAnchoring({ auditHead: platform.auditHead, clock: ports.clock, log, appendAnchor });
  const tasks = [
    every(sweepEveryMs, 'a sweep', async () => (leftSome(await sweep(ports, failures)) ? 'more' : undefined)),
    every(NEWS_EVERY_MS, 'publishing the news of leads', newsOrderer(platform)),
    every(CHAIN_EVERY_MS, 'chaining the evidence of consents', () => consents.chain()),
    every(10 * MINUTE_MS, 'publishing the heads of the chain of consents', () => consents.publish()),
    every(10 * MINUTE_MS, 'expiring the news of leads', () => expireNews(platform.news, ports.clock())),
    every(MINUTE_MS, 'trimming the ledger', () => trimLedger({ leads: ports.leads, ...reservations })),
    every(MINUTE_MS, 'giving back stale slots', () => trimSlots(ports)),
    every(MINUTE_MS, 'giving back stale claims', async () => {
      claimsAfter = await trimClaims(ports, claimsAfter);
    }),
    every(MINUTE_MS, 'expiring old claims and keys', () => expireOld(ports)),
    every(10 * MINUTE_MS, 'expiring refused calls', () => expireRefusedCalls(platform, ports.clock())),
    every(10 * MINUTE_MS, 'keeping the suppression list', () => keepList(platform, ports.clock())),
    every(MINUTE_MS, 'removing what is kept for long enough', () =>
      applyRetention({
        ...consentPorts(platform),
        leads: platform.leads,
        persons,
        exchanges: exchangeStore(platform),
        catalogue: platform.catalogue,
        log,
      }),
    ),
    every(10 * MINUTE_MS, 'forgetting what buyers were told', () =>
      forgetTold(noticesOf(platform), ports.clock()),
    ),
    every(30_000, 'ending erasures of persons', () => finishErasures(erasePorts(platform))),
    every(MINUTE_MS, 'freeing numbers of returns that were not stored', () => freeUnkept(ports)),
    every(10 * MINUTE_MS, 'booking sales of a former build', () => priceEarlierSales(ports)),
    every(MINUTE_MS, 'counting for the reports', () => rollUpReports({ ...ports, reports, rollups })),
    every(HOUR_MS, 'anchoring the audit log', anchor),
    every(10 * MINUTE_MS, 'folding the counts of closed days', () => rollUpCaps({ ...ports, counts })),
  ];
  return Promise.resolve(async () => {
    await Promise.all(tasks.map((task) => task.drain()));
    await consents.close();
  });
});
