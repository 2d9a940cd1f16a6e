import { expect } from 'chai';
import { OutageError } from '../../../src/app/outage.js';
import { createFailures } from '../../../src/app/each-separately.js';
import { finishLeads, type FinishPorts } from '../../../src/app/upkeep/finish-leads.js';
import { confirmEffect, releaseEffect } from '../../../src/core/delivery/pending-effects.js';
import type { LeadRecord, PendingNews } from '../../../src/core/lead/lead-record.js';
import type { UnbookedEntry } from '../../../src/core/money/entry.js';
import { IDS, testCatalogue } from '../../support/catalogue.js';
import { fakeWork } from '../../support/fakes/fake-work.js';
import { memoryBookStore } from '../../support/fakes/memory-book-store.js';
import { memoryNewsStore } from '../../support/fakes/memory-news-store.js';
import { testLead } from '../../support/records.js';

const NOW = new Date('2026-11-21T17:00:00Z');
const AWAY = () => Promise.reject(new OutageError('MongoDB', new Error('away')));
const decision = { code: 'ACCEPTED', at: NOW, payout_cents: 900, source: 'buyer' } as const;
const sale: UnbookedEntry = {
  ...{ kind: 'entry', what: 'sale', number: 0, since: NOW, by: 'buyer', buyer_id: IDS.buyer },
  ...{ buyer_cents: 4_250, affiliate_cents: 900, currency: 'USD', attempt: 1, catalogue_version: 1 },
};

const decided: PendingNews = {
  ...{ kind: 'news', what: 'decided', since: NOW, submission: 1, state: 'accepted', decision },
};

const sold = (
  id: string,
  over: Partial<LeadRecord> = {},
  news: PendingNews = decided,
  reserved = confirmEffect(testLead({ id }), NOW),
): LeadRecord => {
  const { due_at: _, ...lead } = testLead({ id, state: 'accepted', decision, revision: 1 });
  return { ...lead, pending_effects: [reserved, news, sale], ...over };
};

function set(...leads: readonly LeadRecord[]) {
  const work = fakeWork(testCatalogue(), NOW);
  for (const lead of leads) work.leads.all.set(lead.id, lead);
  const news = memoryNewsStore(work.leads.all);
  const books = memoryBookStore();
  const cleared: number[] = [];
  const ports: FinishPorts = {
    ...work.ports,
    books,
    news,
    leads: {
      clearPending: (all) => (cleared.push(all.length), work.leads.clearPending(all)),
    },
    tell: () => Promise.resolve(),
  };
  const owedBy = (id: string) => {
    const owed = work.leads.all.get(id)!.pending_effects.map(({ kind }) => kind);
    return ['news', 'entry', 'reservations'].map((kind) => owed.filter((one) => one === kind).length);
  };
  const written = () => [...books.entries.keys()];
  return { work, ports, news, cleared, owedBy, written };
}

