import { expect } from 'chai';
import { takeCallback } from '../../../src/app/callbacks/take-callback.js';
import { OutageError } from '../../../src/app/outage.js';
import { settleLead } from '../../../src/app/settle/settle-lead.js';
import { runSubmit } from '../../../src/app/submit/run.js';
import { finishLeads } from '../../../src/app/upkeep/finish-leads.js';
import type { BuyerAnswer } from '../../../src/core/delivery/delivery-result.js';
import { endErased } from '../../../src/core/person/erasure.js';
import { testCap } from '../../support/caps.js';
import { IDS, testCatalogue } from '../../support/catalogue.js';
import { fakeWork } from '../../support/fakes/fake-work.js';
import { memoryNewsStore } from '../../support/fakes/memory-news-store.js';
import { testLead, testSearch } from '../../support/records.js';

const NOW = new Date('2026-11-21T17:00:00Z');
const FIRST = '20000000-0000-4000-8000-00000000000a';
const SECOND = '20000000-0000-4000-8000-00000000000b';
/** The buyer takes one lead a day, and the first choice sells the person to nobody else. */
const catalogue = testCatalogue({ buyer: { caps: [testCap({ scope: 'buyer', limit: 1 })] } });

async function world(answer: BuyerAnswer) {
  const work = fakeWork(catalogue, NOW);
  work.searches.all.set(testSearch().id, testSearch());
  const submit = async (id: string, offer_id: string) => {
    await work.leads.insert(testLead({ id, offer_id, form: 'A', search_id: testSearch().id }));
    await runSubmit(work.ports, { lead_id: id, submission: 1, request_id: 'r' });
    return work.leads.all.get(id)!;
  };
  work.answers.deliver.push({ kind: 'answered', status: 200, answer });
  const first = await submit(FIRST, IDS.trueExclusive);
  expect(first.state).to.be.oneOf(['pending', 'waiting']);
  return { ...work, submit };
}
const LATER: BuyerAnswer = { outcome: 'pending', reference: 'ref-1' };
type World = Awaited<ReturnType<typeof world>>;

const ENDS: readonly [string, BuyerAnswer, (work: World) => Promise<unknown>][] = [
  [
    'a callback refused',
    LATER,
    ({ ports }) => {
      const callback = {
        answer: { outcome: 'rejected' },
        submission: 1,
        detail: 'rule 1',
        dedupe_key: 'm',
      } as const;
      return takeCallback({ ...ports, pause: () => Promise.resolve() }, FIRST, callback);
    },
  ],
  [
    'an operator settled as refused',
    LATER,
    ({ ports }) =>
      settleLead({ ...ports, catalogue }, FIRST, { verdict: 'rejected', by: 'ann', why: 'its list says so' }),
  ],
  [
    'an erasure ended',
    { outcome: 'retry' },
    ({ leads }) => {
      const { when, change } = endErased(leads.all.get(FIRST)!, NOW);
      return leads.transition(when, change);
    },
  ],
];

describe('what was reserved by a lead that', () => {
  for (const [what, answer, end] of ENDS)
    it(`${what} is free when the affiliate is told`, async () => {
      const work = await world(answer);
      await end(work);
      const news = memoryNewsStore(work.leads.all);
      let told = 0;
      const tell = async (): Promise<void> => {
        told += 1;
        expect((await work.submit(SECOND, IDS.shared)).decision?.code).to.equal('ACCEPTED');
      };
      await finishLeads({ ...work.ports, news, tell });
      expect(told).to.equal(1);
      expect(work.leads.all.get(FIRST)?.pending_effects).to.deep.equal([]);
    });

  it('a callback refused stays with it while the ledger is away, and the affiliate is told all the same', async () => {
    const work = await world(LATER);
    await ENDS[0]![2](work);
    const away = () => Promise.reject(new OutageError('Redis', new Error('away')));
    const news = memoryNewsStore(work.leads.all);
    const ledger = { ...work.ports.ledger, release: away };
    await finishLeads({ ...work.ports, ledger, news, tell: () => Promise.resolve() });
    const lead = work.leads.all.get(FIRST)!;
    expect(lead.pending_effects.map(({ kind }) => kind)).to.deep.equal(['reservations']);
  });
});
