import { expect } from 'chai';
import type { LeadRecord } from '../../../src/core/lead/lead-record.js';
import { runSubmit } from '../../../src/app/submit/run.js';
import { IDS, testCatalogue, type CatalogueOverrides } from '../../support/catalogue.js';
import { fakeWork } from '../../support/fakes/fake-work.js';
import { testIdentities, testLead, testAttempt } from '../../support/records.js';

const CAP = { id: 'cap-1', scope: 'offer', window: 'day', limit: 2, time_zone: 'UTC' } as const;
const MONDAY = new Date('2026-11-23T08:00:00Z');
const buyer = { time_zone: 'UTC', delivery_hours: [{ days: [1, 2, 3, 4, 5], from: 480, to: 1200 }] };
const BEFORE: CatalogueOverrides = { buyer, offers: { [IDS.shared]: { caps: [CAP] } } };
const offer = (over: object): CatalogueOverrides => ({
  buyer,
  offers: { [IDS.shared]: { caps: [CAP], ...over } },
});

/** Leads of a Saturday, held for Monday; then this catalogue is applied, and the buyer opens. */
async function held(count: number, after: CatalogueOverrides, how: 'in turn' | 'at once' = 'in turn') {
  const work = fakeWork(testCatalogue(BEFORE));
  const leads: LeadRecord[] = [];
  for (let n = 1; n <= count; n += 1) {
    const identities = testIdentities(String(n));
    const lead = testLead({ id: `20000000-0000-4000-8000-00000000000${n}`, identities });
    work.leads.all.set(lead.id, lead);
    leads.push(lead);
  }
  const run = async (): Promise<LeadRecord[]> => {
    const runs = leads.map(
      ({ id: lead_id }) =>
        () =>
          runSubmit(work.ports, { lead_id, submission: 1, request_id: 'r' }),
    );
    if (how === 'at once') await Promise.all(runs.map((one) => one()));
    else for (const one of runs) await one();
    return leads.map(({ id }) => work.leads.all.get(id)!);
  };
  expect((await run()).map(({ state }) => state)).to.deep.equal(leads.map(() => 'saved'));
  work.ports.catalogue = { current: () => testCatalogue(after) };
  work.pass(MONDAY.getTime() - work.ports.clock().getTime());
  return { ...work, opened: await run() };
}

