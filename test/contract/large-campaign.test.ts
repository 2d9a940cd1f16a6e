import { expect } from 'chai';
import { newPerson } from '../support/api.js';
import { entryOf, namesOf, startContract, type Contract, type Found } from '../support/contract.js';

const handles = Array.from({ length: 60 }, (_, place) => `offer-${place}`);
const PROGRAMS = [
  { value: 'bsn', label: 'BSN' },
  { value: 'msn', label: 'MSN', eligibility: [{ field: 'address.state', in: ['AK'] }] },
];
/** One shows fewer programs than it has. The others are alike but for their names and payouts. */
const offers = Object.fromEntries(
  handles.map((handle, place) => [handle, place === 7 ? { programs: PROGRAMS } : {}]),
);
const lines = handles.map((offer, place) => ({ offer, payout: 10 + (place % 5) }));
const byPayout = lines.map(({ payout }) => payout).sort((a, b) => b - a);

describe('contract: a campaign of many offers', () => {
  let world: Contract;
  before(async () => {
    world = await startContract(() => ({ offers, campaigns: { large: { offers: lines } } }));
  });
  after(() => world.close());

  it('shows all of them, at once and at every poll', async () => {
    for (const found of [await world.searched('large'), await world.searched('large')]) {
      expect(namesOf(found)).to.have.members(handles);
      expect(found.offers.map(({ payout }) => payout)).to.deep.equal(byPayout);
      const polled = (await world.results(found.svc_lead_id)).body as unknown as Found;
      expect(polled.offers).to.deep.equal(found.offers);
      expect(entryOf(found, 'offer-7')?.programs.map(({ value }) => value)).to.deep.equal(['bsn']);
    }
  });

  it('sells any of them, also a result of an earlier run', async () => {
    const lead = newPerson();
    const found = await world.searched('large', { lead });
    const again = await world.searched('large', { lead, svc_lead_id: found.svc_lead_id });
    expect(again.svc_lead_id).to.equal(found.svc_lead_id);
    expect((await world.submit(found, 'offer-3')).body.code).to.equal('ACCEPTED');
    expect((await world.submit(again, 'offer-59')).body.code).to.equal('ACCEPTED');
  });
});
