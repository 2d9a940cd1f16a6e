import { expect } from 'chai';
import type { Catalogue } from '../../../src/core/catalogue/types.js';
import { runPartnerSearch } from '../../../src/app/search/ask-partner.js';
import { runSearch } from '../../../src/app/search/run.js';
import { IDS, testAffiliate, testCatalogue } from '../../support/catalogue.js';
import { fakeWork } from '../../support/fakes/fake-work.js';
import { testSearch } from '../../support/records.js';

const OTHER = { id: 'a0000000-0000-4000-8000-00000000000b', handle: 'southwind' };
const OWN = testCatalogue();
const TAKEN = testCatalogue({ affiliate: OTHER, moreAffiliates: [testAffiliate()], version: 2 });
const JOB = { run: 1, request_id: 'r', reply_to: 'web-1' };

function searching() {
  const work = fakeWork(OWN);
  let current: Catalogue = OWN;
  work.ports.catalogue = { current: () => current };
  const { id: search_id } = testSearch();
  work.searches.all.set(search_id, testSearch());
  const run = () => runSearch(work.ports, { ...JOB, search_id });
  const ask = () => runPartnerSearch(work.ports, { ...JOB, search_id, offer_id: IDS.partner });
  const now = () => work.searches.all.get(search_id)!;
  return { ...work, run, ask, now, take: () => void (current = TAKEN) };
}

describe('a search whose campaign went to another affiliate', () => {
  it('finds nothing, and nobody is asked', async () => {
    const { take, run, now, jobs } = searching();
    take();
    await run();
    const { state, results, verdicts } = now();
    expect({ state, results, verdicts }).to.deep.equal({ state: 'done', results: [], verdicts: [] });
    expect(jobs.partner).to.deep.equal([]);
  });

  it('asks no partner for the other affiliate', async () => {
    const { take, run, ask, now, asked } = searching();
    await run();
    take();
    await ask();
    expect(asked).to.deep.equal([]);
    expect(now().partners[0]).to.include({
      state: 'failed',
      detail: 'the campaign has another affiliate now',
    });
    expect(now().state).to.equal('done');
  });

  it('looks for its person on the suppression list for its own affiliate', async () => {
    const { run, ports } = searching();
    const found: string[] = [];
    ports.suppressions.find = ((_: unknown, { affiliate_id }: { affiliate_id: string }) => {
      found.push(affiliate_id);
      return Promise.resolve([]);
    }) as typeof ports.suppressions.find;
    await run();
    expect(found).to.deep.equal([IDS.affiliate]);
  });
});
