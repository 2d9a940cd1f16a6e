import { expect } from 'chai';
import { runSearch } from '../../../src/app/search/run.js';
import { testCap } from '../../support/caps.js';
import { IDS, testCatalogue } from '../../support/catalogue.js';
import { fakeWork } from '../../support/fakes/fake-work.js';
import { testSearch } from '../../support/records.js';

const TODAY = '2026-11-21';
const TOMORROW = '2026-11-22';
const UNTIL_ELEVEN = [{ days: [1, 2, 3, 4, 5, 6, 7], from: 480, to: 660 }];

/** Whether a search at noon shows an offer whose cap is full on this day. */
async function shows(full: string, delivery_hours: typeof UNTIL_ELEVEN): Promise<boolean> {
  const caps = [testCap({ limit: 1 })];
  const work = fakeWork(testCatalogue({ buyer: { delivery_hours }, offers: { [IDS.shared]: { caps } } }));
  const search = testSearch();
  work.searches.all.set(search.id, search);
  const ledger: typeof work.ledger = {
    ...work.ledger,
    used: (buckets) => Promise.resolve(buckets.map(({ window }) => (window === full ? 1 : 0))),
  };
  await runSearch({ ...work.ports, ledger }, { search_id: search.id, run: 1, request_id: 'r' });
  const { results = [] } = work.searches.all.get(search.id) ?? {};
  return results.some(({ offer_id }) => offer_id === IDS.shared);
}

describe('a search looks at the cap of the day on which its lead would leave', () => {
  it('today, where the buyer is open', async () => {
    expect([await shows(TODAY, []), await shows(TOMORROW, [])]).to.deep.equal([false, true]);
  });

  it('the day on which a closed buyer opens', async () => {
    const [today, tomorrow] = [await shows(TODAY, UNTIL_ELEVEN), await shows(TOMORROW, UNTIL_ELEVEN)];
    expect([today, tomorrow]).to.deep.equal([true, false]);
  });
});
