import { expect } from 'chai';
import { OutageError } from '../../../src/app/outage.js';
import { runSubmit } from '../../../src/app/submit/run.js';
import { sweep } from '../../../src/app/upkeep/sweep.js';
import type { Fallback } from '../../../src/core/fallback/fallback.js';
import { IDS, testCatalogue } from '../../support/catalogue.js';
import { fakeWork } from '../../support/fakes/fake-work.js';
import { testLead } from '../../support/records.js';

const catalogue = testCatalogue({
  campaign: { allow_fallbacks: true },
  offers: { [IDS.shared]: { status: 'paused' } },
});
const FIRST = testLead({ form: 'B', state: 'queued', offer_id: IDS.shared });
const fallback: Fallback = {
  ...{ lead_id: 'second', offer_id: IDS.trueExclusive, buyer_id: IDS.buyer, answers: {}, data_hash: 'h' },
  ...{ consent: FIRST.consent, reply_to: 'web-7' },
};

/** A call whose first offer is paused. `isOpening`: whether its worker can still store the next fallback. */
async function ended(isOpening: boolean) {
  const work = fakeWork(catalogue);
  work.leads.all.set(FIRST.id, { ...FIRST, fallbacks: [fallback] });
  const away = (): Promise<never> => Promise.reject(new OutageError('MongoDB', new Error('away')));
  const leads = isOpening ? work.leads : { ...work.leads, insertFallback: away };
  await runSubmit(
    { ...work.ports, leads },
    { lead_id: FIRST.id, submission: 1, request_id: 'r', reply_to: 'web-7' },
  );
  return work;
}

const NEXT = { lead_id: 'second', submission: 1, request_id: FIRST.request_id, reply_to: 'web-7' };

describe('opening the next fallback of a call', () => {
  it('names the process whose call waits, and wakes nobody yet', async () => {
    const { jobs, woken } = await ended(true);
    expect(jobs.submit).to.deep.equal([NEXT]);
    expect(woken).to.deep.equal([]);
  });

  it('does so too when a sweeper opens it, so that the call is woken by its decision', async () => {
    const work = await ended(false);
    expect(work.jobs.submit).to.deep.equal([]);
    const woken = work.woken.length;
    work.pass(6_000);
    await sweep(work.ports);
    expect(work.jobs.submit).to.deep.equal([NEXT]);
    expect(work.woken).to.have.length(woken);
    await runSubmit(work.ports, NEXT);
    expect(work.woken.slice(woken)).to.deep.equal([FIRST.id]);
    expect((await work.leads.read('second'))?.state).to.equal('accepted');
    await sweep(work.ports);
    expect(work.jobs.submit).to.have.length(1);
  });
});
