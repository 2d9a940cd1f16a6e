import { expect } from 'chai';
import { randomUUID } from 'node:crypto';
import type { Connection } from 'mongoose';
import { OutageError } from '../../../src/app/outage.js';
import { createFailures } from '../../../src/app/each-separately.js';
import { expireNews, publishNews, type PublishPorts } from '../../../src/app/news/publish-news.js';
import type { LeadStore } from '../../../src/app/ports/lead-store.js';
import type { NewsStore, WhichNews } from '../../../src/app/ports/news-store.js';
import type { LeadNews } from '../../../src/core/news/lead-news.js';
import { createNewsStore } from '../../../src/platform/mongo/news/news-store.js';
import { createLeadOverview } from '../../../src/platform/mongo/stores/lead-overview.js';
import { createLeadStore } from '../../../src/platform/mongo/stores/lead-store.js';
import { migratedServices, silentLog } from '../../support/services.js';
import { aLead, minute } from '../../support/stored-records.js';

describe('the news of leads', () => {
  const services = migratedServices();
  let connection: Connection;
  let leads: LeadStore;
  let news: NewsStore;
  before(async () => {
    connection = await services.migrated();
    leads = createLeadStore(connection);
    news = createNewsStore(connection);
  });
  beforeEach(() =>
    Promise.all(['leads', 'lead_news'].map((name) => connection.collection(name).deleteMany({}))),
  );
  after(() => services.close());

  const entry = (at: Date) => ({ at, what: 'unknown', offer_id: 'o', reason: { why: 'x' } }) as const;
  const undone = { at: minute(3), by: 'pat', why: 'a mistake' };

  /** A lead that becomes unknown, is settled, returned, and has its return undone. */
  async function storied(): Promise<string> {
    const { id } = aLead();
    await leads.insert(aLead({ id, state: 'working' }));
    const step = (...[when, change]: Parameters<LeadStore['transition']>) => leads.transition(when, change);
    const from = { id, submission: 1 };
    await step(
      { ...from, states: ['working'] },
      { state: 'unknown', due_at: null, entries: [entry(minute(0))] },
    );
    const decision = { code: 'ACCEPTED', at: minute(1), payout_cents: 900, source: 'buyer' } as const;
    await step(
      { ...from, states: ['unknown'] },
      { state: 'accepted', due_at: null, decision, entries: [entry(minute(1))] },
    );
    const new_return = { at: minute(2), code: 'wrong_phone', by: 'callback', payout_reversed: true };
    await step(
      { ...from, states: ['accepted'], returned: { number: 0, is: 'next' } },
      { state: 'accepted', due_at: null, new_return, entries: [] },
    );
    await step(
      { ...from, states: ['accepted'], returned: { number: 0, is: 'stands' } },
      { state: 'accepted', due_at: null, undone: { number: 0, undone }, entries: [] },
    );
    return id;
  }
  const stored = () =>
    connection.collection<LeadNews & { readonly _id: string }>('lead_news').find().sort({ _id: 1 }).toArray();
  const quiet = { tell: () => Promise.resolve(), log: silentLog };
  const publishing = (over: Partial<PublishPorts> = {}): PublishPorts => ({ news, leads, ...quiet, ...over });

  it('are stored in order, and the lead owes nothing any more', async () => {
    const id = await storied();
    expect(await publishNews(publishing())).to.equal(1);
    const found = await stored();
    expect(found.map(({ _id, kind, status }) => [_id, kind, status])).to.deep.equal([
      [`${id}:1`, 'changed', 'pending'],
      [`${id}:2`, 'decided', 'accepted'],
      [`${id}:3`, 'returned', 'accepted'],
      [`${id}:4`, 'return_reversed', 'accepted'],
    ]);
    expect(found.map(({ answer }) => answer.returned_at)).to.deep.equal([
      undefined,
      undefined,
      minute(2).toISOString(),
      undefined,
    ]);
    expect(await news.pending(10)).to.deep.equal([]);
    expect(await publishNews(publishing())).to.equal(0);
  });

  it('are stored once, wherever the process dies, and whoever repeats it', async () => {
    const id = await storied();
    const dies = () => Promise.reject(new OutageError('the test', undefined));
    for (const killed of [
      { news: { ...news, publish: dies } },
      { tell: dies },
      { leads: { clearPending: dies } },
    ])
      await publishNews(publishing(killed)).catch(() => undefined);
    await Promise.all([publishNews(publishing()), publishNews(publishing())]);
    expect((await stored()).map(({ _id }) => _id)).to.deep.equal([1, 2, 3, 4].map((n) => `${id}:${n}`));
    expect(await news.pending(10)).to.deep.equal([]);
  });

  it('are published beside a lead whose sealed person somebody changed, and that is told once', async () => {
    const [bad, good] = [await storied(), await storied()];
    const rows = connection.collection<{ _id: string; sealed: string }>('leads');
    const { sealed } = (await rows.findOne({ _id: bad }))!;
    await rows.updateOne({ _id: bad }, { $set: { sealed: `${sealed.slice(0, -4)}AAAA` } });
    const told: object[] = [];
    const failures = createFailures({ ...silentLog, error: (about: object) => void told.push(about) });
    for (const published of [1, 0])
      expect(await publishNews(publishing(), undefined, failures)).to.equal(published);
    expect(new Set((await stored()).map(({ lead_id }) => lead_id))).to.deep.equal(new Set([good]));
    expect(told.map((about) => (about as { record_id: string }).record_id)).to.deep.equal([bad]);
  });

  it('that come while others are published keep their numbers', async () => {
    const id = await storied();
    const late = { at: minute(9), code: 'wrong_phone', by: 'pat', payout_reversed: true };
    const tell = async (): Promise<void> => {
      await leads.transition(
        { id, submission: 1, states: ['accepted'], returned: { number: 1, is: 'next' } },
        { state: 'accepted', due_at: null, new_return: late, entries: [] },
      );
    };
    await publishNews(publishing({ tell }));
    await publishNews(publishing());
    const last = (await stored()).at(-1);
    expect([last?._id, last?.kind, last?.answer.returned_at]).to.deep.equal([
      `${id}:5`,
      'returned',
      minute(9).toISOString(),
    ]);
  });

  it('are found by their time', async () => {
    const ids = ['00', '7f', '80', 'ff'].map((start) => `${start}${randomUUID().slice(2)}`);
    for (const [nth, id] of ids.entries()) {
      await leads.insert(aLead({ id, state: 'working' }));
      const change = { state: 'unknown', due_at: null, entries: [entry(minute(nth))] } as const;
      await leads.transition({ id, submission: 1, states: ['working'] }, change);
    }
    const found = async (which?: WhichNews) =>
      (await news.pending(10, which)).map(({ id }) => ids.indexOf(id));
    const overview = createLeadOverview(connection);
    const oldest = async () => (await overview.pendingEffects(['news'])).get('news')?.oldest;
    expect(await found()).to.deep.equal([0, 1, 2, 3]);
    expect(await found({ before: minute(2) })).to.deep.equal([0, 1]);
    expect(await oldest()).to.deep.equal(minute(0));
    await publishNews(publishing(), { before: minute(2) });
    expect(await found()).to.deep.equal([2, 3]);
    expect(await oldest()).to.deep.equal(minute(2));
    await publishNews(publishing());
    expect(await oldest()).to.equal(null);
  });

  it('are forgotten after 90 days', async () => {
    await storied();
    await publishNews(publishing());
    await expireNews(news, new Date(minute(0).getTime() + 89 * 86_400_000));
    expect(await stored()).to.have.length(4);
    await expireNews(news, new Date(minute(10).getTime() + 90 * 86_400_000));
    expect(await stored()).to.have.length(0);
  });
});
