import { expect } from 'chai';
import { runPartnerSearch } from '../../../src/app/search/ask-partner.js';
import { runSearch } from '../../../src/app/search/run.js';
import type { PartnerAnswer } from '../../../src/app/ports/destinations.js';
import { IDS, testCatalogue } from '../../support/catalogue.js';
import { fakeWork } from '../../support/fakes/fake-work.js';
import { testSearch } from '../../support/records.js';

const AT = testSearch().created_at;
const job = { search_id: testSearch().id, run: 1, request_id: 'r', offer_id: IDS.partner };

/** A search that is asking its partner. */
function asking() {
  const work = fakeWork(testCatalogue());
  const partners = [{ offer_id: IDS.partner, run: 1, state: 'asked', asked_at: AT }] as const;
  const { closes_at } = testSearch();
  work.searches.all.set(job.search_id, testSearch({ state: 'asking', due_at: closes_at, partners }));
  return { ...work, partner: () => work.searches.all.get(job.search_id)?.partners[0] };
}

describe('of a partner that is asked is known', () => {
  const failed = { kind: 'failed', detail: 'connect: refused', health: 'down' } as const;
  for (const [what, answer, isUnsent] of [
    ['that nothing was sent, if it could not be reached', { ...failed, unsent: true }, true],
    ['when, if it may have heard it', failed, false],
    ['when, if it answered', { kind: 'answered', results: [], faults: [] }, false],
  ] as const satisfies readonly (readonly [string, PartnerAnswer, boolean])[])
    it(what, async () => {
      const work = asking();
      work.pass(7_000);
      work.answers.askPartner.push(answer);
      await runPartnerSearch(work.ports, job, true);
      const asked_at = isUnsent ? AT : new Date(AT.getTime() + 7_000);
      expect(work.partner()).to.deep.include({ asked_at });
      expect(work.partner()?.unsent).to.equal(isUnsent ? true : undefined);
    });

  for (const [what, isFirst, over] of [
    ['of the job', false, {}],
    ['of a job before it', true, { again: true }],
  ] as const)
    it(`nothing by a run that sent nothing, if a run ${what} may have asked and died`, async () => {
      const work = asking();
      work.pass(45_000);
      await runPartnerSearch(work.ports, { ...job, ...over }, isFirst);
      expect(work.partner()).to.include({ state: 'failed' }).and.not.have.property('unsent');
    });

  it('that its job may not be the first, when a search runs again that is asking', async () => {
    const work = asking();
    await runSearch(work.ports, job);
    expect(work.jobs.partner).to.have.length(1);
    expect(work.jobs.partner[0]).to.include({ offer_id: IDS.partner, run: 1, again: true });
  });
});
