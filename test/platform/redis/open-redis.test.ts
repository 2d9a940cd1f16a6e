import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { expect } from 'chai';
import { closeRedis, openRedis } from '../../../src/platform/redis/redis.js';
import { redisRefused } from '../../../src/platform/redis/redis-refusal.js';
import { probeRedis } from '../../../src/platform/process/readiness.js';
import { captureLog } from '../../support/captured-log.js';
import { flakyServer } from '../../support/flaky-server.js';
import { privateServices, silentLog } from '../../support/services.js';
import { until } from '../../support/until.js';

/** Nothing of this process runs for so long, as on a machine that gives it nothing. */
const standStill = (ms: number): void => {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);
};

describe('openRedis', function () {
  it('takes the answer that came while this process stood still for a second', async () => {
    const services = privateServices();
    const redis = openRedis(services.redisUrl, 'caller', silentLog);
    try {
      await once(redis, 'ready');
      const asked = redis.ping();
      standStill(1_000);
      expect(await asked).to.equal('PONG');
    } finally {
      closeRedis(redis);
      await services.close();
    }
  });

  it('sends what several callbacks of one turn ask for with one write', async () => {
    const services = privateServices();
    const redis = openRedis(services.redisUrl, 'caller', silentLog);
    await once(redis, 'ready');
    const corked: number[] = [];
    const ask = (): Promise<unknown> =>
      new Promise((resolve) => {
        setImmediate(() => {
          corked.push(redis.stream.writableCorked);
          resolve(redis.ping());
        });
      });
    await Promise.all([ask(), ask(), ask()]);
    closeRedis(redis);
    await services.close();
    expect(corked).to.deep.equal([0, 1, 1]);
  });

  it('says of a Redis in protected mode what it is, and not that a password was supplied', async () => {
    const server = createServer((socket) => {
      // Unread, it would never hear that the other end is closed.
      socket.on('error', () => undefined).resume();
      socket.end(
        '-DENIED Redis is running in protected mode because protected mode is enabled and no password is set\r\n',
      );
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { log, text } = captureLog();
    const redis = openRedis(
      `redis://:password@127.0.0.1:${(server.address() as AddressInfo).port}`,
      'caller',
      log,
    );
    try {
      await until(
        () => text().includes('waiting for Redis: it has no password and is in protected mode'),
        'it says so',
      );
      const queues = { ping: () => redis.ping().then(() => undefined) };
      expect(await probeRedis(redis, queues)()).to.contain('protected mode');
    } finally {
      closeRedis(redis);
      server.close();
    }
  });

  it('says of a Redis that refuses the password what to do, and that no waiting helps', async () => {
    const server = createServer((socket) => {
      const refuse = (): void => void socket.write('-WRONGPASS invalid username-password pair\r\n');
      socket.on('error', () => undefined).on('data', refuse);
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { log, text } = captureLog();
    const redis = openRedis(
      `redis://:wrong@127.0.0.1:${(server.address() as AddressInfo).port}`,
      'caller',
      log,
    );
    try {
      const refused = await redisRefused(redis).catch(String);
      expect(refused).to.match(/^SettingsError: Settings: Redis refuses .+ REDIS_URL: correct them\.$/);
      expect(text()).to.contain('waiting for Redis: Redis refuses');
      const queues = { ping: () => redis.ping().then(() => undefined) };
      expect(await probeRedis(redis, queues)()).to.contain('REDIS_URL');
    } finally {
      closeRedis(redis);
      server.close();
    }
  });

  it('uses no other database if the server does not have that of the address', async () => {
    const services = privateServices();
    const redis = openRedis(new URL('/4096', services.redisUrl).href, 'caller', silentLog);
    try {
      const seen: string[] = [];
      redis.on('ready', () => seen.push('ready'));
      redis.on('error', ({ message }: Error) => seen.push(message));
      await until(() => seen.length >= 3, 'it was tried again');
      expect(seen).to.not.include('ready');
      expect(seen[0]).to.contain('DB index');
    } finally {
      closeRedis(redis);
      await services.close();
    }
  });

  it('keeps a connection whose answer is late because everything stood still', async () => {
    const services = privateServices();
    // Passed on by this process, so nothing has come when it goes on.
    const server = await flakyServer(services.redisUrl);
    const redis = openRedis(server.url, 'caller', silentLog);
    try {
      await once(redis, 'ready');
      const closed = new Set<unknown>();
      redis.on('close', () => closed.add('closed'));
      const asked = redis.ping();
      standStill(3_000);
      expect(await asked).to.equal('PONG');
      expect(closed).to.be.empty;
    } finally {
      closeRedis(redis);
      await server.close();
      await services.close();
    }
  });

  it('makes a connection anew that answers nothing, though nobody closes it', async () => {
    const services = privateServices();
    const server = await flakyServer(services.redisUrl);
    const redis = openRedis(server.url, 'caller', silentLog);
    try {
      await once(redis, 'ready');
      server.hang();
      const closed = new Promise((resolve) => redis.once('close', resolve));
      expect(await redis.ping().catch(String)).to.contain('Command timed out');
      await closed;
    } finally {
      closeRedis(redis);
      await server.close();
      await services.close();
    }
  });
});
