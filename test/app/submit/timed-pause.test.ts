import { expect } from 'chai';
import { compileCatalogue } from '../../../src/core/catalogue/compile-catalogue.js';
import type { LeadRecord } from '../../../src/core/lead/lead-record.js';
import { withChanges } from '../../../src/core/timed-changes/in-force.js';
import { isInForce, type TimedChange } from '../../../src/core/timed-changes/timed-change.js';
import { runSubmit } from '../../../src/app/submit/run.js';
import { documentOf } from '../../support/catalogue-document.js';
import { IDS, testCatalogue, testOffer, type CatalogueOverrides } from '../../support/catalogue.js';
import { fakeWork } from '../../support/fakes/fake-work.js';
import { testAttempt, testIdentities, testLead } from '../../support/records.js';
import { timedPause } from '../../support/timed-changes.js';

const MONDAY = '2026-11-23';
const at = (time: string, day = MONDAY): Date => new Date(`${day}T${time}:00Z`);
const HOUR_MS = 3_600_000;
const CAP = { id: '', scope: 'offer', window: 'day', limit: 5, time_zone: 'UTC' } as const;
const HOURS = { time_zone: 'UTC', delivery_hours: [{ days: [1, 2, 3, 4, 5], from: 480, to: 1200 }] };
const { buyers, campaigns } = testCatalogue();

/** Leads of an offer with this delivery window, and what is changed for a time. */
function world(
  begin: Date,
  changes: readonly TimedChange[],
  window_ms = 4 * HOUR_MS,
  over: CatalogueOverrides = {},
) {
  const offer = { delivery: { ...testOffer().delivery, window_ms }, caps: [CAP] };
  const document = documentOf(testCatalogue({ ...over, offers: { [IDS.shared]: offer } }));
  const work = fakeWork(compileCatalogue(document, 1), begin);
  const current = () =>
    compileCatalogue(
      withChanges(
        document,
        changes.filter((one) => isInForce(one, work.ports.clock())),
      ),
      1,
    );
  work.ports.catalogue = { current };
  const now = (lead: LeadRecord): LeadRecord => work.leads.all.get(lead.id)!;
  const put = (n: number, received: Date, more: Partial<LeadRecord> = {}): LeadRecord => {
    const id = `20000000-0000-4000-8000-00000000000${n}`;
    const due = { received_at: received, first_due_at: received, due_at: work.ports.clock() };
    const lead = testLead({ id, identities: testIdentities(String(n)), ...due, ...more });
    work.leads.all.set(id, lead);
    return lead;
  };
  const run = async (lead: LeadRecord, time?: Date): Promise<LeadRecord> => {
    if (time) work.pass(time.getTime() - work.ports.clock().getTime());
    await runSubmit(work.ports, { lead_id: lead.id, submission: 1, request_id: 'r' });
    return now(lead);
  };
  /** Runs the lead whenever it is due, until it ends. */
  const runToEnd = async (lead: LeadRecord): Promise<LeadRecord> => {
    for (let runs = 0; runs < 100; runs += 1) {
      const { due_at } = now(lead);
      if (!due_at) return now(lead);
      await run(lead, due_at > work.ports.clock() ? due_at : undefined);
    }
    throw new Error('the lead does not end');
  };
  return { ...work, put, run, runToEnd, now };
}

const NINE_TO_ELEVEN = { from: at('09:00'), until: at('11:00') };
const KINDS = {
  offer: IDS.shared,
  buyer: [...buyers.keys()][0],
  campaign: [...campaigns.keys()][0],
} as const;