describe('finishing leads', () => {
  it('publishes, books and confirms, and then takes all of it off with one command', async () => {
    const { ports, news, cleared, owedBy, written } = set(sold('a'), sold('b'));
    expect(await finishLeads(ports)).to.equal(2);
    expect([...news.published.keys()]).to.deep.equal(['a:1', 'b:1']);
    expect(written()).to.have.length(2);
    expect([owedBy('a'), owedBy('b')]).to.deep.equal([
      [0, 0, 0],
      [0, 0, 0],
    ]);
    expect(cleared).to.deep.equal([2]);
    expect(await finishLeads(ports)).to.equal(0);
  });

  it('releases what nobody has released yet', async () => {
    const { ports, owedBy } = set(sold('a', {}, decided, releaseEffect(testLead({ id: 'a' }), NOW)));
    await finishLeads(ports);
    expect(owedBy('a')).to.deep.equal([0, 0, 0]);
  });

  it('leaves a sale on a stale ledger to the sweep, and rebuilds nothing', async () => {
    const reserved = { ...confirmEffect(testLead({ id: 'a' }), NOW), intent_at: NOW };
    const { ports, owedBy, work } = set(sold('a', {}, decided, reserved));
    const ledger = { ...work.ports.ledger, confirm: () => Promise.resolve('stale' as const) };
    await finishLeads({ ...ports, ledger });
    expect(owedBy('a')).to.deep.equal([0, 0, 1]);
  });

  const parts: readonly [string, (ports: FinishPorts) => Partial<FinishPorts>, number[], boolean][] = [
    ['publishing', ({ news }) => ({ news: { ...news, publish: AWAY } }), [1, 0, 0], true],
    ['telling', () => ({ tell: AWAY }), [1, 0, 0], true],
    ['booking', ({ books }) => ({ books: { ...books, write: AWAY } }), [0, 1, 0], false],
    ['confirming', ({ searches }) => ({ searches: { ...searches, confirmSlots: AWAY } }), [0, 0, 1], false],
  ];
  for (const [name, broken, owed, throws] of parts)
    it(`${name} fails: the lead owes that alone, and ${throws ? 'the call says so' : 'the sweep will say so'}`, async () => {
      const { ports, owedBy } = set(sold('a'));
      const thrown = await finishLeads({ ...ports, ...broken(ports) }).catch((error: unknown) => error);
      expect(thrown instanceof OutageError).to.equal(throws);
      expect(owedBy('a')).to.deep.equal(owed);
    });

  const refuses = (ids: readonly string[]) =>
    ids.some((id) => id.startsWith('bad')) ? Promise.reject(new Error('a bad record')) : undefined;
  const lead = ({ lead_id = '' }: { readonly lead_id?: string }): string => lead_id;
  const faulty: readonly [string, (ports: FinishPorts) => Partial<FinishPorts>, number[]][] = [
    [
      'published',
      ({ news }) => ({
        news: { ...news, publish: async (some) => refuses(some.map(lead)) ?? news.publish(some) },
      }),
      [1, 0, 0],
    ],
    ['told', () => ({ tell: async (some) => refuses(some.map(lead)) }), [1, 0, 0]],
    [
      'booked',
      ({ books }) => ({
        books: { ...books, write: async (some) => refuses(some.map(lead)) ?? books.write(some) },
      }),
      [0, 1, 0],
    ],
    [
      'written',
      ({ leads }) => ({
        leads: {
          clearPending: async (some) => {
            await leads.clearPending(some.filter(({ id }) => !id.startsWith('bad')));
            await refuses(some.map(({ id }) => id));
          },
        },
      }),
      [1, 1, 1],
    ],
  ];
  for (const [name, broken, owed] of faulty)
    it(`delays none because of leads that cannot be ${name}, and tells of each once`, async () => {
      const bad = ['bad-1', 'bad-2', 'bad-3'];
      const { ports, owedBy } = set(...bad.map((id) => sold(id)), sold('a'));
      let told = 0;
      const log = { ...ports.log, error: () => void (told += 1) };
      const failures = createFailures(log);
      const finish = () => finishLeads({ ...ports, ...broken(ports) }, failures);
      for (let turn = 0; turn < 3; turn += 1) await finish();
      expect(owedBy('a')).to.deep.equal([0, 0, 0]);
      expect(owedBy(bad[0]!)).to.deep.equal(owed);
      expect(told).to.equal(bad.length);
    });

  it('delays none because of a lead of which nothing can be made', async () => {
    const { ports, owedBy } = set(
      sold('bad', { returns: null as never }, { ...decided, what: 'returned', number: 0 }),
      sold('a'),
    );
    await finishLeads(ports);
    expect(owedBy('a')).to.deep.equal([0, 0, 0]);
    expect(owedBy('bad')).to.deep.equal([1, 0, 0]);
  });

  it('killed anywhere and repeated by two at once, it does all of it once', async () => {
    const { ports, news, owedBy, written } = set(sold('a'));
    const killed: Partial<FinishPorts>[] = [
      { leads: { clearPending: AWAY } },
      { tell: AWAY, leads: { clearPending: AWAY } },
      { books: { ...ports.books, write: AWAY }, leads: { clearPending: AWAY } },
    ];
    for (const one of killed) await finishLeads({ ...ports, ...one }).catch(() => undefined);
    expect(owedBy('a')).to.deep.equal([1, 1, 1]);
    await Promise.all([finishLeads(ports), finishLeads(ports)]);
    expect(owedBy('a')).to.deep.equal([0, 0, 0]);
    expect([...news.published.keys()]).to.deep.equal(['a:1']);
    expect(written()).to.have.length(1);
  });
});
