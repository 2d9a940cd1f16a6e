import { expect } from 'chai';
import type { Connection } from 'mongoose';
import { createExchangeStore } from '../../../src/platform/mongo/exchanges/exchange-store.js';
import { newestOf, oldestOf, type TimedRows } from '../../../src/platform/mongo/first-rows.js';
import { createConsentStore } from '../../../src/platform/mongo/consent/consent-store.js';
import { createMessageStore } from '../../../src/platform/mongo/webhooks/message-store.js';
import { createSuppressionStore } from '../../../src/platform/mongo/suppressions/suppression-store.js';
import { createPersonStore } from '../../../src/platform/mongo/person/person-store.js';
import { migratedServices } from '../../support/services.js';
import { watchFinds } from '../../support/watch-finds.js';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const NOW = Date.parse('2026-11-20T12:00:00Z');
const MAX_FOUND = 300;

interface Row {
  readonly _id: string;
  readonly at: Date;
}
const rowsAt = (times: readonly number[]): Row[] =>
  times.map((time, n) => ({ _id: String(n).padStart(5, '0'), at: new Date(time) }));
const every = (ms: number, count: number, from: number): number[] =>
  Array.from({ length: count }, (_, n) => from + n * ms);

/** In what order a server finds what it is not asked to sort. */
const ORDERS: Readonly<Record<string, (a: Row, b: Row) => number>> = {
  'oldest first': (a, b) => a.at.getTime() - b.at.getTime(),
  'newest first': (a, b) => b.at.getTime() - a.at.getTime(),
  'as they lie': (a, b) => ((Number(a._id) * 7_919) % 1_009) - ((Number(b._id) * 7_919) % 1_009),
};

/** Rows in memory, and how many looks found how many of them at most. */
function timed(rows: readonly Row[], order: (a: Row, b: Row) => number) {
  const seen = { looks: 0, most: 0 };
  const sorted = rows.toSorted(order);
  const source: TimedRows<Row> = {
    at: ({ at }) => at,
    look({ $gte, $lt }, limit) {
      const found = sorted.filter(({ at }) => at >= $gte && at < $lt).slice(0, limit);
      seen.looks += 1;
      seen.most = Math.max(seen.most, found.length);
      return Promise.resolve(found);
    },
  };
  return { source, seen };
}

const PLACES: readonly (readonly [string, readonly number[]])[] = [
  ['none', []],
  ['one of now', [NOW]],
  ['one after days without any', [NOW - 40 * DAY]],
  ['few in each hour', every(20 * 60_000, 1_000, NOW - 14 * DAY)],
  ['many in each second', every(5, 2_000, NOW - 3 * DAY)],
  [
    'a list that was imported at one moment, and some since',
    [...every(0, 3_000, NOW - 3 * DAY), ...every(HOUR, 20, NOW - 2 * DAY)],
  ],
  [
    'a list that was imported at one moment, and some before',
    [...every(HOUR, 20, NOW - 6 * DAY), ...every(0, 3_000, NOW - 3 * DAY)],
  ],
];

describe('the first rows by time', () => {
  for (const [what, times] of PLACES)
    for (const [order, compare] of Object.entries(ORDERS))
      it(`of ${what}, found ${order}, are read in few looks`, async () => {
        const rows = rowsAt(times);
        const { source, seen } = timed(rows, compare);
        const ascending = times.toSorted((a, b) => a - b);
        const oldest = await oldestOf(source, { from: new Date(NOW - 90 * DAY) });
        expect(oldest?.at.getTime()).to.equal(ascending[0]);
        const oldestLooks = seen.looks;
        const newest = await newestOf(source, new Date(NOW), 50);
        expect(newest.map(({ at }) => at.getTime())).to.deep.equal(ascending.toReversed().slice(0, 50));
        expect(new Set(newest).size).to.equal(newest.length);
        expect(
          [oldestLooks, seen.looks - oldestLooks].every((looks) => looks <= 20),
          String(oldestLooks),
        );
        expect(oldestLooks).to.be.at.most(30);
        expect(seen.looks - oldestLooks).to.be.at.most(30);
        expect(seen.most).to.be.at.most(MAX_FOUND);
      });

  it('are those of a range', async () => {
    const { source } = timed(rowsAt([1_000, 2_000, 3_000]), () => 0);
    const from = new Date(1_001);
    expect((await oldestOf(source, { from }))?.at.getTime()).to.equal(2_000);
    expect(await oldestOf(source, { from, to: new Date(2_000) })).to.equal(undefined);
    expect((await newestOf(source, new Date(5_000), 2)).map(({ at }) => at.getTime())).to.deep.equal([
      3_000, 2_000,
    ]);
  });
});

