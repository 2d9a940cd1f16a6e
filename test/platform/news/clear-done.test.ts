import { expect } from 'chai';
import type { Connection } from 'mongoose';
import type { DoneOf, NewsStore } from '../../../src/app/ports/news-store.js';
import type { LeadStore } from '../../../src/app/ports/lead-store.js';
import type { PendingNews } from '../../../src/core/lead/lead-record.js';
import { createNewsStore } from '../../../src/platform/mongo/news/news-store.js';
import { createLeadStore } from '../../../src/platform/mongo/stores/lead-store.js';
import { countCommands } from '../../support/count-commands.js';
import { migratedServices } from '../../support/services.js';
import { aLead, minute } from '../../support/stored-records.js';

const owed = (n: number): PendingNews => ({
  kind: 'decided',
  at: minute(n),
  submission: 1,
  state: 'accepted',
});

describe('clearing what leads owed', () => {
  const services = migratedServices();
  let connection: Connection;
  let leads: LeadStore;
  let news: NewsStore;
  before(async () => {
    connection = await services.migrated();
    leads = createLeadStore(connection);
    news = createNewsStore(connection);
  });
  after(() => services.close());

  /** A lead that owes this news, and an entry and an effect of two kinds each. */
  async function owing(news: readonly PendingNews[]): Promise<string> {
    const lead = aLead({ state: 'accepted', revision: news.length, news });
    await leads.insert(lead);
    const unbooked = [
      { kind: 'sale', number: 0 },
      { kind: 'return', number: 1 },
    ];
    const pending_effects = [{ submission: 1 }, { submission: 2 }];
    await connection
      .collection<{ _id: string }>('leads')
      .updateOne({ _id: lead.id }, { $set: { unbooked, pending_effects } });
    return lead.id;
  }
  async function left(id: string): Promise<readonly unknown[]> {
    const lead = await connection.collection<{ _id: string }>('leads').findOne({ _id: id });
    const {
      news: told,
      unbooked,
      pending_effects,
    } = lead as unknown as Record<string, Record<string, unknown>[]>;
    return [
      told?.map(({ kind, at }) => [kind, at]),
      unbooked?.map(({ number }) => number),
      pending_effects?.map(({ submission }) => submission),
    ];
  }
  const paid: Pick<DoneOf, 'entries' | 'effects'> = { entries: [{ kind: 'sale', number: 0 }], effects: [1] };

  it('takes one command for all that owed the same, whenever it happened, and takes nothing else', async () => {
    const ids = await Promise.all([1, 2, 3].map((n) => owing([owed(n)])));
    const done = ids.map((id, n) => ({ id, revision: 1, news: [owed(n + 1)], ...paid }));
    const { names } = await countCommands(connection).during(() => news.clear(done));
    expect(names).to.deep.equal(['update']);
    for (const id of ids) expect(await left(id)).to.deep.equal([[], [1], [2]]);
  });

  it('takes nothing off a lead that changed since, not even what has the time of another', async () => {
    const [same, changed] = [await owing([owed(1)]), await owing([owed(2), owed(1)])];
    await news.clear([
      { id: same, revision: 1, news: [owed(1)], ...paid },
      { id: changed, revision: 1, news: [owed(2)], ...paid },
    ]);
    expect(await left(same)).to.deep.equal([[], [1], [2]]);
    const all = [
      ['decided', minute(2)],
      ['decided', minute(1)],
    ];
    expect(await left(changed)).to.deep.equal([all, [0, 1], [1, 2]]);
  });

  it('tells of one that cannot be written, and takes the same off the others when it is repeated for them', async () => {
    const ids = await Promise.all([1, 2, 3].map((n) => owing([owed(n)])));
    const bad = { $set: { pending_effects: 'not a list' } };
    await connection.collection<{ _id: string }>('leads').updateOne({ _id: ids[1]! }, bad);
    const done = ids.map((id, n) => ({ id, revision: 1, news: [owed(n + 1)], ...paid }));
    const fault = await news.clear(done).catch((error: unknown) => error);
    expect(fault).to.be.an('error').that.has.property('message').that.includes('array');
    await news.clear(done.filter(({ id }) => id !== ids[1]));
    for (const id of [ids[0]!, ids[2]!]) expect(await left(id)).to.deep.equal([[], [1], [2]]);
  });

  it('takes two of a kind off a lead, beside others', async () => {
    const [two, one] = [await owing([owed(1), owed(2)]), await owing([owed(1)])];
    const all = { entries: [...paid.entries!, { kind: 'return', number: 1 }], effects: [1, 2] } as const;
    await news.clear([
      { id: two, revision: 2, news: [owed(1), owed(2)], ...all },
      { id: one, revision: 1, news: [], ...paid },
    ]);
    expect(await left(two)).to.deep.equal([[], [], []]);
    expect(await left(one)).to.deep.equal([[['decided', minute(1)]], [1], [2]]);
  });
});
