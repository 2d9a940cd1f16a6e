import { expect } from 'chai';
import { randomBytes } from 'node:crypto';
import { hashKey } from '../../../../src/core/keys/key-format.js';
import { isKeyValid } from '../../../../src/core/keys/stored-key.js';
import { mintKey, type ApiKey, isApiKey } from '../../../../src/core/keys/api-key.js';
import { OPERATIONS } from '../../../../src/core/limits/limits.js';
import { boundedMap, createKeyCache } from '../../../../src/platform/mongo/keys/key-cache.js';

const KEY = mintKey(false, randomBytes);
const UNKNOWN = mintKey(false, randomBytes);

function setUp(over: Partial<ApiKey> = {}) {
  const world = { now: 0, away: false, lists: 0, lookUps: 0, record: record(over) };
  const answer = <T>(value: T): Promise<T> =>
    world.away ? Promise.reject(new Error('away')) : Promise.resolve(value);
  const cache = createKeyCache(
    {
      listValid(now) {
        world.lists += 1;
        return answer(isKeyValid(world.record, now) ? [[hashKey(KEY), world.record] as const] : []);
      },
      findByHash(hash) {
        world.lookUps += 1;
        return answer(hash === hashKey(KEY) ? world.record : null);
      },
    },
    { isKey: isApiKey, refreshMs: 1_000, clock: () => new Date(world.now) },
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
  it('knows every valid key from the start, without a look-up', async () => {
    const { world, cache } = setUp();
    await cache.load();
    for (let n = 0; n < 5; n += 1) expect(await cache.known(KEY)).to.equal(world.record);
    expect([world.lists, world.lookUps]).to.deep.equal([1, 0]);
  });

  it('asks nobody about what can’t be a key', async () => {
    const { world, cache } = setUp();
    for (const text of ['', 'x', KEY.slice(1), `${KEY}x`])
      expect([await cache.known(text), await cache.lookUp(text)]).to.deep.equal([null, null]);
    expect([world.lists, world.lookUps]).to.deep.equal([0, 0]);
  });

  it('shares one read among calls of the same moment', async () => {
    const { world, cache } = setUp();
    await Promise.all(Array.from({ length: 50 }, () => cache.known(KEY)));
    await Promise.all(Array.from({ length: 50 }, () => cache.lookUp(UNKNOWN)));
    expect([world.lists, world.lookUps]).to.deep.equal([1, 1]);
  });

  it('remembers an unknown key for a second', async () => {
    const { world, cache } = setUp();
    for (let n = 0; n < 5; n += 1) expect(await cache.lookUp(UNKNOWN)).to.equal(null);
    expect(world.lookUps).to.equal(1);
    world.now = 1_001;
    await cache.lookUp(UNKNOWN);
    expect(world.lookUps).to.equal(2);
  });

  it('looks up eight unknown keys at once and no more', async () => {
    const { world, cache } = setUp();
    const keys = Array.from({ length: 50 }, () => mintKey(false, randomBytes));
    const found = await Promise.all(keys.map((key) => cache.lookUp(key)));
    expect(found.filter((each) => each === 'busy')).to.have.length(42);
    expect(world.lookUps).to.equal(8);
    expect(await cache.lookUp(keys.at(-1) ?? '')).to.equal(null);
  });

  it('knows a key that was issued since: by a look-up at once, by the list when it is read anew', async () => {
    const { world, cache } = setUp({ revoked_at: new Date(0) });
    await cache.load();
    world.record = record({});
    expect(await cache.known(KEY)).to.equal(null);
    expect(await cache.lookUp(KEY)).to.equal(world.record);
    expect(await cache.known(KEY)).to.equal(world.record);
    const other = setUp({ revoked_at: new Date(0) });
    await other.cache.load();
    other.world.record = record({});
    other.world.now = 1_000;
    await other.cache.known(UNKNOWN);
    await settled();
    expect(await other.cache.known(KEY)).to.equal(other.world.record);
    expect(other.world.lookUps).to.equal(0);
  });

  it('a list that was begun before a look-up does not forget what that found', async () => {
    const { world, cache } = setUp({ revoked_at: new Date(0) });
    const listing = cache.load();
    world.record = record({});
    await cache.lookUp(KEY);
    await listing;
    expect(await cache.known(KEY)).to.equal(world.record);
  });

  it('refreshes beside the call', async () => {
    const { world, cache } = setUp();
    await cache.known(KEY);
    world.now = 1_500;
    world.record = record({ revoked_at: new Date(1_400) });
    expect(await cache.known(KEY)).to.not.equal(null);
    await settled();
    expect(await cache.known(KEY)).to.equal(null);
    expect(world.lists).to.equal(2);
  });

  for (const [what, at] of [
    ['4 s ago', 4_000],
    ['by a clock that was set back since', -4_000],
  ] as const)
    it(`serves nothing that was read ${what}`, async () => {
      const { world, cache } = setUp();
      await cache.known(KEY);
      world.now = at;
      world.record = record({ revoked_at: new Date(1) });
      expect(await cache.known(KEY)).to.equal(null);
    });

  it('ends a key at the moment it expires, without a read', async () => {
    const { world, cache } = setUp({ expires_at: new Date(500) });
    world.now = 499;
    expect(await cache.known(KEY)).to.not.equal(null);
    world.now = 500;
    expect(await cache.known(KEY)).to.equal(null);
    expect(world.lists).to.equal(1);
  });

  it('goes on through a short outage, and then throws', async () => {
    const { world, cache } = setUp();
    await cache.known(KEY);
    world.away = true;
    world.now = 3_999;
    expect(await cache.known(KEY)).to.not.equal(null);
    world.now = 4_000;
    const fault: unknown = await cache.known(KEY).catch((error: unknown) => error);
    expect(fault).to.be.instanceOf(Error);
    world.away = false;
    expect(await cache.known(KEY)).to.not.equal(null);
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
