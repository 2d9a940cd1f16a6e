import { expect } from 'chai';
import { IDS } from '../../support/catalogue.js';
import { PRICE_FLOWS } from '../../support/steps/price-flows.js';
import { tell } from '../../support/steps/try-every-step.js';

/** What each attempt of each lead was stored with, in the order in which they left. */
async function moneyOf(flow: keyof typeof PRICE_FLOWS) {
  const { world, violations } = await tell(PRICE_FLOWS[flow], 'one');
  expect(violations).to.deep.equal([]);
  return [...world.leads.all.values()]
    .filter(({ offer_id }) => offer_id === IDS.shared)
    .flatMap(({ attempts }) => attempts)
    .sort((a, b) => a.at.getTime() - b.at.getTime())
    .map(({ money }) => [money.price_cents, money.payout_cents, money.timed_changes]);
}

describe('a price that changes while a lead is in flight', () => {
  it('is booked with what leaves while it is in force, which names it', async () => {
    expect(await moneyOf('price')).to.deep.equal([
      [9_999, 2_000, undefined],
      [4_500, 2_000, [1]],
      [4_500, 2_000, [1]],
      [9_999, 2_000, undefined],
    ]);
  });

  it('leaves the payout that a search has shown, and both changes are named', async () => {
    expect(await moneyOf('payout')).to.deep.equal([
      [4_500, 2_500, [3, 2]],
      [4_500, 2_000, [3]],
    ]);
  });
});
