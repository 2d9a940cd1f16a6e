import { expect } from 'chai';
import type { LeadStore } from '../../../src/app/ports/lead-store.js';
import type { LeadChange, LeadCondition } from '../../../src/core/lead/lead-change.js';
import type { LeadRecord } from '../../../src/core/lead/lead-record.js';
import { OutageError } from '../../../src/app/outage.js';
import { runSubmit } from '../../../src/app/submit/run.js';
import { IDS, testCatalogue } from '../../support/catalogue.js';
import { fakeWork } from '../../support/fakes/fake-work.js';
import { testLead } from '../../support/records.js';

const { delivery } = testCatalogue().offers.get(IDS.shared)!;
const away = () => new OutageError('MongoDB', new Error('socket timed out'));
type Opening = (write: () => Promise<boolean>) => Promise<boolean>;

/** Runs Ann's lead once while the write that stores its attempt does as `opening` says. */
async function opened(opening: Opening, { isFirst = false, down = 0, limits = {} } = {}) {
  const work = fakeWork(
    testCatalogue({ offers: { [IDS.shared]: { delivery: { ...delivery, ...limits } } } }),
  );
  const lead = testLead();
  await work.leads.insert(lead);
  const job = { lead_id: lead.id, submission: 1, request_id: 'r' };
  let failures = 0;
  const transition: LeadStore['transition'] = async (when, change) => {
    if (change.new_attempt) {
      failures = down;
      return opening(() => work.leads.transition(when, change));
    }
    if ((failures -= 1) >= 0) throw away();
    return work.leads.transition(when, change);
  };
  const end = runSubmit({ ...work.ports, leads: { ...work.leads, transition } }, job, isFirst);
  const now = (): LeadRecord => work.leads.all.get(lead.id)!;
  const outcomes = () => now().attempts.map(({ outcome }) => outcome);
  return { ...work, end, now, outcomes, run: () => runSubmit(work.ports, job) };
}

const landsUnsaid: Opening = async (write) => {
  await write();
  throw away();
};

for (const isFirst of [false, true])
  describe(`an attempt whose storing nobody acknowledged, of a ${isFirst ? 'first run' : 'lead that was taken'}`, () => {
    for (const down of [0, 3])
      it(`landed, and the database answers after ${down} more tries: never sent, and sold in the end`, async () => {
        const work = await opened(landsUnsaid, { isFirst, down });
        await work.end;
        expect([work.now().state, work.outcomes()]).to.deep.equal(['waiting', ['never_sent']]);
        expect(work.sent).to.have.length(0);
        work.pass(2_000);
        await work.run();
        expect([work.now().state, work.outcomes()]).to.deep.equal(['accepted', ['never_sent', 'accepted']]);
        expect(work.sent).to.have.length(1);
      });

    it('did not land: the lead is evaluated again at once', async () => {
      const work = await opened(() => Promise.reject(away()), { isFirst });
      await work.end;
      expect(work.now()).to.deep.include({ state: 'queued', attempts: [] });
      await work.run();
      expect([work.now().state, work.outcomes()]).to.deep.equal(['accepted', ['accepted']]);
    });

    it('would land when the lead has gone back: it never does', async () => {
      let late: () => Promise<boolean> = () => Promise.resolve(true);
      const work = await opened(
        (write) => {
          late = write;
          return Promise.reject(away());
        },
        { isFirst },
      );
      await work.end;
      expect(await late()).to.equal(false);
      expect(work.now()).to.deep.include({ state: 'queued', attempts: [] });
    });

    it('lands while it is looked for: found all the same', async () => {
      let late: () => Promise<boolean> = () => Promise.resolve(true);
      const work = fakeWork(testCatalogue());
      const lead = testLead();
      await work.leads.insert(lead);
      const transition = async (when: LeadCondition, change: LeadChange): Promise<boolean> => {
        if (change.new_attempt) {
          late = () => work.leads.transition(when, change);
          throw away();
        }
        if (change.state === 'queued') await late();
        return work.leads.transition(when, change);
      };
      await runSubmit(
        { ...work.ports, leads: { ...work.leads, transition } },
        { lead_id: lead.id, submission: 1, request_id: 'r' },
        isFirst,
      );
      const { state, attempts } = work.leads.all.get(lead.id)!;
      expect([state, attempts.map(({ outcome }) => outcome)]).to.deep.equal(['waiting', ['never_sent']]);
    });

    it('is unknown when its worker died before it could say so', async () => {
      const dies = new Promise<boolean>(() => undefined);
      const work = await opened(
        async (write) => {
          await write();
          return dies;
        },
        { isFirst },
      );
      await new Promise((resolve) => setImmediate(resolve));
      work.pass(delivery.timeout_ms + 30_000);
      await work.run();
      expect([work.now().state, work.outcomes()]).to.deep.equal(['unknown', ['unknown']]);
    });

    it("is never taken for another worker's, whose request may have left", async () => {
      let fail: (error: Error) => void = () => undefined;
      const work = await opened(() => new Promise<boolean>((_, reject) => (fail = reject)), { isFirst });
      await new Promise((resolve) => setImmediate(resolve));
      work.pass(30_000);
      work.answers.deliver.push({ kind: 'unknown', detail: 'a time-out' });
      await work.run();
      expect([work.now().state, work.outcomes()]).to.deep.equal(['unknown', ['unknown']]);
      fail(away());
      await work.end;
      expect([work.now().state, work.outcomes()]).to.deep.equal(['unknown', ['unknown']]);
    });

    it('leaves its permit at the gate', async () => {
      const work = await opened(landsUnsaid, { isFirst, limits: { max_in_flight: 1 } });
      await work.end;
      work.pass(2_000);
      await work.run();
      expect(work.now().state).to.equal('accepted');
    });
  });
