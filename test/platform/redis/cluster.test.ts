import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import type { Cluster, Redis } from 'ioredis';
import { setTimeout as pause } from 'node:timers/promises';
import { startRedisCluster, type RedisCluster } from '../../../chaos/environment/redis-cluster.js';
import { programOf } from '../../../chaos/environment/sentinels.js';
import { bucketsFor, countedCaps } from '../../../src/core/caps/cap-buckets.js';
import type { CountedLead } from '../../../src/core/caps/counted-leads.js';
import { isDriverOutage } from '../../../src/platform/process/outage.js';
import { probeRedis } from '../../../src/platform/process/readiness.js';
import { queueKeyPrefix } from '../../../src/platform/queues/jobs.js';
import { createQueues } from '../../../src/platform/queues/producer.js';
import { startWorker } from '../../../src/platform/queues/worker.js';
import { createAddressCounts } from '../../../src/platform/redis/limits/address-counts.js';
import { createGcra } from '../../../src/platform/redis/limits/gcra.js';
import { createLedger } from '../../../src/platform/redis/ledger/ledger.js';
import { ledgerKeys } from '../../../src/platform/redis/ledger/ledger-keys.js';
import { createLedgerReader } from '../../../src/platform/redis/ledger/ledger-reader.js';
import { rebuildLedger } from '../../../src/platform/redis/ledger/rebuild.js';
import { closeRedis, openRedis } from '../../../src/platform/redis/redis.js';
import { createWaiters, createWake } from '../../../src/platform/redis/wake.js';
import { countedLead, testCap } from '../../support/caps.js';
import { IDS } from '../../support/catalogue.js';
import { countedLeads } from '../../support/counted-leads.js';
import { withCaps } from '../../support/ledger.js';
import { silentLog } from '../../support/services.js';
import { startOwnRedis } from '../../support/own-redis.js';
import { until } from '../../support/until.js';

const PREFIX = 'leadkeep';
const now = new Date();
const catalogue = withCaps([testCap({ id: 'day', limit: 1 })]);
const counted = countedCaps(catalogue);
const campaign = catalogue.campaigns.get(IDS.campaign)!;
const buckets = bucketsFor(
  { campaign, campaign_offer: campaign.offers.get(IDS.shared)!, program: undefined },
  now,
);
const ping = { ping: () => Promise.resolve() };

