import { EventEmitter } from 'node:events';
import { expect } from 'chai';
import type { Redis } from 'ioredis';
import { awaitRedis } from '../../../src/platform/redis/redis.js';
import { isDriverOutage } from '../../../src/platform/process/outage.js';

/** What is asked of a connection: its status, and its event when it has found Redis. */
function aConnection(status: string) {
  const connection = Object.assign(new EventEmitter(), { status });
  const becomes = (next: string): void => {
    connection.status = next;
    connection.emit(next);
  };
  return { redis: connection as unknown as Redis, connection, becomes };
}
const HOURS = 3_600_000;

describe('awaitRedis', () => {
  it('does not wait when Redis is there', async () => {
    await awaitRedis(aConnection('ready').redis, 0);
  });

  it('waits for a connection that is looking for Redis, and leaves no listener', async () => {
    const { redis, connection, becomes } = aConnection('reconnecting');
    const waiting = Promise.all([awaitRedis(redis, HOURS), awaitRedis(redis, HOURS)]);
    becomes('connecting');
    becomes('ready');
    await waiting;
    expect(connection.listenerCount('ready')).to.equal(0);
  });

  for (const status of ['reconnecting', 'connecting', 'end'])
    it(`is an outage when the connection is still ${status} after the limit`, async () => {
      const { redis, connection } = aConnection(status);
      expect(await awaitRedis(redis, 20).catch(isDriverOutage)).to.equal(true);
      expect(connection.listenerCount('ready')).to.equal(0);
    });

  it('is an outage when the connection is lost again at once', async () => {
    const { redis, connection, becomes } = aConnection('reconnecting');
    const waiting = awaitRedis(redis, HOURS);
    becomes('ready');
    connection.status = 'close';
    expect(await waiting.catch(isDriverOutage)).to.equal(true);
  });
});