describe('a held lead is evaluated again before it is sent', () => {
  const changes: readonly [string, CatalogueOverrides, string][] = [
    ['the offer was paused', offer({ status: 'paused' }), 'OFFER_UNAVAILABLE'],
    ['the buyer was paused', { ...BEFORE, buyer: { ...buyer, status: 'paused' } }, 'OFFER_UNAVAILABLE'],
    ['the campaign was switched off', { ...BEFORE, campaign: { status: 'inactive' } }, 'OFFER_UNAVAILABLE'],
    ['the offer left the campaign', { ...BEFORE, lines: { [IDS.shared]: null } }, 'OFFER_UNAVAILABLE'],
    ['its cap was closed', offer({ caps: [{ ...CAP, limit: 0 }] }), 'CAP_REACHED'],
    ['a field is required now', offer({ required_fields: ['address.city'] }), 'REQUIRED_FIELD_MISSING'],
  ];
  for (const [what, after, code] of changes)
    it(`${what}: ${code}, and nothing leaves`, async () => {
      const { opened, sent, claims } = await held(1, after);
      expect(opened[0]?.decision?.code).to.equal(code);
      expect(sent).to.have.length(0);
      expect(await claims.owners(opened[0]!.identities.map(({ key }) => key))).to.deep.equal([]);
    });

  for (const how of ['in turn', 'at once'] as const)
    it(`of two that are evaluated ${how}, one is sold when the cap was lowered to one`, async () => {
      const { opened, sent } = await held(2, offer({ caps: [{ ...CAP, limit: 1 }] }), how);
      const codes = opened.map(({ decision }) => decision?.code);
      expect(codes).to.have.members(['ACCEPTED', 'CAP_REACHED']);
      expect(sent).to.have.length(1);
    });

  it('waits on when Monday became a holiday', async () => {
    const { opened, ledger } = await held(1, { ...BEFORE, buyer: { ...buyer, holidays: ['2026-11-23'] } });
    expect(opened[0]).to.deep.include({ state: 'saved', due_at: new Date('2026-11-24T08:00:00Z') });
    const used = (window: string) => ledger.used([{ cap: CAP, window, resets_at: null }]);
    expect([await used('2026-11-23'), await used('2026-11-24')]).to.deep.equal([[0], [1]]);
  });

  it('is tried again in what was left of its delivery window when the buyer closed', async () => {
    const closing = new Date('2026-11-23T19:59:40Z');
    const work = fakeWork(testCatalogue(BEFORE), closing);
    const lead = testLead({ received_at: closing, first_due_at: closing, due_at: closing });
    work.leads.all.set(lead.id, lead);
    work.answers.deliver = Array.from({ length: 6 }, () => ({ kind: 'never_sent', detail: 'refused' }));
    const runs: string[] = [];
    for (let due = lead.due_at; due && runs.length < 20; due = work.leads.all.get(lead.id)!.due_at) {
      work.pass(Math.max(0, due.getTime() - work.ports.clock().getTime()));
      await runSubmit(work.ports, { lead_id: lead.id, submission: 1, request_id: 'r' });
      runs.push(`${work.ports.clock().toISOString().slice(8, 16)} ${work.leads.all.get(lead.id)!.state}`);
    }
    expect(runs.filter((run) => !run.startsWith('23T19:59'))).to.deep.equal([
      '23T20:00 saved',
      ...['24T08:00 waiting', '24T08:00 queued', '24T08:00 accepted'],
    ]);
  });

  it('has used what it had used when it began to wait for its turn, which came after the buyer closed', async () => {
    const turn = new Date('2026-11-23T20:10:00Z');
    const began = new Date('2026-11-23T19:30:00Z');
    const { delivery } = testCatalogue(BEFORE).offers.get(IDS.shared)!;
    const hour = { ...delivery, window_ms: 3_600_000 };
    const work = fakeWork(testCatalogue(offer({ delivery: hour })), new Date('2026-11-23T19:50:00Z'));
    const wait = () => {
      const for_ms = turn.getTime() - work.ports.clock().getTime();
      return Promise.resolve({ outcome: 'wait', why: 'throttled', for_ms } as const);
    };
    work.ports.gate = { ...work.ports.gate, enter: wait, peek: wait };
    const retry = testAttempt({ number: 1, submission: 1, at: began, timeout_ms: 2_000, outcome: 'retry' });
    const due_at = work.ports.clock();
    const lead = testLead({ received_at: began, first_due_at: began, due_at, attempts: [retry] });
    work.leads.all.set(lead.id, lead);
    for (let runs = 0; runs < 2; runs += 1) {
      await runSubmit(work.ports, { lead_id: lead.id, submission: 1, request_id: 'r' });
      work.pass(turn.getTime() - work.ports.clock().getTime());
    }
    const { state, window_used_ms } = work.leads.all.get(lead.id)!;
    expect([state, window_used_ms]).to.deep.equal(['saved', 20 * 60_000]);
  });

  it('fails when its delivery window is over, counted in open hours, though it was never tried', async () => {
    const down = () =>
      Promise.resolve({ outcome: 'wait', why: 'destination_down', for_ms: 600_000 } as const);
    const opening = new Date('2026-11-23T08:00:00Z');
    const { delivery } = testCatalogue(BEFORE).offers.get(IDS.shared)!;
    const long = offer({ delivery: { ...delivery, window_ms: 20 * 3_600_000 } });
    const work = fakeWork(testCatalogue(long), opening);
    work.ports.gate = { ...work.ports.gate, enter: down, peek: down };
    const lead = testLead({ received_at: opening, first_due_at: opening, due_at: opening });
    work.leads.all.set(lead.id, lead);
    for (let due = lead.due_at; due; due = work.leads.all.get(lead.id)!.due_at) {
      if (due > new Date('2026-12-23T08:00:00Z')) break;
      work.pass(Math.max(0, due.getTime() - work.ports.clock().getTime()));
      await runSubmit(work.ports, { lead_id: lead.id, submission: 1, request_id: 'r' });
    }
    const { state, decision } = work.leads.all.get(lead.id)!;
    // Twelve hours on Monday, eight on Tuesday.
    expect([state, decision?.at]).to.deep.equal(['failed', new Date('2026-11-24T16:00:00Z')]);
  });
});