describe('a Redis Cluster', function () {
  let cluster: RedisCluster | undefined;
  const opened: Redis[] = [];
  const open = (flavour: 'caller' | 'listener' = 'caller'): Redis => {
    const redis = openRedis(cluster!.url, flavour, silentLog);
    opened.push(redis);
    return redis;
  };
  const ready = async (flavour?: 'caller' | 'listener'): Promise<Redis> => {
    const redis = open(flavour);
    await until(() => redis.status === 'ready', 'the cluster is found');
    return redis;
  };

  before(async function () {
    const own = await startOwnRedis(1);
    const program = await programOf(own.servers[0]!);
    await own.close();
    if (program === undefined) this.skip();
    cluster = await startRedisCluster(program);
  });
  after(async () => {
    for (const redis of opened) closeRedis(redis);
    await cluster?.close();
  });

  it('is ready, and takes from several limits at once', async () => {
    const redis = await ready();
    expect(await probeRedis(redis, ping)()).to.equal(undefined);
    const limit = { per_minute: 60, burst: 2 };
    const buckets = ['one', 'another'].map((name) => ({ name, limit }));
    const gcra = createGcra(redis, PREFIX);
    const taken = [await gcra.take(buckets), await gcra.take(buckets), await gcra.take(buckets)];
    expect(taken.map(({ allowed }) => allowed)).to.deep.equal([true, true, false]);
  });

  it('is found by a process that hardly gets to run', async () => {
    const hog = setInterval(() => {
      const end = performance.now() + 400;
      while (performance.now() < end);
    }, 410);
    try {
      await ready();
    } finally {
      clearInterval(hog);
    }
  });

  it('is not asked for its slots by a client that was closed while it asked', async () => {
    const redis = (await ready()) as unknown as Cluster;
    const ask = redis.refreshSlotsCache.bind(redis);
    let asked = 0;
    redis.refreshSlotsCache = (...args) => {
      asked += 1;
      ask(...args);
      redis.disconnect();
    };
    await until(() => asked === 1, 'it asks');
    await pause(1_500);
    expect(asked).to.equal(1);
  });

  it('counts addresses on whichever server has them', async () => {
    const counts = createAddressCounts(await ready(), PREFIX, 'tried');
    void counts.init?.({ windowMs: 60_000 } as never);
    const hits = await Promise.all(
      Array.from({ length: 20 }, async (_, n) => (await counts.increment(`192.0.2.${n}`)).totalHits),
    );
    expect(new Set(hits)).to.deep.equal(new Set([1]));
  });

  it('wakes a process whose subscription is at another server', async () => {
    const id = randomUUID();
    const waiters = createWaiters(await ready('listener'), PREFIX, id);
    await waiters.ready();
    const wait = waiters.wait('lead-1', 5_000);
    await createWake(await ready(), PREFIX).wake(id, 'lead-1');
    expect(await wait.promise).to.equal('woken');
    await waiters.close();
  });

  it('holds the ledger, which is stale after a failover until it is counted again', async () => {
    const redis = await ready();
    const leads: CountedLead[] = [];
    const { scan } = countedLeads(leads);
    const rebuild = () =>
      rebuildLedger({ scan, redis, prefix: PREFIX, catalogue, now, log: silentLog, when: 'when_stale' });
    const reserve = async (id: string) =>
      (await createLedger(redis, PREFIX).reserve(id, buckets, counted)).outcome;
    expect(await reserve('lead-1:1')).to.equal('stale');
    expect((await rebuild()).outcome).to.equal('rebuilt');
    expect(await reserve('lead-1:1')).to.equal('reserved');
    expect(await reserve('lead-2:1')).to.equal('full');
    expect((await createLedgerReader(redis, PREFIX).read())?.places.size).to.equal(1);

    const { root } = ledgerKeys(PREFIX);
    await cluster!.failOver(await cluster!.masterOf(root));
    leads.push(
      countedLead({
        id: 'lead-1',
        state: 'working',
        intent: { at: now, submission: 1, buyer_id: IDS.buyer },
      }),
    );
    const met = async () => (await reserve('lead-2:1').catch(() => '')) === 'stale';
    await until(met, 'the new master refuses to sell on what it was told');
    expect((await rebuild()).outcome).to.equal('rebuilt');
    expect(await reserve('lead-2:1')).to.equal('full');

    // The slot moves to another master: its places are there already, the rest is not.
    const from = await cluster!.masterOf(root);
    const to = (await Promise.all(['a', 'b', 'c', 'd', 'e', 'f'].map((key) => cluster!.masterOf(key)))).find(
      ({ port }) => port !== from.port,
    )!;
    const slot = await from.redis.cluster('KEYSLOT', root);
    const [fromId, toId] = [await from.redis.cluster('MYID'), await to.redis.cluster('MYID')];
    await to.redis.call('CLUSTER', 'SETSLOT', slot, 'IMPORTING', fromId);
    await from.redis.call('CLUSTER', 'SETSLOT', slot, 'MIGRATING', toId);
    const keys = await from.redis.cluster('GETKEYSINSLOT', slot, 100);
    const places = keys.filter((key) => key.endsWith(':in'));
    expect(places).not.to.deep.equal([]);
    const move = (names: readonly string[]) =>
      from.redis.call('MIGRATE', '127.0.0.1', to.port, '', 0, 5_000, 'KEYS', ...names);
    await move(places);
    expect(await reserve('lead-2:1').catch((error: unknown) => isDriverOutage(error))).to.equal(true);
    await move(keys.filter((key) => !places.includes(key)));
    expect(await reserve('lead-2:1').catch((error: unknown) => isDriverOutage(error))).to.equal(true);
    for (const { redis: one } of [to, from]) await one.call('CLUSTER', 'SETSLOT', slot, 'NODE', toId);
    await until(met, 'the other server has another era');
    expect((await rebuild()).outcome).to.equal('rebuilt');
    expect(await reserve('lead-2:1')).to.equal('full');
  });

  it('jobs go on after a killed master', async () => {
    const done: string[] = [];
    const settings = { redisUrl: cluster!.url, redisPrefix: PREFIX };
    const queues = createQueues(settings, silentLog, () => 1);
    const worker = startWorker({
      name: 'submit',
      settings,
      concurrency: 2,
      log: silentLog,
      catalogue: { reach: () => Promise.resolve() },
      process: ({ lead_id }) => Promise.resolve(void done.push(lead_id)),
    });
    const takes = (lead_id: string) =>
      until(
        () =>
          queues.submit([{ lead_id, submission: 1, request_id: 'r' }]).then(
            () => true,
            () => false,
          ),
        'the queue takes jobs',
      );
    // The test before killed a master, too.
    await takes('before');
    await until(() => done.includes('before'), 'the first job is done');
    const key = queueKeyPrefix(PREFIX, 'submit');
    const master = await cluster!.masterOf(key);
    await master.kill();
    await until(
      async () => (await cluster!.masterOf(key).catch(() => master)) !== master,
      'a replica takes over',
    );
    await takes('after');
    await until(() => done.includes('after'), 'the second job is done');
    master.restart();
    await worker.drain();
    await queues.close();
  });

  it('says in one sentence that slots are assigned to no server, and sells nothing on the ledger of such a slot', async () => {
    const redis = await ready();
    const { root } = ledgerKeys(PREFIX);
    const { redis: owner } = await cluster!.masterOf(root);
    const slot = await owner.cluster('KEYSLOT', root);
    // Its owner first, or it tells the others again.
    for (const one of [owner, ...cluster!.servers.map((server) => server.redis)])
      if (one.status === 'ready') await one.call('CLUSTER', 'DELSLOTS', slot).catch(() => undefined);
    await until(
      async () => ((await probeRedis(redis, ping)().catch(() => '')) ?? '') !== '',
      'the slot is missed',
    );
    expect(await probeRedis(redis, ping)()).to.match(
      /^1 of the 16384 slots of the Redis Cluster [\d.:,]+ are assigned to no server$/,
    );
    const sold: unknown = await createLedger(redis, PREFIX)
      .reserve('lead-9:1', buckets, counted)
      .catch((error: unknown) => isDriverOutage(error));
    expect(sold).to.equal(true);
  });
});
