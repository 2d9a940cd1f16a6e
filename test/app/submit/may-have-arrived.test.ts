import { expect } from 'chai';
import type { DeliveryResult } from '../../../src/core/delivery/delivery-result.js';
import type { LeadRecord } from '../../../src/core/lead/lead-record.js';
import { runSubmit } from '../../../src/app/submit/run.js';
import { IDS, testCatalogue } from '../../support/catalogue.js';
import { fakeWork } from '../../support/fakes/fake-work.js';
import { testLead } from '../../support/records.js';
import { effectsOf } from '../../../src/core/lead/pending-effect.js';

const CAP = { id: 'cap-1', scope: 'offer', window: 'day', limit: 1, time_zone: 'UTC' } as const;
const answered = (outcome: 'accepted' | 'retry'): DeliveryResult => ({
  kind: 'answered',
  status: 200,
  answer: { outcome, reference: 'ref-9' },
});

describe('run-submit: the buyer is idempotent and may have the lead already', () => {
  const delivery = { ...testCatalogue().offers.get(IDS.shared)!.delivery, idempotent: true };
  const unknown: DeliveryResult = { kind: 'unknown', detail: 'time-out' };
  const paused = testCatalogue({ offers: { [IDS.shared]: { delivery, status: 'paused' } } });
  const closed = testCatalogue({ offers: { [IDS.shared]: { delivery, caps: [{ ...CAP, limit: 0 }] } } });
  const offLine = testCatalogue({ offers: { [IDS.shared]: { delivery } }, lines: { [IDS.shared]: null } });
  const trusting = testCatalogue({
    offers: { [IDS.shared]: { delivery: { ...delivery, idempotent: false } } },
  });

  function tried(...outcomes: DeliveryResult[]) {
    const work = fakeWork(testCatalogue({ offers: { [IDS.shared]: { delivery, caps: [CAP] } } }));
    const lead = testLead();
    work.leads.all.set(lead.id, lead);
    work.answers.deliver.push(unknown, ...outcomes);
    const runWith = (catalogue = work.ports.catalogue.current()) =>
      runSubmit({ ...work.ports, catalogue: { current: () => catalogue } }, job(lead));
    return { ...work, lead, runWith, now: () => work.leads.all.get(lead.id)! };
  }
  const job = ({ id }: LeadRecord) => ({ lead_id: id, submission: 1, request_id: 'r' });
  const kept = async ({ claims, ledger }: ReturnType<typeof tried>) => ({
    claims: (await claims.owners(['key-email-ann'])).length,
    places: ledger.usedOf({ cap: CAP, window: '2026-11-21', resets_at: null }),
  });

  for (const [name, catalogue] of [
    ['a paused offer', paused],
    ['an offer off the campaign', offLine],
    ['a cap that was closed', closed],
  ] as const)
    it(`${name} refuses it no more: tried again when it can be, and its answer decides`, async () => {
      const work = tried(answered('accepted'));
      await work.runWith();
      expect(work.now().state).to.equal('waiting');
      work.pass(2_000);
      const end = await work.runWith(catalogue);
      expect(work.now().state).to.equal('waiting');
      expect(end.again_at).to.deep.equal(work.now().due_at);
      expect(await kept(work)).to.deep.equal({ claims: 1, places: 1 });
      work.pass(2_000);
      await work.runWith();
      expect(work.now().state).to.equal('accepted');
    });

  it('a refusal that lasts ends as unknown, with all that it holds', async () => {
    const work = tried();
    await work.runWith();
    for (let i = 0; i < 40; i += 1) {
      work.pass(30_000);
      await work.runWith(paused);
    }
    expect(work.now()).to.include({ state: 'unknown' });
    expect(effectsOf(work.now(), 'reservations')).to.deep.equal([]);
    expect(work.now()).to.not.have.any.keys('due_at', 'decision');
    expect(await kept(work)).to.deep.equal({ claims: 1, places: 1 });
    expect(work.sent).to.have.length(1);
  });

  it('nothing is sent again once the buyer is not idempotent any more', async () => {
    const work = tried();
    await work.runWith();
    work.pass(2_000);
    await work.runWith(trusting);
    expect(work.now().state).to.equal('unknown');
    expect(work.sent).to.have.length(1);
  });

  it('given up after a later "try again": unknown, not failed', async () => {
    const work = tried(answered('retry'));
    await work.runWith();
    work.pass(2_000);
    await work.runWith();
    expect(work.now().attempts.map(({ outcome }) => outcome)).to.deep.equal(['unknown', 'retry']);
    const broken = {
      ...work.ports,
      claims: { ...work.claims, take: () => Promise.reject(new Error('poison')) },
    };
    // Ten that break, one that lets whoever lives speak, and the end.
    for (let i = 0; i < 12; i += 1) {
      work.pass(60_000);
      await runSubmit(broken, job(work.lead)).catch(() => undefined);
    }
    expect(work.now()).to.include({ state: 'unknown' });
    expect(effectsOf(work.now(), 'reservations')).to.deep.equal([]);
  });
});
