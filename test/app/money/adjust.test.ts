import { expect } from 'chai';
import { adjust, type Adjusted } from '../../../src/app/money/adjust.js';
import type { Party } from '../../../src/core/money/statement.js';
import { appliedCatalogue } from '../../support/applied-catalogue.js';
import { bookWorld, type BookWorld } from '../../support/book-world.js';
import { IDS } from '../../support/catalogue.js';
import { testLead } from '../../support/records.js';
import { migratedServices } from '../../support/services.js';

const NOW = new Date('2026-11-05T00:00:00Z');
const OCTOBER = new Date('2026-10-20T15:00:00Z');
const { catalogue } = appliedCatalogue({
  ...{ buyerUrl: 'http://127.0.0.1:9', directOffers: 1, partner: false },
});
const party: Party = { kind: 'buyer', id: IDS.buyer, handle: 'lakeshore', name: 'Lakeshore University' };

describe('adjustments', () => {
  const services = migratedServices();
  let world: BookWorld;

  before(async () => {
    const connection = await services.migrated();
    world = bookWorld(connection, catalogue, () => NOW);
  });
  beforeEach(() => world.begin(new Date('2026-09-10T12:00:00Z')));
  after(() => services.close());

  const ask = (cents: number, over: Partial<Parameters<typeof adjust>[0]> = {}): Promise<Adjusted> =>
    adjust(
      { ...world, clock: () => NOW, ...over },
      {
        party,
        cents,
        reference: 'CN-1',
        why: 'Discount',
        by: 'ann',
        at: OCTOBER,
        configured: catalogue.books,
      },
    );
  const amounts = async (): Promise<(number | null)[]> =>
    (await world.all()).map(({ buyer_cents }) => buyer_cents);

  it('are booked by the sweeper when the command was killed before it booked', async () => {
    const killed = { bookPending: () => Promise.reject(new Error('killed')) };
    expect(await ask(-500, killed).catch((error: unknown) => (error as Error).message)).to.equal('killed');
    expect(await world.periods.owing(NOW)).to.deep.equal({ leads: 0, adjustments: 1 });
    expect((await ask(-600)).outcome).to.equal('refused');
    await world.bookPending();
    expect(await amounts()).to.deep.equal([-500]);
    expect((await ask(-500)).outcome).to.equal('already');
    expect(await world.periods.owing(NOW)).to.deep.equal({ leads: 0, adjustments: 0 });
  });

  it('of two commands at once with one reference and two amounts, one is booked and the other is told', async () => {
    for (let submission = 0; submission < 5; submission += 1) {
      await world.begin(new Date('2026-09-10T12:00:00Z'));
      const both = await Promise.all([ask(-500), ask(-700), ask(-500)]);
      const [booked] = await amounts();
      expect(await amounts()).to.have.length(1);
      [-500, -700, -500].forEach((cents, n) => {
        const fits = cents === booked ? ['booked', 'already'] : ['refused'];
        expect(both[n]?.outcome, `${cents} where ${booked} is booked`).to.be.oneOf(fits);
      });
    }
  });

  it('meet their entry also when it was booked after the look and removed from what is owed', async () => {
    let looks = 0;
    const late = {
      entries: {
        ...world.entries,
        // The look is before the other command's booking.
        byId: (ids: readonly string[]) =>
          (looks += 1) === 1 ? Promise.resolve([]) : world.entries.byId(ids),
      },
    };
    expect((await ask(-500)).outcome).to.equal('booked');
    const asked = await ask(-700, late);
    expect(asked.outcome).to.equal('refused');
    expect('why' in asked && asked.why).to.contain('is taken by an adjustment of -5.00');
    expect(await amounts()).to.deep.equal([-500]);
  });

  it('that happened in a closed month stand on the next statement', async () => {
    expect((await world.close('2026-09')).outcome).to.equal('closed');
    expect((await world.close('2026-10')).outcome).to.equal('closed');
    const asked = await ask(-500);
    expect('entry' in asked && asked.entry).to.include({ period: '2026-11', month: '2026-10' });
  });

  it('of an affiliate, about a lead, have the labels by which the affiliate knows it', async () => {
    const lead = testLead({ external_id: 'x-7', tracking: { ip_address: '8.8.8.8', subid: 'spring' } });
    const asked = await adjust(
      { ...world, clock: () => NOW, leads: { ...world.leads, read: () => Promise.resolve(lead) } },
      {
        ...{ party: { ...party, kind: 'affiliate', id: lead.affiliate_id }, lead_id: lead.id },
        ...{ cents: 100, reference: 'B-1', why: 'Bonus', by: 'ann', configured: catalogue.books },
      },
    );
    const own = { lead_id: lead.id, external_id: 'x-7', subids: { subid: 'spring' } };
    expect('entry' in asked && asked.entry).to.deep.include(own);
  });

  it('that are refused fix nothing', async () => {
    const at = new Date('2026-08-01T00:00:00Z');
    const asked = await adjust(
      { ...world, clock: () => NOW },
      { party, cents: 1, reference: 'X', why: 'W', by: 'ann', at, configured: catalogue.books },
    );
    expect(asked.outcome).to.equal('refused');
    expect((await world.books.head()).currency).to.equal(undefined);
  });
});
