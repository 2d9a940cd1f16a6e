import { expect } from 'chai';
import type { Violation } from '../../../src/core/invariants/invariant.js';
import { checkEverything, type Checked } from '../../../src/app/integrity/check-everything.js';
import { createTimedChangeStore } from '../../../src/platform/mongo/timed-changes/timed-change-store.js';
import { createCatalogueStore } from '../../../src/platform/mongo/catalogue/catalogue-store.js';
import { createBookStore } from '../../../src/platform/mongo/money/book-store.js';
import { createRecordReader } from '../../../src/platform/mongo/record-reader.js';
import { createLedgerReader } from '../../../src/platform/redis/ledger/ledger-reader.js';
import { ledgerKeys } from '../../../src/platform/redis/ledger/ledger-keys.js';
import { PLANTED } from '../../support/planted-faults.js';
import { privateServices } from '../../support/services.js';
import { CAP, soundWorld, type SoundWorld } from '../../support/sound-world.js';
import { storeWorld } from '../../support/store-world.js';

/** Tomorrow at noon in New York: what is stored in Redis until its window ends is kept, and no day ends meanwhile. */
const NOW = new Date(`${new Date(Date.now() + 86_400_000).toISOString().slice(0, 10)}T17:00:00Z`);

describe('checking a database and a ledger', () => {
  const services = privateServices();
  after(() => services.close());

  async function check(
    world: SoundWorld,
    over: Partial<Parameters<typeof checkEverything>[0]> = {},
  ): Promise<{ checked: Checked; violations: Violation[] }> {
    const connection = await services.connection();
    const redis = services.redis();
    const violations: Violation[] = [];
    const checked = await checkEverything({
      records: createRecordReader(connection),
      ledger: createLedgerReader(redis, services.redisPrefix),
      versions: createCatalogueStore(connection),
      timedChanges: createTimedChangeStore(connection),
      books: createBookStore(connection),
      clock: () => world.now,
      settled: true,
      kept_since: null,
      onViolation: (violation) => void violations.push(violation),
      beforeSecondLook: () => Promise.resolve(),
      ...over,
    });
    return { checked, violations };
  }
  async function stored(plant: (world: SoundWorld) => void = () => undefined): Promise<SoundWorld> {
    const world = soundWorld(NOW);
    plant(world);
    await storeWorld(await services.connection(), services.redis(), services.redisPrefix, world);
    return world;
  }
  const namesIn = (violations: readonly Violation[]): string[] =>
    [...new Set(violations.map(({ invariant }) => invariant))].sort();

  it('finds nothing where every promise is kept, and says what it looked at', async () => {
    const { checked, violations } = await check(await stored());
    expect(violations).to.deep.equal([]);
    expect(checked).to.deep.equal({ leads: 5, searches: 1, claims: 6, places: 2, acknowledged: 0 });
  });

  for (const { what, plant, found } of PLANTED)
    it(`finds ${what}`, async () => {
      const { violations } = await check(await stored(plant));
      expect(namesIn(violations)).to.deep.equal([...found].sort());
      expect(JSON.stringify(violations)).to.not.match(/ann@|6085550100|Ann/);
    });

  it('finds what was acknowledged and is not stored', async () => {
    const world = await stored();
    const missing = '30000000-0000-4000-8000-000000000001';
    // eslint-disable-next-line @typescript-eslint/require-await -- an async iterable of what is at hand
    async function* ids() {
      yield* [...world.leads.keys(), ...world.searches.keys(), missing];
    }
    const { checked, violations } = await check(world, { acknowledged: ids() });
    expect(checked.acknowledged).to.equal(7);
    expect(violations.map(({ invariant, id }) => [invariant, id])).to.deep.equal([
      ['acknowledged-is-stored', missing],
    ]);
  });

  it('does not compare a ledger that is out of service', async () => {
    const world = await stored();
    await services.redis().hset(ledgerKeys(services.redisPrefix).root, 'epoch', 'another server');
    const { checked, violations } = await check(world);
    expect([checked.places, violations]).to.deep.equal([null, []]);
  });

  it('does not compare what is left of a cap that the ledger counts no more', async () => {
    const world = await stored();
    const { known } = ledgerKeys(services.redisPrefix).generation('test-token');
    await services.redis().srem(known, CAP.id);
    const { checked, violations } = await check(world);
    expect([checked.places, violations]).to.deep.equal([1, []]);
  });

  it('does not tell what is put right between two looks', async () => {
    const world = await stored((one) => {
      one.claims.delete('key-phone-direct');
    });
    const claims = (await services.connection()).collection<{ _id: string }>('claims');
    const whole = soundWorld(NOW).claims.get('key-phone-direct')!;
    const { violations } = await check(world, {
      beforeSecondLook: () => claims.insertOne({ _id: 'key-phone-direct', owners: whole.owners } as never),
    });
    expect(violations).to.deep.equal([]);
  });
});
