import { randomUUID } from 'node:crypto';
import { Queue, Worker } from 'bullmq';
import { expect } from 'chai';
import { Registry } from 'prom-client';
import { DEFAULT_BREAKER } from '../../../../src/core/destination-gate/destination.js';
import { createDestinationGate } from '../../../../src/platform/redis/destination-gate/destination-gate.js';
import { gaugeSources } from '../../../../src/platform/process/metrics/gauge-sources.js';
import { registerGauges, type GaugeSources } from '../../../../src/platform/process/metrics/gauges.js';
import { countParked, webhookMetrics } from '../../../../src/platform/process/metrics/webhook-metrics.js';
import { queueKeyPrefix } from '../../../../src/platform/queues/jobs.js';
import { createQueues } from '../../../../src/platform/queues/producer.js';
import { createLeadOverview } from '../../../../src/platform/mongo/stores/lead-overview.js';
import { createLeadStore } from '../../../../src/platform/mongo/stores/lead-store.js';
import type { WebhookMessages } from '../../../../src/app/ports/webhook-store.js';
import type { OutboxMessage } from '../../../../src/core/outbox/outbox-message.js';
import { confirmEffect } from '../../../../src/core/delivery/pending-effects.js';
import type { Buyer } from '../../../../src/core/catalogue/types.js';
import { IDS, testCatalogue, testOffer, type CatalogueOverrides } from '../../../support/catalogue.js';
import { verifyStep } from '../../../support/verify-step.js';
import { migratedServices, silentLog } from '../../../support/services.js';
import { aLead, minute } from '../../../support/stored-records.js';
import { until } from '../../../support/until.js';

const never = (): Promise<never> => new Promise(() => undefined);
const NOTHING = { count: 0, oldest: null };

const sources = (over: Partial<GaugeSources> = {}): GaugeSources => ({
  overview: {
    backlog: (kind) => Promise.resolve(kind === 'unknown' ? { count: 2, oldest: minute(0) } : NOTHING),
    pendingEffects: () => Promise.resolve(new Map([['entry', { count: 3, oldest: minute(4) }]])),
    oldestDue: () => Promise.resolve(null),
  },
  queues: {
    depth: () => {
      const none = { waiting: 0, active: 0, delayed: 0 };
      return Promise.resolve({
        search: none,
        partner: none,
        submit: { ...none, waiting: 7, oldest: minute(4) },
      });
    },
  },
  rollups: { progress: () => Promise.resolve(null) },
  retention: () => Promise.resolve(new Map([['searches', 90_000]])),
  ledger: () => Promise.resolve({ state: 'sound', epoch: 'abc', rebuilds: 3 }),
  down: () => Promise.resolve([{ offer: 'nursing', what: 'search', at: 'proxy' }]),
  clock: () => minute(5),
  ...over,
});

async function scrape(of: GaugeSources): Promise<string[]> {
  const metrics = new Registry();
  registerGauges(metrics, of);
  return (await metrics.metrics()).split('\n').filter((line) => line !== '' && !line.startsWith('#'));
}

describe('gauges', () => {
  it('have no share of the memory of a Redis without a limit', async () => {
    const of = async (reading: object) =>
      (
        await scrape(
          sources({
            ledger: () => Promise.resolve({ state: 'sound', epoch: null, rebuilds: 0, ...reading }),
          }),
        )
      ).filter((line) => line.startsWith('leadkeep_redis_memory_share'));
    expect(await of({})).to.deep.equal([]);
    expect(await of({ memory_share: 0.25 })).to.deep.equal(['leadkeep_redis_memory_share 0.25']);
  });

  it('say what an operator is woken for', async () => {
    const lines = await scrape(sources());
    expect(lines).to.include.members([
      'leadkeep_leads_unknown 2',
      'leadkeep_leads_unknown_oldest_seconds 300',
      'leadkeep_leads_undecided_oldest_seconds 0',
      'leadkeep_pending_effects{kind="entry"} 3',
      'leadkeep_pending_effects_oldest_seconds{kind="entry"} 60',
      'leadkeep_leads_overdue_seconds 0',
      'leadkeep_retention_behind_seconds{class="searches"} 90',
      'leadkeep_queue_jobs{queue="submit",state="waiting"} 7',
      'leadkeep_queue_oldest_waiting_seconds{queue="submit"} 60',
      'leadkeep_ledger_state{state="sound"} 1',
      'leadkeep_ledger_state{state="stale"} 0',
      'leadkeep_ledger_epoch{epoch="abc"} 1',
      'leadkeep_ledger_rebuilds 3',
      'leadkeep_destination_down{offer="nursing",what="search",at="proxy"} 1',
      'leadkeep_gauges_up{source="mongodb"} 1',
    ]);
  });

  it('leave out what cannot be read, and keep the rest', async () => {
    const broken = {
      backlog: () => Promise.reject(new Error('away')),
      pendingEffects: never,
      oldestDue: never,
    };
    const lines = await scrape(sources({ overview: broken }));
    expect(lines.filter((line) => /leads|pending_effects/.test(line))).to.deep.equal([]);
    expect(lines).to.include.members([
      'leadkeep_gauges_up{source="mongodb"} 0',
      'leadkeep_gauges_up{source="queues"} 1',
      'leadkeep_ledger_rebuilds 3',
    ]);
  });

  it('of undecided leads take no others along, however long they are counted', async () => {
    const overview: GaugeSources['overview'] = {
      ...sources().overview,
      backlog: (kind) => (kind === 'undecided' ? never() : Promise.resolve({ count: 2, oldest: minute(0) })),
      oldestDue: () => Promise.resolve(minute(1)),
    };
    const lines = await scrape(sources({ overview }));
    expect(lines.filter((line) => line.includes('undecided'))).to.deep.equal([]);
    expect(lines).to.include.members([
      'leadkeep_leads_unknown 2',
      'leadkeep_leads_overdue_seconds 240',
      'leadkeep_gauges_up{source="mongodb"} 1',
    ]);
  });
});

