import { expect } from 'chai';
import { randomBytes } from 'node:crypto';
import { mintKey } from '../../../src/core/keys/api-key.js';
import type { ApiKey } from '../../../src/core/keys/types.js';
import { OPERATIONS } from '../../../src/core/limits.js';
import { boundedMap } from '../../../src/platform/keys/bounded-map.js';
import { createKeyCache } from '../../../src/platform/keys/key-cache.js';
import { hashKey } from '../../../src/platform/keys/key-store.js';

const KEY = mintKey(false, randomBytes);
const UNKNOWN = mintKey(false, randomBytes);

function setUp(over: Partial<ApiKey> = {}) {
  const world = { now: 0, away: false, reads: 0, record: record(over) };
  const cache = createKeyCache(
    {
      findByHash(hash) {
        world.reads += 1;
        if (world.away) return Promise.reject(new Error('away'));
        return Promise.resolve(hash === hashKey(KEY) ? world.record : null);
      },
    },
    { refreshMs: 1_000, clock: () => new Date(world.now) },
  );
  return { world, cache };
}

const record = (over: Partial<ApiKey>): ApiKey => ({
  id: 'k',
  prefix: KEY.slice(0, 20),
  affiliate_id: 'A',
  is_test: false,
  operations: OPERATIONS,
  limits: {},
  created_at: new Date(0),
  ...over,
});

const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

describe('createKeyCache', () => {
  it('reads a key once and knows it then', async () => {
    const { world, cache } = setUp();
    expect(cache.isKnownValid(KEY)).to.equal(false);
    for (let n = 0; n < 5; n += 1) expect(await cache.lookup(KEY)).to.equal(world.record);
    expect(cache.isKnownValid(KEY)).to.equal(true);
    expect(world.reads).to.equal(1);
  });

  it('asks nobody about what can’t be a key', async () => {
    const { world, cache } = setUp();
    for (const text of ['', 'x', KEY.slice(1), `${KEY}x`]) expect(await cache.lookup(text)).to.equal(null);
    expect(world.reads).to.equal(0);
  });

  it('shares one read among calls of the same moment', async () => {
    const { world, cache } = setUp();
    await Promise.all(Array.from({ length: 50 }, () => cache.lookup(KEY)));
    expect(world.reads).to.equal(1);
  });

  it('remembers an unknown key for a second', async () => {
    const { world, cache } = setUp();
    for (let n = 0; n < 5; n += 1) expect(await cache.lookup(UNKNOWN)).to.equal(null);
    expect(world.reads).to.equal(1);
    world.now = 1_001;
    await cache.lookup(UNKNOWN);
    expect(world.reads).to.equal(2);
  });

  it('refreshes a busy key beside the call', async () => {
    const { world, cache } = setUp();
    await cache.lookup(KEY);
    world.now = 1_500;
    world.record = record({ revoked_at: new Date(1_400) });
    expect(await cache.lookup(KEY)).to.not.equal(null);
    await settled();
    expect(await cache.lookup(KEY)).to.equal(null);
    expect(cache.isKnownValid(KEY)).to.equal(false);
  });

  it('serves nothing that was read 4 s ago, and remembers that the key was valid', async () => {
    const { world, cache } = setUp();
    await cache.lookup(KEY);
    world.now = 4_000;
    world.record = record({ revoked_at: new Date(1) });
    expect(cache.isKnownValid(KEY)).to.equal(true);
    expect(await cache.lookup(KEY)).to.equal(null);
    expect(cache.isKnownValid(KEY)).to.equal(false);
  });

  it('ends a key at the moment it expires, without a read', async () => {
    const { world, cache } = setUp({ expires_at: new Date(500) });
    world.now = 499;
    expect(await cache.lookup(KEY)).to.not.equal(null);
    world.now = 500;
    expect(await cache.lookup(KEY)).to.equal(null);
    expect(cache.isKnownValid(KEY)).to.equal(false);
  });

  it('goes on through a short outage, and then throws', async () => {
    const { world, cache } = setUp();
    await cache.lookup(KEY);
    world.away = true;
    world.now = 3_999;
    expect(await cache.lookup(KEY)).to.not.equal(null);
    world.now = 4_000;
    const fault: unknown = await cache.lookup(KEY).catch((error: unknown) => error);
    expect(fault).to.be.instanceOf(Error);
    world.away = false;
    expect(await cache.lookup(KEY)).to.not.equal(null);
  });
});

describe('boundedMap', () => {
  it('forgets what was set longest ago', () => {
    const map = boundedMap<number>(2);
    map.set('a', 1);
    map.set('b', 2);
    map.set('a', 3);
    map.set('c', 4);
    expect([map.get('a'), map.get('b'), map.get('c')]).to.deep.equal([3, undefined, 4]);
  });
});