describe('what is read of a collection with many records', () => {
  const services = migratedServices();
  let connection: Connection;
  before(async () => {
    connection = await services.migrated();
  });
  after(() => services.close());
  const fill = (name: string, documents: readonly object[]) =>
    connection.collection(name).insertMany(documents);

  /** Of an hour each second, from ten days ago on. */
  const TIMES = every(1_000, 600, NOW - 10 * DAY).map((time) => new Date(time));
  const since = new Date(NOW - 90 * DAY);

  it('is little for the outlook of the retention', async () => {
    await fill(
      'leads',
      TIMES.map((received_at, n) => ({ _id: `lead-${n}`, submission: 1, state: 'rejected', received_at })),
    );
    await fill(
      'consent_evidence',
      TIMES.map((received_at, n) => ({ _id: `evidence-${n}`, received_at })),
    );
    await fill(
      'exchanges',
      TIMES.map((counts_from, n) => ({ _id: `exchange-${n}`, record_id: `r-${n}`, counts_from })),
    );
    for (const [what, outlook] of [
      ['persons', () => createPersonStore(connection).outlook('refused_leads', new Date(0), since)],
      ['evidence', () => createConsentStore(connection).outlook(since)],
      ['exchanges', () => createExchangeStore(connection).outlook(since)],
    ] as const) {
      const { result, endless, most } = await watchFinds(connection, outlook);
      expect(result, what).to.deep.equal({ due: 0, next: TIMES[0] });
      expect(endless, what).to.deep.equal([]);
      expect(most, what).to.be.at.most(MAX_FOUND);
    }
  });

  it('is little for the messages of an endpoint, also of one that sends many', async () => {
    const states = ['delivered', 'delivered', 'parked'];
    const own = TIMES.map((created_at, n) => ({
      ...{ _id: `webhook:${n}`, lane: 'busy', state: states[n % 3], created_at, content: {} },
    }));
    await fill('webhook_messages', [...own, { ...own[599]!, _id: 'other', lane: 'quiet' }]);
    const messages = createMessageStore(connection);
    for (const [filter, ids] of [
      [{}, own.slice(-50).map(({ _id }) => _id)],
      [{ states: ['parked'] }, own.filter(({ state }) => state === 'parked').map(({ _id }) => _id)],
      [{ states: ['waiting'] }, []],
    ] as const) {
      const list = () => messages.list({ lane: 'busy', ...filter, limit: 50, now: new Date(NOW) });
      const { result, endless, most } = await watchFinds(connection, list);
      expect(result.map(({ id }) => id)).to.deep.equal(ids.slice(-50).toReversed());
      expect(endless).to.deep.equal([]);
      expect(most).to.be.at.most(MAX_FOUND);
    }
  });

  it('is little for the newest of the suppression list, also after an import', async () => {
    const added_at = TIMES[0]!;
    const imported = TIMES.map((_, n) => ({
      _id: `imported-${n}`,
      entries: [{ scope: { of: 'all' }, added_at }],
      added_at,
    }));
    const later = TIMES.slice(1, 4).map((at, n) => ({
      ...{ _id: `later-${n}`, entries: [{ scope: { of: 'all' }, added_at: at }], added_at: at },
    }));
    await fill('suppressions', [...imported, ...later]);
    const store = createSuppressionStore(connection);
    const { result, endless, most } = await watchFinds(connection, () => store.list(100, new Date(NOW)));
    expect(result.slice(0, 3).map(({ id }) => id)).to.deep.equal(['later-2', 'later-1', 'later-0']);
    expect(new Set(result.map(({ id }) => id)).size).to.equal(100);
    expect(endless).to.deep.equal([]);
    expect(most).to.be.at.most(MAX_FOUND);
  });
});
