import { expect } from 'chai';
import type { Offer } from '../../../src/core/catalogue/types.js';
import type { DeliveryResult } from '../../../src/core/delivery/delivery-result.js';
import type { LeadRecord } from '../../../src/core/lead/lead-record.js';
import { settleLead } from '../../../src/app/settle/settle-lead.js';
import { runSubmit } from '../../../src/app/submit/run.js';
import { IDS, testCatalogue } from '../../support/catalogue.js';
import { fakeWork } from '../../support/fakes/fake-work.js';
import { effectsOf, nameOfEffect } from '../../../src/core/lead/pending-effect.js';
import { testLead } from '../../support/records.js';

const MINUTE = 60_000;
const REFUSED: DeliveryResult = {
  kind: 'never_sent',
  detail: 'connect: nobody listens there (ECONNREFUSED)',
};
const { delivery } = testCatalogue().offers.get(IDS.shared)!;
const quiet = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/** A worker that stores its attempt and stands still before the request leaves, until `wake`. */
async function sleeper(over: Partial<Offer['delivery']> = {}) {
  const work = fakeWork(testCatalogue({ offers: { [IDS.shared]: { delivery: { ...delivery, ...over } } } }));
  const lead = testLead();
  await work.leads.insert(lead);
  const run = (id = lead.id) => runSubmit(work.ports, { lead_id: id, submission: 1, request_id: 'r' });
  let go: () => void = () => undefined;
  const awake = new Promise<void>((resolve) => (go = resolve));
  const { destinations } = work.ports;
  const sleeps: typeof destinations = {
    ...destinations,
    deliver: async (...asked) => {
      await awake;
      return destinations.deliver(...asked);
    },
  };
  const slept = runSubmit(
    { ...work.ports, destinations: sleeps },
    { lead_id: lead.id, submission: 1, request_id: 'r' },
  );
  await quiet();
  const wake = async (): Promise<void> => {
    go();
    await slept;
  };
  const now = (id = lead.id): LeadRecord => work.leads.all.get(id)!;
  expect(now().state).to.equal('sending');
  return { ...work, lead, run, wake, now };
}

describe('a worker that stands still between storing its attempt and sending', () => {
  it('sends nothing after the lead was called unknown, settled, and its person sold again', async () => {
    const work = await sleeper();
    work.pass(MINUTE);
    await work.run();
    expect(work.now().state).to.equal('unknown');
    const settlement = { verdict: 'rejected', by: 'ann', why: 'They never got it' } as const;
    const { leads, clock } = work.ports;
    const ports = { leads, clock, catalogue: work.ports.catalogue.current() };
    expect((await settleLead(ports, work.lead.id, settlement)).outcome).to.equal('settled');
    const [effect] = effectsOf(work.now(), 'reservations');
    await work.claims.release(effect!.keys, work.lead.id, 1);
    await work.leads.clearPending([{ id: work.lead.id, effects: [nameOfEffect(effect!)] }]);
    const again = testLead({ id: '20000000-0000-4000-8000-000000000002' });
    await work.leads.insert(again);
    await work.run(again.id);
    expect(work.now(again.id).state).to.equal('accepted');

    await work.wake();
    expect(
      work.sent.map(({ lead_id }) => lead_id),
      'sold once',
    ).to.deep.equal([again.id]);
    expect(work.now().state).to.equal('rejected');
    const told = work.now().timeline.at(-1);
    expect(told).to.deep.include({ what: 'answered', outcome: 'never_sent' });
    expect(told?.reason).to.include({ attempt: 1, why: 'too late', was: 'rejected' });
  });

  it('ends its attempt and puts an unknown lead back on its way, its delivery window unspent', async () => {
    const work = await sleeper({ window_ms: 5_000 });
    work.pass(10 * MINUTE);
    await work.run();
    expect(work.now().state).to.equal('unknown');
    await work.wake();
    expect(work.now().state).to.equal('waiting');
    expect(work.now().attempts.map(({ outcome }) => outcome)).to.deep.equal(['never_sent']);
    work.pass(1_000);
    work.answers.deliver.push(REFUSED);
    await work.run();
    expect(work.now().state, 'there is time for another try').to.equal('waiting');
    work.pass(2_000);
    await work.run();
    expect([work.now().state, work.sent.length]).to.deep.equal(['accepted', 2]);
  });

  it('within its deadline sends as ever', async () => {
    const work = await sleeper();
    work.pass(20_000);
    await work.wake();
    expect([work.now().state, work.sent.length]).to.deep.equal(['accepted', 1]);
  });

  it('opens no breaker: it is no fault of the destination', async () => {
    const work = await sleeper({ breaker: { failures: 1, open_for_ms: MINUTE, offer_while_open: false } });
    work.pass(25_000);
    await work.wake();
    expect(work.now().state).to.equal('waiting');
    expect([...(await work.ports.gate.openBreakers())]).to.deep.equal([]);
  });

  it('ends its attempt of a lead that is to be repeated, which may then be refused again', async () => {
    const work = await sleeper({ idempotent: true });
    work.pass(delivery.timeout_ms + 30_000);
    await work.run();
    expect(work.now().state).to.equal('waiting');
    await work.wake();
    expect(work.now()).to.deep.include({ state: 'waiting' });
    expect(work.now().attempts.map(({ outcome }) => outcome)).to.deep.equal(['never_sent']);
    work.pass(2_000);
    const paused = testCatalogue({ offers: { [IDS.shared]: { status: 'paused' } } });
    work.ports.catalogue.current = () => paused;
    await work.run();
    expect(work.now().decision?.code).to.equal('OFFER_UNAVAILABLE');
  });

  it('takes the lead out of the hands of a worker that is about to call it unknown', async () => {
    const work = await sleeper();
    work.pass(MINUTE);
    const { leads } = work.ports;
    let write: () => void = () => undefined;
    const written = new Promise<void>((resolve) => (write = resolve));
    const slow: typeof leads = {
      ...leads,
      transition: async (...asked) => {
        await written;
        return leads.transition(...asked);
      },
    };
    const other = runSubmit(
      { ...work.ports, leads: slow },
      { lead_id: work.lead.id, submission: 1, request_id: 'r' },
    );
    await quiet();
    expect(work.now().state).to.equal('working');
    await work.wake();
    write();
    await other;
    expect(work.now().state).to.equal('waiting');
  });
});

describe('proof that nothing was sent which comes after the delivery window', () => {
  it('fails an unknown lead, which gives back what it held', async () => {
    const work = fakeWork(testCatalogue());
    const lead = testLead();
    await work.leads.insert(lead);
    const run = () => runSubmit(work.ports, { lead_id: lead.id, submission: 1, request_id: 'r' });
    let answer: (delivered: DeliveryResult) => void = () => undefined;
    const slow = {
      ...work.ports.destinations,
      deliver: () => new Promise<DeliveryResult>((resolve) => (answer = resolve)),
    };
    const slept = runSubmit(
      { ...work.ports, destinations: slow },
      { lead_id: lead.id, submission: 1, request_id: 'r' },
    );
    await quiet();
    work.pass(10 * MINUTE);
    await run();
    expect(work.leads.all.get(lead.id)?.state).to.equal('unknown');
    answer(REFUSED);
    await slept;
    expect(work.leads.all.get(lead.id)).to.include({ state: 'failed' });
    expect(effectsOf(work.leads.all.get(lead.id)!, 'reservations')).to.deep.equal([]);
    expect(await work.claims.owners(lead.identities.map(({ key }) => key))).to.deep.equal([]);
  });
});
