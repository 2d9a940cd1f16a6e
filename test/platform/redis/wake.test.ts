import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import type { Redis } from 'ioredis';
import { openRedis } from '../../../src/platform/redis/redis.js';
import { createWaiters, createWake } from '../../../src/platform/redis/wake.js';
import { type Waiters } from '../../../src/app/ports/waiters.js';
import { flakyRedis } from '../../support/flaky-redis.js';
import { privateServices, silentLog } from '../../support/services.js';
import { sharedResult } from '../../support/shared-results.js';
import { until } from '../../support/until.js';

/** Longer than a busy machine keeps a wake-up on its way. */
const LONG_MS = 60_000;

describe('wake-ups', () => {
  const services = privateServices();
  const prefix = services.redisPrefix;
  let subscriber: Redis;
  let waiters: Waiters;

  before(async () => {
    subscriber = services.redis().duplicate();
    waiters = createWaiters(subscriber, prefix, 'web-1');
    await waiters.ready();
    const sender = services.redis();
    await until(() => sender.status === 'ready', 'redis is there');
  });
  after(async () => {
    await waiters.close();
    subscriber.disconnect();
    await services.close();
  });
  const wake = (replyTo: string, id: string) => createWake(services.redis(), prefix).wake(replyTo, id);
  /** Resolves when everything that was sent before has arrived: a channel keeps its order. */
  const arrived = async (): Promise<void> => {
    const last = waiters.wait('the last', LONG_MS);
    await wake('web-1', 'the last');
    expect(await last.promise).to.equal('woken');
  };

  it('reach every waiter of the id, and no other', async () => {
    const both = [waiters.wait('a', LONG_MS), waiters.wait('a', LONG_MS)];
    const other = waiters.wait('b', 150);
    await wake('web-1', 'a');
    expect(await Promise.all(both.map(({ promise }) => promise))).to.deep.equal(['woken', 'woken']);
    expect(await other.promise).to.equal('timeout');
  });

  it('are not missed when they come before anybody looks at the promise', async () => {
    const waiting = waiters.wait('early', LONG_MS);
    await wake('web-1', 'early');
    await arrived();
    expect(await waiting.promise).to.equal('woken');
  });

  const RESULTS = ['A', 'B'].map((text) => sharedResult(randomUUID(), text));
  const ACCEPTED = {
    submission: 1,
    at: new Date('2026-11-22T10:00:00Z'),
    payout_cents: 3_000,
    source: 'buyer',
  } as const;
  for (const [what, note, isRead] of [
    ['an accepted submission', ACCEPTED, false],
    ['the results of a search', { run: 1, results: RESULTS }, false],
    ['a search that found nothing', { run: 1, results: [] }, false],
    ['too many results, which are read', { run: 1, results: Array(200).fill(RESULTS[0]) }, true],
  ] as const)
    it(`carry a note: ${what}`, async () => {
      const { promise } = waiters.wait('a', LONG_MS);
      await createWake(services.redis(), prefix).wake('web-1', 'a', note);
      expect(await promise).to.deep.equal(isRead ? 'woken' : note);
    });

  it('are for one process', async () => {
    const waiting = waiters.wait('mine', 100);
    await wake('web-2', 'mine');
    expect(await waiting.promise).to.equal('timeout');
  });

  it('wake once: a later waiter of the same id waits for the next', async () => {
    await wake('web-1', 'gone');
    await arrived();
    expect(await waiters.wait('gone', 100).promise).to.equal('timeout');
  });

  it('can be given up for', async () => {
    const waiting = waiters.wait('given up', 60_000);
    waiting.cancel();
    waiting.cancel();
    expect(await waiting.promise).to.equal('timeout');
  });

  it('end with the waiters when the process closes', async () => {
    const own = services.redis().duplicate();
    const closing = createWaiters(own, prefix, 'web-3');
    await closing.ready();
    const waiting = closing.wait('a', 60_000);
    await closing.close();
    expect(await waiting.promise).to.equal('timeout');
    own.disconnect();
  });

  it('of changed results reach those who watch the search, from the moment that they hear', async () => {
    const sender = createWake(services.redis(), prefix);
    let [ours, others] = [0, 0];
    const watch = waiters.watch('search-1', () => (ours += 1));
    const other = waiters.watch('search-2', () => (others += 1));
    await Promise.all([watch.heard, other.heard]);
    await sender.changed('search-1');
    await arrived();
    expect([ours, others]).to.deep.equal([1, 0]);
    watch.leave();
    await sender.changed('search-1');
    await arrived();
    expect(ours).to.equal(1);
    other.leave();
  });

  it('of changed results go to no process that watches nothing', async () => {
    const watch = waiters.watch('search-3', () => undefined);
    await watch.heard;
    const told = (id: string) => services.redis().publish(`${prefix}:changed:${id}`, id);
    expect([await told('search-3'), await told('search-4')]).to.deep.equal([1, 0]);
    watch.leave();
    await arrived();
    expect(await told('search-3')).to.equal(0);
  });

  it('come again after an outage; during it waiters time out and nothing throws or waits', async () => {
    const flaky = await flakyRedis(services.redisUrl, 'away');
    const [listener, caller] = [
      openRedis(flaky.url, 'listener', silentLog),
      openRedis(flaky.url, 'caller', silentLog),
    ];
    const cut = createWaiters(listener, prefix, 'web-4');
    const sender = createWake(caller, prefix);
    const arrives = async (): Promise<boolean> => {
      const waiting = cut.wait('x', 100);
      await sender.wake('web-4', 'x');
      return (await waiting.promise) === 'woken';
    };
    expect(await arrives()).to.be.false;
    await flaky.comeBack();
    await cut.ready();
    await until(arrives, 'woken after a late start');
    await flaky.goAway();
    expect(await arrives()).to.be.false;
    let missed = 0;
    const watch = cut.watch('search-6', () => (missed += 1));
    await watch.heard;
    await flaky.comeBack();
    await until(arrives, 'woken after an outage');
    await until(() => missed > 0, 'a watcher is told that it may have missed a change');
    await until(async () => {
      await sender.changed('search-6');
      return missed > 1;
    }, 'a watcher is told of changes after an outage');
    flaky.hang();
    // Its caller goes on, though nothing is answered.
    await sender.wake('web-4', 'x');
    await cut.close();
    listener.disconnect();
    caller.disconnect();
    await flaky.close();
  });
});
