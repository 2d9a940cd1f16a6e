import { expect } from 'chai';
import type { Connection } from 'mongoose';
import { OutageError } from '../../../src/app/outage.js';
import { orderNews, publishInOrder, type OrderPorts } from '../../../src/app/news/order-news.js';
import type { FeedQuery, NewsFeed, OrderedNews } from '../../../src/app/ports/news-feed.js';
import type { LeadNews } from '../../../src/core/news/lead-news.js';
import { createLeases } from '../../../src/platform/mongo/alerts/leases.js';
import { createNewsFeed } from '../../../src/platform/mongo/news/news-feed.js';
import { createNewsStore } from '../../../src/platform/mongo/news/news-store.js';
import { countCommands } from '../../support/count-commands.js';
import { oneNews } from '../../support/lead-news.js';
import { listOf } from '../../support/list-of.js';
import { migratedServices } from '../../support/services.js';
import { until } from '../../support/until.js';

const WRITERS = 4;
/** More, for longer: `FEED_CHANGES=20000 npm test -- test/platform/news/news-feed.test.ts`. */
const CHANGES = Number(process.env['FEED_CHANGES'] ?? 300);

describe('the order of news', function () {
  this.timeout(600_000);
  const services = migratedServices();
  let connection: Connection;
  let feed: NewsFeed;
  const store = () => createNewsStore(connection);
  before(async () => {
    connection = await services.migrated();
    feed = createNewsFeed(connection);
  });
  beforeEach(async () => {
    for (const name of ['lead_news', 'leases']) await connection.collection(name).deleteMany({});
    await connection.collection<{ _id: string }>('meta').deleteOne({ _id: 'lead_feed' });
  });
  after(() => services.close());

  const order = (owner: string, aheadMs = 0, own: NewsFeed = feed, leases = createLeases(connection)) =>
    orderNews({
      ...{ feed: own, leases, owner, oldestPending: () => Promise.resolve(undefined) },
      clock: () => new Date(Date.now() + aheadMs),
    });
  const place = (
    news: readonly LeadNews[],
    leases: OrderPorts['leases'] = createLeases(connection),
    own: NewsFeed = feed,
  ) =>
    publishInOrder({ ...{ feed: own, leases, owner: 'one', news: store() }, clock: () => new Date() }, news);
  /** Every process believes to have the lease. */
  const everyone = {
    take: () => Promise.resolve(true),
    isTaken: () => Promise.resolve(true),
    taken: () => Promise.resolve([]),
    release: () => Promise.resolve(),
  };
  const read = (place: Pick<FeedQuery, 'after' | 'up_to'>, limit: number): Promise<OrderedNews[]> =>
    listOf(feed.read({ affiliate_id: 'a', environment: 'live', ...place }, limit));
  const all = async (): Promise<[number, string][]> => {
    const { last } = await feed.head();
    const page = await read({ after: 0, up_to: last }, 1_000_000);
    return page.map(({ position, id }) => [position, id]);
  };

  it('gives positions without gaps, each piece one, revisions of a lead in order', async () => {
    await store().publish([oneNews('x', 2), oneNews('y', 1), oneNews('x', 1)]);
    expect(await order('one')).to.equal(3);
    await store().publish([oneNews('x', 2), oneNews('y', 2)]);
    await order('one');
    const found = await all();
    expect(found.map(([position]) => position)).to.deep.equal([1, 2, 3, 4]);
    const ids = found.map(([, id]) => id);
    expect(ids.filter((id) => id.startsWith('x'))).to.deep.equal(['x:1', 'x:2']);
    expect(ids.at(-1)).to.equal('y:2');
  });

  it('is given when the news is stored, with one write, by the process that orders', async () => {
    const { names } = await countCommands(connection).during(() =>
      place([oneNews('x', 1), oneNews('x', 2), oneNews('y', 1)]),
    );
    expect(names.filter((name) => name === 'insert')).to.have.length(1);
    expect(await feed.unordered(10)).to.deep.equal([]);
    expect((await feed.head()).last).to.equal(0);
    expect(await order('one')).to.equal(0);
    expect(await all()).to.deep.equal([
      [1, 'x:1'],
      [2, 'x:2'],
      [3, 'y:1'],
    ]);
  });

  it('is given at once to the first pieces of a lead only, and by no other process', async () => {
    await store().publish([oneNews('x', 1)]);
    await place([oneNews('x', 2), oneNews('y', 1), oneNews('x', 3), oneNews('y', 2)]);
    expect(await feed.last()).to.equal(2);
    await order('one');
    await order('other', 11_000);
    await place([oneNews('z', 1)]);
    expect(await feed.unordered(10)).to.have.length(1);
    await order('other', 11_000);
    expect((await all()).map(([, id]) => id)).to.deep.equal(['y:1', 'y:2', 'x:1', 'x:2', 'x:3', 'z:1']);
  });

  it('leaves no gap when some of it is stored already, or another process gave the places meanwhile', async () => {
    await place([oneNews('x', 1), oneNews('y', 1)]);
    await place([oneNews('z', 1), oneNews('y', 1), oneNews('w', 1)]);
    const late: NewsFeed = { ...feed, last: () => Promise.resolve(1) };
    await place([oneNews('v', 1)], everyone, late);
    expect(await feed.last()).to.equal(3);
    expect(await feed.unordered(10)).to.have.length(2);
    await order('one');
    const found = await all();
    expect(found.map(([position]) => position)).to.deep.equal([1, 2, 3, 4, 5]);
    expect(found.map(([, id]) => id).sort()).to.deep.equal(['v:1', 'w:1', 'x:1', 'y:1', 'z:1']);
  });

  it('is given later if one piece cannot be stored, which keeps none of the others', async () => {
    const refusing: NewsFeed = { ...feed, place: () => Promise.reject(new Error('bad piece')) };
    await place([oneNews('y', 1)], everyone, refusing);
    expect(await feed.unordered(10)).to.have.length(1);
    const away: NewsFeed = {
      ...feed,
      place: () => Promise.reject(new OutageError('MongoDB', new Error('away'))),
    };
    const fault = await place([oneNews('z', 1)], everyone, away).catch((error: unknown) => error);
    expect(fault).to.be.instanceOf(OutageError);
    expect(await feed.unordered(10)).to.have.length(1);
  });

  it('goes on after positions that an orderer gave and did not note', async () => {
    await store().publish([oneNews('x', 1), oneNews('y', 1), oneNews('z', 1)]);
    const [first, second] = await feed.unordered(2);
    expect(await feed.order([first!.id, second!.id], await feed.last(), new Date())).to.equal(true);
    expect([(await feed.head()).last, await feed.last()]).to.deep.equal([0, 2]);
    expect(await order('next')).to.equal(1);
    expect((await all()).map(([position]) => position)).to.deep.equal([1, 2, 3]);
  });

  it('has pages without gaps, however far apart the news of an affiliate is', async () => {
    const positions = [1, 2, 1_000, 1_001, 1_002, 5_000, 90_000, 90_001, 2_000_000];
    const ordered_at = new Date();
    const rows = positions.map((position) => {
      const { id: _id, ...news } = oneNews('x', position);
      return { ...news, _id, position, ordered_at };
    });
    await connection.collection<{ _id: string }>('lead_news').insertMany(rows);
    const page = async (after: number, up_to: number, limit: number) => {
      const found = await read({ after, up_to }, limit);
      return found.map(({ position }) => position);
    };
    expect(await page(0, 2_000_000, 100)).to.deep.equal(positions);
    for (let at = 0; at < positions.length; at += 1)
      for (const limit of [1, 2, 5])
        for (const up_to of [1_001, 90_000, 2_000_000]) {
          const expected = positions.slice(at + 1).filter((position) => position <= up_to);
          expect(await page(positions[at] ?? 0, up_to, limit)).to.deep.equal(expected.slice(0, limit));
        }
  });

  it('only one process orders at a time, and another takes over when the lease is over', async () => {
    await store().publish([oneNews('x', 1)]);
    await order('one');
    await store().publish([oneNews('y', 1)]);
    expect(await order('two')).to.equal(0);
    expect(await order('two', 11_000)).to.equal(1);
  });

  it('an orderer that slept before it wrote meets the positions of the other, and changes nothing', async () => {
    await store().publish([oneNews('x', 1), oneNews('y', 1)]);
    let wake!: () => void;
    const sleep = new Promise<void>((resolve) => {
      wake = resolve;
    });
    let isAsleep = false;
    const sleeper: NewsFeed = {
      ...feed,
      async order(ids, last, at) {
        isAsleep = true;
        await sleep;
        return feed.order(ids, last, at);
      },
    };
    const slept = order('slow', 0, sleeper, everyone);
    await until(() => isAsleep, 'it sleeps');
    await store().publish([oneNews('w', 1)]);
    await order('quick', 0, feed, everyone);
    const before = await all();
    wake();
    await slept;
    expect(await all()).to.deep.equal(before);
  });

  it('complete_until is before anything that was not published when the pass began', async () => {
    await order('one');
    const { complete_until } = await feed.head();
    expect(complete_until?.getTime()).to.be.below(Date.now() - 9_000);
    await order('one', -60_000, feed, everyone);
    expect((await feed.head()).complete_until).to.deep.equal(complete_until);
  });

  it('complete_until is before the oldest change that another sweeper has still to publish', async () => {
    const oldest = new Date(Date.now() - 60_000);
    await connection.collection<{ _id: string }>('meta').deleteOne({ _id: 'lead_feed' });
    const ports = { feed, leases: everyone, owner: 'one', clock: () => new Date() };
    await orderNews({ ...ports, oldestPending: () => Promise.resolve(oldest) });
    expect((await feed.head()).complete_until).to.deep.equal(new Date(oldest.getTime() - 10_000));
    await orderNews({ ...ports, oldestPending: () => Promise.resolve(undefined) });
    expect((await feed.head()).complete_until).to.be.above(oldest);
  });

  it(`${CHANGES} changes by ${WRITERS} writers, clocks 5 s apart, three orderers at once: a reader misses none`, async () => {
    let writing = true;
    const written: string[] = [];
    const write = async (writer: number): Promise<void> => {
      for (let n = 0; n < CHANGES / WRITERS; n += 1) {
        const news: LeadNews = { ...oneNews(`${writer}-${n % 7}`, Math.floor(n / 7) + 1) };
        // Half of them give places where they can, whoever orders meanwhile.
        if (writer % 2 === 0) await store().publish([news]);
        else await place([news], everyone);
        written.push(news.id);
        if (Math.random() < 0.1) await new Promise((resolve) => setTimeout(resolve, Math.random() * 40));
      }
    };
    const keepOrdering = async (owner: string, aheadMs: number): Promise<void> => {
      while (writing) await order(owner, aheadMs, feed, everyone);
    };
    const ids: string[] = [];
    let after = 0;
    const revisions = new Map<string, number>();
    const readOn = async (): Promise<number> => {
      const { last } = await feed.head();
      const page = await read({ after, up_to: last }, 7);
      for (const { position, id, lead_id, revision } of page) {
        expect(position).to.equal(after + 1);
        expect(revision).to.equal((revisions.get(lead_id) ?? 0) + 1);
        revisions.set(lead_id, revision);
        after = position;
        ids.push(id);
      }
      return page.length;
    };
    const reading = (async () => {
      while (writing) await readOn();
    })();
    const ordering = [0, 5_000, -5_000].map((ahead, n) => keepOrdering(`orderer ${n}`, ahead));
    await Promise.all(Array.from({ length: WRITERS }, (_, n) => write(n)));
    writing = false;
    await Promise.all([...ordering, reading]);
    await order('last', 0, feed, everyone);
    while ((await readOn()) > 0);
    expect(ids).to.have.length(new Set(ids).size);
    expect([...ids].sort()).to.deep.equal([...written].sort());
  });
});