describe('what notify measures', () => {
  it('holds up no scrape', async () => {
    const metrics = new Registry();
    let asked = 0;
    webhookMetrics(metrics, {
      counts: () => {
        asked += 1;
        return asked === 1 ? never() : Promise.resolve([{ lane: 'l', waiting: 2, parked: 1, oldest: null }]);
      },
    });
    expect(await metrics.metrics()).to.not.contain('leadkeep_webhook_messages{');
    await metrics.metrics();
    expect(asked).to.equal(1);
  });

  it('counts what is given up, and nothing before it is', async () => {
    const metrics = new Registry();
    let isAway = false;
    const messages = countParked<Pick<WebhookMessages, 'failed' | 'giveUp'>>(metrics, {
      failed: () => (isAway ? Promise.reject(new Error('away')) : Promise.resolve()),
      giveUp: () => Promise.resolve(3),
    });
    const parked = async () => /^leadkeep_webhook_parked_total (\d+)$/m.exec(await metrics.metrics())?.[1];
    const attempt = { at: minute(1), duration_ms: 1, ok: false, detail: 'refused' };
    const fails = (next?: Date) => messages.failed({ id: 'm' } as OutboxMessage, attempt, next);
    expect(await parked()).to.equal('0');
    await fails(minute(2));
    expect(await parked(), 'it is tried again').to.equal('0');
    await fails();
    expect(await parked()).to.equal('1');
    isAway = true;
    await fails().catch(() => undefined);
    expect(await parked(), 'it was not stored').to.equal('1');
    expect(await messages.giveUp('lane', minute(0), attempt)).to.equal(3);
    expect(await parked()).to.equal('4');
  });
});