describe('a timed pause', () => {
  for (const kind of ['offer', 'buyer', 'campaign'] as const)
    it(`of the ${kind} refuses new leads, and lets go those of before when it ends`, async () => {
      const pause = timedPause({ ...NINE_TO_ELEVEN, kind, entry_id: KINDS[kind]! });
      const work = world(at('09:30'), [pause]);
      const before = work.put(1, at('08:59'));
      const during = work.put(2, at('09:10'));
      expect((await work.run(during)).decision?.code).to.equal('OFFER_UNAVAILABLE');
      const waiting = await work.run(before);
      expect(waiting).to.deep.include({ state: 'queued', due_at: at('09:35') });
      expect(waiting.waiting).to.deep.include({ why: 'paused', until: at('11:00') });
      expect(work.sent).to.have.length(0);
      const { state, decision, timeline } = await work.runToEnd(before);
      expect([state, decision?.at]).to.deep.equal(['accepted', at('11:00')]);
      expect(
        timeline.map(({ what }) => what),
        'it says once that it waits',
      ).to.deep.equal([...['waits', 'sent', 'answered', 'decided']]);
    });

  it('lets a lead of before go at most 5 minutes after somebody ends it', async () => {
    const changes = [timedPause(NINE_TO_ELEVEN)];
    const work = world(at('09:32'), changes);
    const lead = work.put(1, at('08:59'));
    expect(await work.run(lead)).to.deep.include({ due_at: at('09:35') });
    changes[0] = { ...timedPause(NINE_TO_ELEVEN), ended: { at: at('09:33'), by: 'ann' } };
    expect((await work.runToEnd(lead)).decision?.at).to.deep.equal(at('09:35'));
  });

  it('does not hold a lead longer than its delivery window, and nothing leaves meanwhile', async () => {
    const work = world(at('09:00'), [timedPause(NINE_TO_ELEVEN)], HOUR_MS);
    const { state, decision } = await work.runToEnd(work.put(1, at('08:30')));
    expect([state, decision?.code, decision?.at]).to.deep.equal(['failed', 'DELIVERY_FAILED', at('09:30')]);
    expect(work.sent).to.have.length(0);
  });

  it('leaves a lead unknown that its buyer may have, when its window ends', async () => {
    const attempt = testAttempt({ number: 1, submission: 1, at: at('08:30'), outcome: 'unknown' });
    const delivery = { ...testOffer().delivery, idempotent: true };
    const work = world(at('09:00'), [timedPause(NINE_TO_ELEVEN)], HOUR_MS);
    const current = work.ports.catalogue.current;
    work.ports.catalogue = {
      current() {
        const catalogue = current();
        const [campaign] = catalogue.campaigns.values();
        const line = campaign!.offers.get(IDS.shared)!;
        const offer = { ...line.offer, delivery: { ...delivery, window_ms: HOUR_MS } };
        const offers = new Map([[IDS.shared, { ...line, offer }]]);
        return {
          ...catalogue,
          offers: new Map([[IDS.shared, offer]]),
          campaigns: new Map([[campaign!.id, { ...campaign!, offers }]]),
        };
      },
    };
    const lead = work.put(1, at('08:30'), { attempts: [attempt], state: 'waiting', runs: 1 });
    expect((await work.runToEnd(lead)).state).to.equal('unknown');
    expect(work.sent).to.have.length(0);
  });

  it('holds leads that were saved for the hours of the buyer, which then go in their order', async () => {
    const overnight = { from: at('06:00'), until: at('09:00') };
    const work = world(at('05:00'), [timedPause(overnight)], 4 * HOUR_MS, { buyer: HOURS });
    const leads = [work.put(1, at('05:00')), work.put(2, at('05:00'))];
    for (const lead of leads) expect(await work.run(lead)).to.include({ state: 'saved' });
    for (const lead of leads) {
      const { state, due_at, intent } = await work.run(lead, at('08:00'));
      expect([state, due_at]).to.deep.equal(['queued', at('08:05')]);
      expect(intent, 'it keeps its place in the caps').not.to.equal(undefined);
    }
    for (const lead of leads) expect((await work.runToEnd(lead)).state).to.equal('accepted');
    const [cap] = work.ports.catalogue.current().offers.get(IDS.shared)!.caps;
    expect(await work.ledger.used([{ cap: cap!, window: MONDAY, resets_at: null }])).to.deep.equal([2]);
    expect(work.sent.map(({ lead_id }) => lead_id)).to.deep.equal(leads.map(({ id }) => id));
  });

  it('uses up no window while the buyer is closed', async () => {
    const toTuesday = { from: at('19:00'), until: at('10:00', '2026-11-24') };
    const work = world(at('19:30'), [timedPause(toTuesday)], 4 * HOUR_MS, { buyer: HOURS });
    const { state, decision } = await work.runToEnd(work.put(1, at('18:30')));
    // An hour and a half on Monday, two hours on Tuesday.
    expect([state, decision?.at]).to.deep.equal(['accepted', at('10:00', '2026-11-24')]);
  });

  it('holds a lead that a run let wait after it began, as a run that did not know it yet', async () => {
    const work = world(at('09:01'), [timedPause(NINE_TO_ELEVEN)]);
    const retry = testAttempt({ number: 1, submission: 1, at: at('09:00'), outcome: 'retry' });
    const lead = work.put(1, at('09:00'), { attempts: [retry], state: 'waiting', runs: 1 });
    expect((await work.run(lead)).waiting).to.include({ why: 'paused' });
  });

  for (const kind of ['offer', 'buyer', 'campaign'] as const) {
    const pause = timedPause({ ...NINE_TO_ELEVEN, kind, entry_id: KINDS[kind]! });

    it(`of the ${kind} that begins while a lead is evaluated holds it`, async () => {
      const work = world(at('08:59'), [pause]);
      const lead = work.put(1, at('08:59'));
      work.ports.suppressions.find = () => {
        if (work.ports.clock() < pause.from) work.pass(15_000);
        return Promise.resolve([]);
      };
      work.pass(50_000);
      const { timeline, attempts } = await work.run(lead);
      expect([attempts, timeline.at(-1)?.reason]).to.deep.equal([
        [],
        { why: 'the catalogue changed meanwhile' },
      ]);
      expect(work.passages.map(({ passage }) => passage)).to.deep.equal(['unused']);
      expect((await work.run(lead)).waiting).to.include({ why: 'paused' });
      expect((await work.runToEnd(lead)).decision?.at).to.deep.equal(at('11:00'));
      expect(work.sent).to.have.length(1);
    });

    it(`of the ${kind} that begins after the attempt was stored holds the lead`, async () => {
      const work = world(at('08:59'), [pause]);
      const lead = work.put(1, at('08:59'));
      const { destinations } = work.ports;
      const deliver: typeof destinations.deliver = (...asked) => {
        if (work.ports.clock() < pause.from) work.pass(15_000);
        return destinations.deliver(...asked);
      };
      work.ports.destinations = { ...destinations, deliver };
      work.pass(50_000);
      const { state, attempts } = await work.run(lead);
      expect([state, attempts.map(({ outcome }) => outcome)]).to.deep.equal(['waiting', ['never_sent']]);
      const ended = await work.runToEnd(lead);
      expect([ended.state, ended.decision?.at]).to.deep.equal(['accepted', at('11:00')]);
      expect(work.sent).to.have.length(1);
    });
  }

  it('a pause without an end that begins while a lead is evaluated refuses it', async () => {
    let paused = false;
    const work = world(at('09:00'), []);
    const { current } = work.ports.catalogue;
    const closed = compileCatalogue(documentOf(testCatalogue({ buyer: { status: 'paused' } })), 2);
    work.ports.catalogue = { current: () => (paused ? closed : current()) };
    work.ports.suppressions.find = () => {
      paused = true;
      return Promise.resolve([]);
    };
    const lead = work.put(1, at('08:59'));
    expect((await work.runToEnd(lead)).decision?.refusal?.why).to.equal('buyer_paused');
    expect(work.sent).to.have.length(0);
  });

  it('does not save from a pause without an end', async () => {
    const work = world(at('09:30'), [timedPause(NINE_TO_ELEVEN)], HOUR_MS, { buyer: { status: 'paused' } });
    const lead = work.put(1, at('09:20'));
    expect((await work.run(lead)).decision?.code).to.equal('OFFER_UNAVAILABLE');
  });
});
