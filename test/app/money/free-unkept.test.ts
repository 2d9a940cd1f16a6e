import { expect } from 'chai';
import { freeUnusedReturnUnits } from '../../../src/app/money/return-effects.js';
import { returnLead } from '../../../src/app/money/return-lead.js';
import type { LeadStore } from '../../../src/app/ports/lead-store.js';
import { entryOf } from '../../../src/core/money/entry-of.js';
import { saleEntry } from '../../../src/core/money/sale-entry.js';
import type { LeadRecord } from '../../../src/core/lead/lead-record.js';
import { testCatalogue } from '../../support/catalogue.js';
import { fakeWork } from '../../support/fakes/fake-work.js';
import { SOLD_AT, soldLead, testReturns, bookedSale } from '../../support/returns.js';

const SALE = bookedSale();
const WRITTEN = {
  ...{ day: '2026-11-21', month: '2026-11', period: '2026-11' },
  ...{ written_at: SOLD_AT, currency: 'USD' },
};
const request = { code: 'bad_phone', by: 'ann' };

describe('numbers of returns whose callers died', () => {
  /** Two sold leads, of which one may be returned; whoever wanted to return the first was killed. */
  async function killed() {
    const catalogue = testCatalogue({ buyer: { returns: testReturns({ max_share_bp: 5_000 }) } });
    const work = fakeWork(catalogue, new Date(SOLD_AT.getTime() + 60_000));
    const { leads, returns, books, clock } = work.ports;
    const sold = async (): Promise<LeadRecord> => {
      const lead = soldLead();
      await leads.insert(lead);
      await books.write([entryOf(lead, saleEntry(SALE, SOLD_AT, 'buyer'), WRITTEN)]);
      return lead;
    };
    const [one, two] = [await sold(), await sold()];
    const returned = async ({ id }: LeadRecord, over: Partial<LeadStore> = {}): Promise<string> => {
      const ports = { leads: { ...leads, ...over }, returns, catalogue, clock };
      return (await returnLead(ports, id, request)).outcome;
    };
    await new Promise<void>((dies) => {
      const transition = () => (dies(), new Promise<never>(() => undefined));
      void returned(one, { transition });
    });
    work.pass(900_001);
    return { ports: work.ports, one, two, returned };
  }

  it('are freed after a quarter of an hour', async () => {
    const { ports, two, returned } = await killed();
    await freeUnusedReturnUnits(ports);
    expect(await returned(two)).to.equal('returned');
  });

  it('are not freed while the return is tried again', async () => {
    const { ports, one, two, returned } = await killed();
    const standings: LeadStore['standings'] = async (ids) => {
      const found = await ports.leads.standings(ids);
      expect(await returned(one)).to.equal('returned');
      return found;
    };
    await freeUnusedReturnUnits({ ...ports, leads: { ...ports.leads, standings } });
    expect(await returned(two)).to.equal('refused');
  });
});