describe('what the gauges read', () => {
  const services = migratedServices();
  const queues = createQueues(services.settings, silentLog, () => 0);
  after(async () => {
    await queues.close();
    await services.close();
  });

  it('backlogs, pending effects and what is due', async () => {
    const connection = await services.migrated();
    const overview = createLeadOverview(connection);
    expect(await overview.backlog('undecided')).to.deep.equal({ count: 0, oldest: null });
    expect(await overview.oldestDue(minute(100))).to.equal(null);
    const leads = createLeadStore(connection);
    const { due_at: _due, ...settled } = aLead();
    await leads.insert(aLead({ state: 'pending', received_at: minute(3), due_at: minute(9) }));
    await leads.insert({ ...settled, id: 'unknown', state: 'unknown', received_at: minute(2) });
    const effects = [
      confirmEffect(aLead(), minute(4)),
      { ...confirmEffect(aLead(), minute(6)), submission: 2 },
    ];
    await leads.insert({ ...settled, id: 'owing', state: 'accepted', pending_effects: effects });
    expect(await overview.backlog('undecided')).to.deep.equal({ count: 2, oldest: minute(2) });
    expect(await overview.backlog('unknown')).to.deep.equal({ count: 1, oldest: minute(2) });
    expect(await overview.backlog('failed')).to.deep.equal({ count: 0, oldest: null });
    const pending = await overview.pendingEffects();
    expect(pending.get('reservations')).to.deep.equal({ count: 2, oldest: minute(4) });
    expect(pending.get('news')).to.deep.equal(NOTHING);
    expect(await overview.oldestDue(minute(9))).to.equal(null);
    expect(await overview.oldestDue(minute(10))).to.deep.equal(minute(9));
    await leads.insert(aLead({ id: 'earlier', state: 'pending', due_at: minute(8) }));
    expect(await overview.oldestDue(minute(10))).to.deep.equal(minute(8));
  });

  it('the oldest job that waits in a queue', async () => {
    const before = Date.now();
    let depth: Awaited<ReturnType<typeof queues.depth>> | undefined;
    await until(async () => {
      depth = await queues.depth().catch(() => undefined);
      return depth !== undefined;
    }, 'the queues answer');
    expect(depth?.submit).to.deep.equal({ waiting: 0, active: 0, delayed: 0 });
    const job = (n: number) => ({
      lead_id: `2000000${n}-0000-4000-8000-000000000001`,
      submission: 1,
      request_id: 'r',
    });
    await queues.submit([job(1), job(2)]);
    const { submit } = await queues.depth();
    expect(submit.waiting).to.equal(2);
    expect(submit.oldest?.getTime()).to.be.within(before, Date.now());
  });

  it('the oldest new job, also behind many that came back', async () => {
    const settings = { ...services.settings, redisPrefix: `${services.redisPrefix}:came-back` };
    const [busy, connection] = [createQueues(settings, silentLog, () => 0), services.redis()];
    const opts = {
      connection,
      prefix: queueKeyPrefix(settings.redisPrefix, 'submit'),
      skipVersionCheck: true,
    };
    const [queue, worker] = [new Queue('submit', opts), new Worker('submit', null, opts)];
    const jobs = Array.from({ length: 31 }, (_, n) => ({
      lead_id: randomUUID(),
      submission: n,
      request_id: 'r',
    }));
    await busy.submit(jobs.slice(1));
    for (let n = 1; n < jobs.length; n += 1)
      await (await worker.getNextJob('t'))?.moveToDelayed(Date.now() + 60_000, 't');
    await queue.promoteJobs();
    expect((await busy.depth()).submit).to.deep.equal({ waiting: 30, active: 0, delayed: 0 });
    const added = Date.now();
    await busy.submit(jobs.slice(0, 1));
    const { waiting, oldest } = (await busy.depth()).submit;
    expect(waiting).to.equal(31);
    expect(oldest?.getTime()).to.be.within(added, Date.now());
    await Promise.all([busy.close(), queue.close(), worker.close()]);
  });

  it('destinations that are left alone, by the names an operator knows, while they are asked', async () => {
    const redis = services.redis();
    await until(() => redis.status === 'ready', 'redis is there');
    const destinationGate = createDestinationGate(redis, services.redisPrefix, Infinity, 30_000);
    const follow_up = { url: 'http://127.0.0.1:1/status', every_ms: 60_000, for_ms: 600_000 };
    const asks: CatalogueOverrides = {
      offers: { [IDS.shared]: { delivery: { ...testOffer().delivery, follow_up } } },
      buyer: { erasure: { timeout_ms: 2_000 } as NonNullable<Buyer['erasure']> },
      campaign: { verify: [verifyStep({ name: 'phone' })] },
    };
    let current = testCatalogue(asks);
    const { down } = gaugeSources({
      ...{ connection: await services.connection(), redis, queues, settings: services.settings },
      catalogue: {
        current: () => current,
        reach: () => Promise.resolve(),
        refresh: () => Promise.resolve(),
      },
    });
    const { shared, campaign, buyer } = IDS;
    const opened = new Set<string>();
    for (const id of [shared, `${shared}:follow-up`, `${campaign}:verify:phone`, `${buyer}:erasure`]) {
      const to = { id, breaker: { ...DEFAULT_BREAKER, failures: 2 }, lease_ms: 1_000 };
      for (const permit of ['a', 'b']) {
        expect(await down()).to.have.length(opened.size);
        await destinationGate.release(to, permit, { health: 'down', outcome: 'never_sent', duration_ms: 1 });
      }
      opened.add(id);
    }
    const at = 'destination';
    const delivery = { offer: 'shared', what: 'delivery', at };
    const verify = { offer: current.campaigns.get(campaign)?.handle, what: 'verify:phone', at };
    const erasure = { offer: 'lakeshore', what: 'erasure', at };
    const all = [delivery, { offer: 'shared', what: 'follow-up', at }, verify, erasure];
    expect(await down()).to.have.deep.members(all);
    const rows: readonly (readonly [CatalogueOverrides, readonly object[]])[] = [
      [{ ...asks, offers: { [shared]: { status: 'paused' } } }, [verify, erasure]],
      [{ ...asks, offers: { [shared]: null } }, [verify, erasure]],
      [{ ...asks, campaign: {} }, all.filter((one) => one !== verify)],
      [{ ...asks, buyer: { ...asks.buyer, status: 'retired' } }, [verify]],
      [{ ...asks, buyer: {} }, all.filter((one) => one !== erasure)],
    ];
    for (const [changed, left] of rows) {
      current = testCatalogue(changed);
      expect(await down(), JSON.stringify(changed)).to.have.deep.members([...left]);
    }
  });
});
