import { createHash } from 'node:crypto';
import { expect } from 'chai';
import { keepList } from '../../../../src/app/suppression/keep-list.js';
import type { SuppressionLog } from '../../../../src/app/ports/suppression-log.js';
import { fingerprintOf } from '../../../../src/core/suppression/filter.js';
import { suppressionId, type Suppression } from '../../../../src/core/suppression/suppression.js';
import { createSuppressionCache } from '../../../../src/platform/mongo/suppressions/suppression-cache.js';
import {
  createSuppressionLog,
  fingerprintsFirst,
} from '../../../../src/platform/mongo/suppressions/suppression-log.js';
import { createSuppressionStore } from '../../../../src/platform/mongo/suppressions/suppression-store.js';
import { migratedServices } from '../../../support/services.js';

const DAY_MS = 86_400_000;
const keyOf = (text: string): string => createHash('sha256').update(text).digest('hex');
const entry = (name: string): Suppression => ({
  ...{ id: suppressionId(keyOf(name), { of: 'all' }), kind: 'email', scope: { of: 'all' } },
  ...{ reason: 'Asked', source: 'desk', added_by: 'ann', added_at: new Date('2026-11-01T12:00:00Z') },
});

describe('the log of the suppression list, written anew', () => {
  const services = migratedServices();
  let log: SuppressionLog;
  let store: ReturnType<typeof createSuppressionStore>;
  let now = Date.parse('2026-11-01T12:00:00Z');
  const clock = () => new Date(now);
  const cacheOf = (from: Pick<SuppressionLog, 'after'> = log) =>
    createSuppressionCache(from, store, { refreshMs: 2_000, clock });
  const keep = () => keepList({ suppressionLog: log, suppressionStore: store }, clock());

  before(async () => {
    const connection = await services.migrated();
    log = createSuppressionLog(connection, clock);
    store = createSuppressionStore(connection, log);
  });
  beforeEach(async () => {
    const connection = await services.connection();
    for (const name of ['suppressions', 'suppression_log']) await connection.collection(name).deleteMany({});
  });
  after(() => services.close());

  const chunks = async () => {
    const found = (await services.connection()).collection<{ _id: number; count: number; at?: Date }>(
      'suppression_log',
    );
    return found
      .find({}, { projection: { fingerprints: 0 } })
      .sort({ _id: 1 })
      .toArray();
  };
  async function whoIsIn(names: readonly string[]): Promise<string[]> {
    const cache = cacheOf();
    await cache.load();
    return names.filter((name) => cache.maybe(keyOf(name)));
  }

  it('forgets who was removed after 8 days, and nobody else, for a reader that was anywhere', async () => {
    const [behind, half] = [cacheOf(), cacheOf()];
    await store.put([entry('ann'), entry('bob')]);
    await half.load();
    await store.put([entry('cay')]);
    await store.remove([entry('bob').id]);
    now += 6 * DAY_MS;
    await keep();
    expect(await whoIsIn(['ann', 'bob', 'cay'])).to.deep.equal(['ann', 'bob', 'cay']);
    now += 2 * DAY_MS;
    await keep();
    expect(await whoIsIn(['ann', 'bob', 'cay'])).to.deep.equal(['ann', 'cay']);
    await store.put([entry('dan')]);
    for (const cache of [behind, half]) {
      await cache.load();
      for (const name of ['ann', 'cay', 'dan']) expect(cache.maybe(keyOf(name)), name).to.equal(true);
    }
  });

  it('keeps fingerprints whose entries are still to come, and those of entries that came meanwhile', async () => {
    await store.put([entry('ann')]);
    now += 8 * DAY_MS;
    await log.append([fingerprintOf(keyOf('soon'))]);
    const during: SuppressionLog = {
      ...log,
      replace: (before, listed) =>
        log.replace(
          before,
          (async function* () {
            yield* listed;
            await store.put([entry('late')]);
          })(),
        ),
    };
    await keepList({ suppressionLog: during, suppressionStore: store }, clock());
    expect(await whoIsIn(['ann', 'soon', 'late'])).to.deep.equal(['ann', 'soon', 'late']);
  });

  it('gives no number twice, also when nobody is left on the list', async () => {
    await store.put([entry('ann')]);
    const reader = cacheOf();
    await reader.load();
    const [first] = await chunks();
    await store.remove([entry('ann').id]);
    now += 8 * DAY_MS;
    await keep();
    expect((await chunks()).map(({ count }) => count)).to.deep.equal([0]);
    await store.put([entry('bob')]);
    expect((await chunks()).every(({ _id }) => _id > first!._id)).to.equal(true);
    await reader.load();
    expect(reader.maybe(keyOf('bob'))).to.equal(true);
  });

  it('joins only chunks of one day', async () => {
    for (let n = 0; n < 40; n += 1) {
      if (n === 20) now += DAY_MS;
      await store.put([entry(`p${n}`)]);
    }
    expect(await log.join()).to.equal(38);
    expect((await chunks()).map(({ count }) => count)).to.deep.equal([20, 20]);
  });

  it('is written anew for a filter each day, which misses nothing that comes meanwhile', async () => {
    let whileRead = () => Promise.resolve();
    const cache = cacheOf({
      async after(number) {
        const page = await log.after(number);
        if (!page) await whileRead();
        return page;
      },
    });
    await store.put([entry('ann'), entry('bob')]);
    await cache.load();
    await store.remove([entry('bob').id]);
    now += 8 * DAY_MS;
    await keep();
    // Filled anew beside the looks, and in use after one more read.
    let reads = 0;
    whileRead = async () => {
      reads += 1;
      if (reads === 2) await store.put([entry('cay')]);
    };
    for (let n = 0; n < 200 && cache.maybe(keyOf('bob')); n += 1) await cache.load();
    expect(cache.maybe(keyOf('bob'))).to.equal(false);
    for (const name of ['ann', 'cay']) expect(cache.maybe(keyOf(name)), name).to.equal(true);
    expect(reads).to.be.greaterThan(2);
  });

  it('who slept between fingerprints and entries does both again', async () => {
    const stores: number[] = [];
    await fingerprintsFirst(
      log,
      [keyOf('ann')],
      () => {
        stores.push(now);
        if (stores.length === 1) now += 2 * 3_600_000;
        return Promise.resolve();
      },
      () => now,
    );
    expect([stores.length, (await chunks()).map(({ count }) => count)]).to.deep.equal([2, [1, 1]]);
  });
});
