import { expect } from 'chai';
import type { Cap, Catalogue } from '../../../src/core/catalogue/types.js';
import { runSubmit } from '../../../src/app/submit/run.js';
import { IDS, testCatalogue } from '../../support/catalogue.js';
import { fakeWork } from '../../support/fakes/fake-work.js';
import { testIdentities, testLead } from '../../support/records.js';

const MINUTES = 60_000;
const JOB = { lead_id: testLead().id, submission: 1, request_id: 'r' };
const dayCap = (limit: number): Cap => ({
  id: 'cap-1',
  scope: 'offer',
  window: 'day',
  limit,
  time_zone: 'UTC',
});
const capped = (limit: number): Catalogue =>
  testCatalogue({ offers: { [IDS.shared]: { caps: [dayCap(limit)] } } });

type Work = ReturnType<typeof fakeWork>;

/** A machine that stands still for ten minutes in one call of a port; the catalogue changes meanwhile. */
async function sleepsIn(work: Work, asleep: (sleep: () => void) => Partial<Work['ports']>, next: Catalogue) {
  let catalogue = work.ports.catalogue.current();
  const source = { current: () => catalogue };
  let slept = false;
  const sleep = (): void => {
    if (slept) return;
    slept = true;
    work.pass(10 * MINUTES);
    catalogue = next;
  };
  await work.leads.insert(testLead());
  const run = () => runSubmit({ ...work.ports, ...asleep(sleep), catalogue: source }, JOB);
  return { end: await run(), run, now: () => work.leads.all.get(JOB.lead_id)! };
}

/** Right before the attempt is stored. */
const atTheGate = (work: Work) => (sleep: () => void) => ({
  gate: {
    ...work.ports.gate,
    enter: (...asked: Parameters<Work['ports']['gate']['enter']>) => {
      sleep();
      return work.ports.gate.enter(...asked);
    },
  },
});

/** Before the places are taken. */
const atTheClaims = (work: Work) => (sleep: () => void) => ({
  claims: {
    ...work.ports.claims,
    async take(request: Parameters<Work['ports']['claims']['take']>[0]) {
      const taken = await work.ports.claims.take(request);
      sleep();
      return taken;
    },
  },
});

describe('a worker that slept ten minutes while it evaluated, and nobody took the lead', () => {
  const paused = testCatalogue({ offers: { [IDS.shared]: { status: 'paused' } } });

  it('does not send for an offer that was paused nine minutes ago: the lead is evaluated again', async () => {
    const work = fakeWork(testCatalogue());
    const { end, run, now } = await sleepsIn(work, atTheGate(work), paused);
    expect(work.sent).to.have.length(0);
    expect(now()).to.deep.include({ state: 'queued', attempts: [], stalls: 0 });
    expect(now().timeline.at(-1)?.reason).to.deep.equal({ why: 'it was evaluated too long ago' });
    expect(end.again_at).to.deep.equal(now().due_at);
    await run();
    expect(now().decision?.code).to.equal('OFFER_UNAVAILABLE');
    expect(await work.claims.owners(testLead().identities.map(({ key }) => key))).to.deep.equal([]);
  });

  it('sends nothing into hours that have been moved', async () => {
    const closed = testCatalogue({
      buyer: { delivery_hours: [{ days: [1, 2, 3, 4, 5], from: 480, to: 1_200 }] },
    });
    const work = fakeWork(testCatalogue());
    const { run, now } = await sleepsIn(work, atTheGate(work), closed);
    await run();
    expect([work.sent.length, now().state]).to.deep.equal([0, 'saved']);
  });

  it('frees its permit at the gate, and sends when what it evaluated still holds', async () => {
    const { delivery } = testCatalogue().offers.get(IDS.shared)!;
    const one = testCatalogue({
      offers: { [IDS.shared]: { delivery: { ...delivery, max_in_flight: 1 } } },
    });
    const work = fakeWork(one);
    const { run, now } = await sleepsIn(work, atTheGate(work), one);
    await run();
    expect([work.sent.length, now().state]).to.deep.equal([1, 'accepted']);
  });

  it('takes no place by the limit of a cap that was lowered since', async () => {
    const work = fakeWork(capped(2));
    const other = testLead({
      id: '20000000-0000-4000-8000-000000000002',
      identities: testIdentities('bob'),
    });
    await work.leads.insert(other);
    await runSubmit(work.ports, { ...JOB, lead_id: other.id });
    const { run, now } = await sleepsIn(work, atTheClaims(work), capped(1));
    const place = { cap: dayCap(1), window: '2026-11-21', resets_at: null };
    expect(work.ledger.usedOf(place), 'only the first lead has one').to.equal(1);
    work.pass(1_000);
    await run();
    expect([work.sent.length, now().decision?.code]).to.deep.equal([1, 'CAP_REACHED']);
  });
});
