import { expect } from 'chai';
import { takeCallback } from '../../../src/app/callbacks/take-callback.js';
import { runSubmit } from '../../../src/app/submit/run.js';
import type { Delivery } from '../../../src/core/catalogue/types.js';
import type { CallbackOutcome } from '../../../src/core/delivery/apply-callback.js';
import type { DeliveryResult } from '../../../src/core/delivery/delivery-result.js';
import { IDS, testBuyer, testCatalogue, type CatalogueOverrides } from '../../support/catalogue.js';
import { fakeWork } from '../../support/fakes/fake-work.js';
import { testIdentities, testLead } from '../../support/records.js';
import { effectsOf } from '../../../src/core/lead/pending-effect.js';

const DAY_MS = 86_400_000;
const UNKNOWN: DeliveryResult = { kind: 'unknown', detail: 'time-out' };
const NEVER_SENT: DeliveryResult = { kind: 'never_sent', detail: 'connect: ECONNREFUSED' };
const LATER: DeliveryResult = { kind: 'answered', status: 202, answer: { outcome: 'pending' } };

const CAP = { id: 'cap-1', scope: 'offer', window: 'day', limit: 1, time_zone: 'UTC' } as const;
const follow_up = { url: 'http://127.0.0.1:1/${reference}', every_ms: DAY_MS, for_ms: 3 * DAY_MS };
const short = { ...testCatalogue().offers.get(IDS.shared)!.delivery, idempotent: true, window_ms: 3_000 };
const offered = (over: CatalogueOverrides = {}, delivery: Delivery = { ...short, follow_up }) =>
  testCatalogue({ ...over, offers: { [IDS.shared]: { delivery, caps: [CAP] } } });
const another = testBuyer({ id: 'another' });

/** A lead of which the first request may have arrived and the second never left, and its buyer says "later" of it. */
async function saidLater() {
  const work = fakeWork(offered());
  const lead = testLead();
  const posted = { deliver: 0, asked: 0 };
  const destinations = {
    ...work.ports.destinations,
    deliver: (...args: Parameters<typeof work.ports.destinations.deliver>) => {
      posted.deliver += 1;
      return work.ports.destinations.deliver(...args);
    },
    followUp: () => Promise.resolve(((posted.asked += 1), LATER)),
  };
  const run = (catalogue = work.ports.catalogue.current(), { id } = lead) =>
    runSubmit(
      { ...work.ports, destinations, catalogue: { current: () => catalogue } },
      { lead_id: id, submission: 1, request_id: 'r' },
    );
  const now = (id = lead.id) => work.leads.all.get(id)!;
  const call = (outcome: CallbackOutcome) =>
    takeCallback({ ...work.ports, pause: () => Promise.resolve() }, lead.id, {
      answer: { outcome, reference: 'ref-9' },
      ...{ submission: 1, detail: 'rule 1', dedupe_key: outcome },
    });
  work.leads.all.set(lead.id, lead);
  work.answers.deliver.push(UNKNOWN, NEVER_SENT);
  await run();
  work.pass(2_500);
  await run();
  expect(now()).to.include({ state: 'unknown' });
  expect(await call('pending')).to.deep.equal({ outcome: 'changed' });
  expect(now().attempts.map(({ outcome }) => outcome)).to.deep.equal(['pending', 'never_sent']);
  posted.deliver = 0;
  return { ...work, run, now, call, posted };
}

describe('a buyer says "later" of an unknown lead whose repeat never left', () => {
  it('it is asked, though the cap is full by now', async () => {
    const work = await saidLater();
    work.pass(DAY_MS);
    const other = testLead({ id: '20000000-0000-4000-8000-000000000002', identities: testIdentities('bo') });
    work.leads.all.set(other.id, { ...other, due_at: work.ports.clock(), first_due_at: work.ports.clock() });
    await work.run(undefined, other);
    expect([work.now(other.id).state, work.posted.deliver]).to.deep.equal(['accepted', 1]);
    await work.run();
    expect(work.now()).to.include({ state: 'pending' });
    expect(effectsOf(work.now(), 'reservations')).to.deep.equal([]);
    expect(work.posted).to.deep.equal({ deliver: 1, asked: 1 });
    await work.call('accepted');
    expect(work.now().decision).to.deep.include({ code: 'ACCEPTED' });
  });

  for (const [name, catalogue] of [
    ['another buyer has its offer', offered({ moreBuyers: [another], buyers: { [IDS.shared]: another.id } })],
    ['nobody can be asked', offered({}, short)],
  ] as const)
    it(`an operator is asked, if ${name}`, async () => {
      const work = await saidLater();
      work.pass(DAY_MS);
      await work.run(catalogue);
      expect(work.now()).to.include({ state: 'unknown' });
      expect(effectsOf(work.now(), 'reservations')).to.deep.equal([]);
      expect(work.posted).to.deep.equal({ deliver: 0, asked: 0 });
    });
});
