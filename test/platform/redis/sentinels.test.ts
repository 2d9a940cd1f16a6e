import { expect } from 'chai';
import { once } from 'node:events';
import type { Redis } from 'ioredis';
import { Queue, Worker } from 'bullmq';
import { probeRedis } from '../../../src/platform/process/readiness.js';
import { closeRedis, openRedis } from '../../../src/platform/redis/redis.js';
import { replicated, startOwnRedis, type OwnRedis } from '../../support/own-redis.js';
import { programOf, startSentinels, type Sentinels } from '../../../chaos/environment/sentinels.js';
import { silentLog } from '../../support/services.js';
import { until } from '../../support/until.js';

const NAME = 'exchange';
const ping = { ping: () => Promise.resolve() };

describe('Redis behind Sentinels', function () {
  let own: OwnRedis;
  let sentinels: Sentinels | undefined;
  const hosts = (): string => sentinels?.hosts ?? '';
  const opened: Redis[] = [];
  const open = (hosts: string, flavour: 'caller' | 'listener' = 'caller', name = NAME): Redis => {
    const redis = openRedis(`redis+sentinel://${hosts}/${name}`, flavour, silentLog);
    opened.push(redis);
    return redis;
  };

  before(async function () {
    own = await startOwnRedis(2);
    const [master, replica] = own.servers as [Redis, Redis];
    if ((await programOf(master)) === undefined) this.skip();
    await replica.replicaof('127.0.0.1', master.options.port!);
    await until(
      async () => (await replica.info('replication')).includes('master_link_status:up'),
      'the replica follows',
    );
    sentinels = await startSentinels(master, NAME);
  });
  after(async () => {
    for (const redis of opened) closeRedis(redis);
    await sentinels?.close();
    await own.close();
  });

  it('says in one sentence that no master has this name', async () => {
    const redis = open(hosts(), 'caller', 'another');
    await until(async () => (await probeRedis(redis, ping)().catch(() => '')) !== '', 'it is known');
    expect(await probeRedis(redis, ping)()).to.equal(`a Sentinel of ${hosts()} names no master "another"`);
  });

  it('says in one sentence that no Sentinel answers', async () => {
    const redis = open('127.0.0.1:1');
    await until(async () => (await probeRedis(redis, ping)().catch(() => '')) !== '', 'it is known');
    expect(await probeRedis(redis, ping)()).to.equal('no Sentinel of 127.0.0.1:1 answers');
  });

  it('finds the new master after the old one died, and its jobs go on', async () => {
    const redis = open(hosts());
    const done: string[] = [];
    const queue = new Queue('jobs', { connection: open(hosts(), 'listener'), prefix: '{jobs}' });
    const worker = new Worker('jobs', ({ name }) => Promise.resolve(done.push(name)), {
      connection: open(hosts(), 'listener'),
      prefix: '{jobs}',
    });
    worker.on('error', () => undefined);
    await queue.add('before', {});
    await until(() => done.includes('before'), 'the first job is done');
    await until(() => redis.status === 'ready', 'there is a master');
    const [master, replica] = own.servers as [Redis, Redis];
    await redis.set('kept', 'by both');
    await replicated(redis);
    const died = once(master, 'close');
    master.shutdown('NOSAVE').catch(() => undefined);
    await died;
    master.disconnect();
    await until(
      async () => (await redis.set('written', 'after').catch(() => undefined)) === 'OK',
      'the new master takes writes',
    );
    expect(await replica.get('written')).to.equal('after');
    expect(await redis.get('kept')).to.equal('by both');
    expect(await probeRedis(redis, ping)()).to.equal(undefined);
    await queue.add('after', {});
    await until(() => done.includes('after'), 'the second job is done');
    await worker.close(true);
    await queue.close();
  });
});
