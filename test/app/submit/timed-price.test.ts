import { expect } from 'chai';
import { runSubmit } from '../../../src/app/submit/run.js';
import { compileCatalogue } from '../../../src/core/catalogue/compile-catalogue.js';
import { withChanges } from '../../../src/core/timed-changes/in-force.js';
import type { TimedChange } from '../../../src/core/timed-changes/timed-change.js';
import { documentOf } from '../../support/catalogue-document.js';
import { IDS, testCatalogue } from '../../support/catalogue.js';
import { fakeWork } from '../../support/fakes/fake-work.js';
import { testLead } from '../../support/records.js';
import { PRICE_FLOWS } from '../../support/steps/price-flows.js';
import { tell } from '../../support/steps/try-every-step.js';
import { timedPause } from '../../support/timed-changes.js';

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

  it('is that of the moment when the attempt is stored, also if it began while the lead was evaluated', async () => {
    const document = documentOf(testCatalogue());
    const price = timedPause({ what: 'price', kind: 'offer', entry_id: IDS.shared, value: 4_500, id: 7 });
    let changes: readonly TimedChange[] = [];
    const work = fakeWork(compileCatalogue(document, 1));
    work.ports.catalogue = { current: () => compileCatalogue(withChanges(document, changes), 1) };
    work.ports.suppressions.find = () => {
      changes = [price];
      return Promise.resolve([]);
    };
    const lead = testLead();
    work.leads.all.set(lead.id, lead);
    await runSubmit(work.ports, { lead_id: lead.id, submission: 1, request_id: 'r' });
    const [attempt] = work.leads.all.get(lead.id)?.attempts ?? [];
    expect(attempt?.money).to.deep.include({ price_cents: 4_500, timed_changes: [7] });
  });
});
