import { expect } from 'chai';
import type { Redis } from 'ioredis';
import { countedCaps } from '../../../../src/core/caps/cap-buckets.js';
import type { CapBucket } from '../../../../src/core/caps/windows.js';
import { createLedger } from '../../../../src/platform/redis/ledger/ledger.js';
import { ledgerKeys } from '../../../../src/platform/redis/ledger/ledger-keys.js';
import { testPlace } from '../../../support/caps.js';
import { bornLedger, withCaps } from '../../../support/ledger.js';
import { privateServices } from '../../../support/services.js';

const day = testPlace({ id: 'day', limit: 2 });
const total: CapBucket = { ...testPlace({ id: 'total', window: 'total', limit: 7 }, 'all'), resets_at: null };
const unknown = testPlace({ id: 'never counted' });
const counted = countedCaps(withCaps([day.cap, total.cap]));

describe('calls of the ledger in one turn', () => {
  const services = privateServices();
  const { redisPrefix: prefix } = services;
  after(() => services.close());

  /** An empty ledger whose scripts the server knows. */
  async function open() {
    const redis = services.redis();
    const ledger = createLedger(redis, prefix);
    await bornLedger(redis, prefix, [day.cap, total.cap]);
    await ledger.used([day]);
    return { redis, ledger };
  }

  /** How many scripts this connection has sent from now on. The server's own count has those of other files' tests too. */
  function scriptsSent(redis: Redis): () => number {
    let sent = 0;
    const send = redis.sendCommand.bind(redis);
    redis.sendCommand = (command, stream) => {
      if (command.name === 'evalsha') sent += 1;
      return send(command, stream);
    };
    return () => sent;
  }

  it('leave in one script, and are answered in their order', async () => {
    const { redis, ledger } = await open();
    const sent = scriptsSent(redis);
    const answers = await Promise.all([
      ledger.reserve('a:1', [day], counted),
      ledger.reserve('b:1', [day, total], counted),
      ledger.reserve('c:1', [day], counted),
      ledger.reserve('d:1', [unknown], counted),
      ledger.confirm('a:1', [day], counted),
      ledger.release('b:1', [day], counted),
      ledger.used([day, total]),
      ledger.reserve('c:1', [day], counted),
    ]);
    expect(answers).to.deep.equal([
      { outcome: 'reserved' },
      { outcome: 'reserved' },
      { outcome: 'full', cap_id: 'day' },
      { outcome: 'stale' },
      'done',
      'done',
      [1, 1],
      { outcome: 'reserved' },
    ]);
    expect(sent()).to.equal(1);
  });

  it('that answers set going, which arrive together, leave in one script too', async () => {
    const { redis, ledger } = await open();
    const sent = scriptsSent(redis);
    // Two callbacks of one turn of the event loop.
    const inCallback = (id: string) =>
      new Promise((resolve) => {
        setTimeout(() => {
          resolve(ledger.reserve(id, [total], counted));
        }, 5);
      });
    await Promise.all(['a:1', 'b:1', 'c:1'].map(inCallback));
    expect(sent()).to.equal(1);
  });

  it('do not fail each other', async () => {
    const { redis, ledger } = await open();
    const { root, generation } = ledgerKeys(prefix);
    const token = (await redis.hget(root, 'token'))!;
    await redis.set(generation(token).members(total), 'not a set');
    const [one, other, third] = await Promise.allSettled([
      ledger.reserve('a:1', [day], counted),
      ledger.reserve('b:1', [total], counted),
      ledger.confirm('a:1', [day], counted),
    ]);
    expect(one).to.deep.include({ value: { outcome: 'reserved' } });
    expect(other.status).to.equal('rejected');
    expect(third).to.deep.include({ value: 'done' });
    expect(await ledger.used([day])).to.deep.equal([1]);
  });

  it('counts no confirmation twice or never because of a broken counter', async () => {
    const { redis, ledger } = await open();
    const { root, generation } = ledgerKeys(prefix);
    const key = generation((await redis.hget(root, 'token'))!).confirmed(day);
    await ledger.reserve('a:1', [day], counted);
    await redis.lpush(key, 'not a number');
    const confirm = () => Promise.allSettled([ledger.confirm('a:1', [day], counted), ledger.used([total])]);
    expect((await confirm()).map(({ status }) => status)).to.deep.equal(['rejected', 'fulfilled']);
    await redis.del(key);
    expect((await confirm()).map(({ status }) => status)).to.deep.equal(['fulfilled', 'fulfilled']);
    expect(await ledger.used([day])).to.deep.equal([1]);
  });

  it('that ask for many caps tell each apart: reserved, confirmed and given back', async () => {
    const redis = services.redis();
    const many = Array.from({ length: 250 }, (_, at) => testPlace({ id: `cap-${at}`, limit: 9 }));
    const all = countedCaps(withCaps(many.map(({ cap }) => cap)));
    await bornLedger(
      redis,
      prefix,
      many.map(({ cap }) => cap),
    );
    const ledger = createLedger(redis, prefix);
    const expected = many.map(() => 0);
    for (const [at, sold, back] of [
      [0, 0, 0],
      [99, 2, 1],
      [100, 1, 1],
      [101, 3, 0],
      [249, 0, 0],
    ] as const) {
      const place = [many[at]!];
      await ledger.reserve(`open:${at}`, place, all);
      for (let n = 0; n < sold; n += 1) {
        await ledger.reserve(`sold-${n}:${at}`, place, all);
        await ledger.confirm(`sold-${n}:${at}`, place, all);
      }
      for (let n = 0; n < back; n += 1) await ledger.giveBack(`sold-${n}:${at}`, place, all);
      expected[at] = 1 + sold - back;
    }
    expect(await ledger.used(many)).to.deep.equal(expected);
    expect(await ledger.used([...many, unknown])).to.equal('stale');
  });

  it('of many caps leave in scripts that the server answers quickly', async () => {
    const { redis, ledger } = await open();
    const sent = scriptsSent(redis);
    const many = Array.from({ length: 1_500 }, () => day);
    const used = await Promise.all(Array.from({ length: 30 }, () => ledger.used(many)));
    expect(used.every((numbers) => numbers.length === many.length)).to.equal(true);
    expect(sent()).to.equal(6);
  });

  it('of many leads leave in scripts of a hundred', async () => {
    const { redis, ledger } = await open();
    const sent = scriptsSent(redis);
    const ids = Array.from({ length: 250 }, (_, n) => `${n}:1`);
    const answers = await Promise.all(ids.map((id) => ledger.reserve(id, [total], counted)));
    expect(answers.filter(({ outcome }) => outcome === 'reserved')).to.have.length(7);
    expect(sent()).to.equal(3);
  });
});
