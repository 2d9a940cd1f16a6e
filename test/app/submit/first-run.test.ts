import { expect } from 'chai';
import { runSubmit } from '../../../src/app/submit/run.js';
import type { WorkPorts } from '../../../src/app/ports/work-ports.js';
import { windowOf } from '../../../src/core/caps/windows.js';
import { DUE_AFTER_MS, SWEEP_GRACE_MS } from '../../../src/core/delivery/lease-times.js';
import type { LeadRecord } from '../../../src/core/lead/lead-record.js';
import { violationsOf } from '../../../src/core/invariants/violations-of.js';
import type { Suppression } from '../../../src/core/suppression/suppression.js';
import { testCap } from '../../support/caps.js';
import { IDS, testCatalogue } from '../../support/catalogue.js';
import { memoryLeadCounts } from '../../support/fakes/memory-lead-counts.js';
import { rebuildMemoryLedger } from '../../support/fakes/memory-ledger.js';
import { fakeWork } from '../../support/fakes/fake-work.js';
import { testIdentities, testLead } from '../../support/records.js';

const NOW = new Date('2026-11-21T17:00:00Z');
const CAP = testCap({ id: 'day', limit: 1, time_zone: 'UTC' });
const CAPPED = testCatalogue({ offers: { [IDS.shared]: { caps: [CAP] } } });
/** As `web` stores it, a moment ago. */
const newLead = (over: Partial<LeadRecord> = {}): LeadRecord =>
  testLead({ due_at: new Date(NOW.getTime() + DUE_AFTER_MS), ...over });
const job = ({ id, submission }: LeadRecord) => ({ lead_id: id, submission, request_id: 'r' });
type Work = ReturnType<typeof fakeWork>;
const SUPPRESSED: Suppression = {
  ...{ id: 'key-email-ann', kind: 'email', scope: { of: 'all' }, reason: 'Asked to stop', source: 'desk' },
  ...{ added_at: new Date(0), added_by: 'ann' },
};

/** The ports of a worker, who does `between` right before it stores its attempt. */
const doing = (work: Work, between: () => Promise<unknown>): WorkPorts => ({
  ...work.ports,
  leads: {
    ...work.leads,
    async transition(when, change) {
      if (change.new_attempt) await between();
      return work.leads.transition(when, change);
    },
  },
});

/** What `leadkeep check` says of the caps. */
const capFaults = ({ ports, leads, ledger }: Work): string[] =>
  violationsOf({
    ...{ leads: [...leads.all.values()], searches: [], claims: [], acknowledged: [] },
    catalogueVersions: [{ at: new Date(0), catalogue: CAPPED }],
    ...{ ledgerPlaces: ledger.places(), now: ports.clock(), settled: false },
  }).flatMap(({ invariant, detail }) => (/^(cap|ledger)-/.test(invariant) ? [detail] : []));

describe('the first run of a lead', () => {
  async function taken(
    over: Partial<LeadRecord>,
    catalogue = testCatalogue(),
    due?: number,
  ): Promise<boolean> {
    const work = fakeWork(catalogue);
    const lead = newLead(over);
    await work.leads.insert(lead);
    let takes = 0;
    const take: WorkPorts['leads']['take'] = (...asked) => {
      takes += 1;
      return work.leads.take(...asked);
    };
    const ports = { ...work.ports, leads: { ...work.leads, take } };
    await runSubmit(ports, { ...job(lead), ...(due !== undefined && { due }) }, true);
    return takes > 0;
  }

  it('does not take a new lead that goes at once', async () => {
    expect(await taken({})).to.equal(false);
  });

  const closed = { buyer: { delivery_hours: [{ days: [1 as const], from: 0, to: 60 }] } };
  const others: readonly (readonly [string, () => Promise<boolean>])[] = [
    ['was run before', () => taken({ runs: 1 })],
    ['was submitted again', () => taken({ submission: 2 })],
    ['waits for the back-off', () => taken({ state: 'waiting' })],
    ['is a test lead', () => taken({ is_test: true })],
    ['has offers to fall back to', () => taken({ fallbacks: [] })],
    ['is a fallback itself', () => taken({ earlier_leads: [] })],
    ['is due', () => taken({ due_at: NOW })],
    ['was meant for another buyer', () => taken({ buyer_id: 'another' })],
    ['has a buyer that is closed', () => taken({}, testCatalogue(closed))],
    ['is of an offer that left the catalogue', () => taken({ offer_id: 'gone' })],
    ['was found by the sweeper', () => taken({}, testCatalogue(), NOW.getTime())],
  ];
  for (const [what, run] of others)
    it(`takes a lead that ${what}`, async () => {
      expect(await run()).to.equal(true);
    });

  it('stores itself with its first write, and its intent', async () => {
    const work = fakeWork(CAPPED);
    const lead = newLead();
    await work.leads.insert(lead);
    await runSubmit(work.ports, job(lead), true);
    const { state, runs, taken: run, intent, attempts } = work.leads.all.get(lead.id)!;
    const now = work.ports.clock();
    expect({ state, runs, intent }).to.deep.equal({
      ...{ state: 'accepted', runs: 1 },
      intent: { at: now, submission: 1, buyer_id: lead.buyer_id },
    });
    expect(run).to.deep.include({ run: 1, at: now, from: 'queued' });
    expect(attempts[0]).to.include({ number: 1, run: 1, by: run?.by });
  });

  it('twice at once sends once, and both leave what the lead holds alone', async () => {
    const work = fakeWork(CAPPED);
    const lead = newLead();
    await work.leads.insert(lead);
    const second = () => runSubmit(work.ports, job(lead), true);
    await runSubmit(doing(work, second), job(lead), true);
    expect(work.sent).to.have.length(1);
    expect(work.leads.all.get(lead.id)).to.deep.include({ state: 'accepted', runs: 1 });
    const owners = await work.claims.owners(lead.identities.map(({ key }) => key));
    expect(owners).to.have.length(lead.identities.length);
    expect(work.ledger.usedOf(windowOf(CAP, work.ports.clock()))).to.equal(1);
  });

  it('leaves alone a lead that another worker took while it slept, and what that worker reserved', async () => {
    const work = fakeWork(CAPPED, new Date('2026-11-21T17:14:59Z'));
    const start = work.ports.clock();
    const lead = testLead({ due_at: new Date(start.getTime() + DUE_AFTER_MS) });
    await work.leads.insert(lead);
    const until = new Date(start.getTime() + 30_000);
    let before: LeadRecord | null = null;
    const read: WorkPorts['leads']['read'] = async (id) => {
      const found = await work.leads.read(id);
      if (before) return found;
      before = await work.leads.take(id, 1, start, until, 'another');
      // Into the next quarter of an hour, where a lead may count elsewhere.
      work.pass(2_000);
      return found;
    };
    await runSubmit({ ...work.ports, leads: { ...work.leads, read } }, job(lead), true);
    expect(work.sent).to.have.length(0);
    expect(work.leads.all.get(lead.id)).to.deep.equal(before);
  });

  it('counts for as long as nobody else is handed the lead', async () => {
    const work = fakeWork(testCatalogue());
    const lead = newLead();
    await work.leads.insert(lead);
    const take: WorkPorts['claims']['take'] = async (request) => {
      work.pass(DUE_AFTER_MS + SWEEP_GRACE_MS);
      return work.claims.take(request);
    };
    const { again_at } = await runSubmit(
      { ...work.ports, claims: { ...work.claims, take } },
      job(lead),
      true,
    );
    expect(work.sent).to.have.length(0);
    expect(work.leads.all.get(lead.id)).to.deep.include({ state: 'queued', runs: 1, attempts: [] });
    expect(again_at).to.not.equal(undefined);
  });

  it('is evaluated again when its buyer closes for a moment while it is read', async () => {
    const hours = [
      { days: [6 as const], from: 0, to: 721 },
      { days: [6 as const], from: 725, to: 1_440 },
    ];
    const work = fakeWork(testCatalogue({ buyer: { delivery_hours: hours } }));
    work.pass(59_000);
    const lead = newLead({ due_at: new Date(NOW.getTime() + 59_000 + DUE_AFTER_MS) });
    await work.leads.insert(lead);
    const read: WorkPorts['leads']['read'] = async (id) => {
      const found = await work.leads.read(id);
      work.pass(2_000);
      return found;
    };
    await runSubmit({ ...work.ports, leads: { ...work.leads, read } }, job(lead), true);
    expect(work.sent).to.have.length(0);
    expect(work.leads.all.get(lead.id)).to.deep.include({ state: 'queued', runs: 1, attempts: [] });
  });

  describe('while the ledger is counted again, before its attempt is stored', () => {
    async function recounted(meanwhile: (work: Work) => Promise<unknown>, over: Partial<WorkPorts> = {}) {
      const work = fakeWork(CAPPED);
      const lead = newLead();
      await work.leads.insert(lead);
      const between = async () => {
        work.ledger.goStale();
        await meanwhile(work);
      };
      const said: string[] = [];
      const log = { ...work.ports.log, error: (_: object, message: string) => void said.push(message) };
      const end = await runSubmit({ ...doing(work, between), log, ...over }, job(lead), true);
      return { ...work, lead, end, said, used: () => work.ledger.usedOf(windowOf(CAP, work.ports.clock())) };
    }

    it('counts, though the count did not see it', async () => {
      const { sent, used } = await recounted((work) => work.ports.rebuildLedger());
      expect([sent.length, used()]).to.deep.equal([1, 1]);
    });

    it('counts, when it is the first that finds the ledger gone', async () => {
      const { sent, used } = await recounted(() => Promise.resolve());
      expect([sent.length, used()]).to.deep.equal([1, 1]);
    });

    it('sends nothing when the person is suppressed while it counts', async () => {
      let isSuppressed = false;
      const suppressions: WorkPorts['suppressions'] = {
        find: () => Promise.resolve(isSuppressed ? [SUPPRESSED] : []),
      };
      const suppress = (work: Work) => {
        isSuppressed = true;
        work.pass(5_000);
        return Promise.resolve();
      };
      const found = await recounted(suppress, { suppressions });
      expect(found.sent).to.have.length(0);
      const { attempts } = found.leads.all.get(found.lead.id)!;
      expect(attempts.map(({ outcome }) => outcome)).to.deep.equal(['never_sent']);
      found.pass(60_000);
      await runSubmit({ ...found.ports, suppressions }, job(found.lead));
      expect(found.leads.all.get(found.lead.id)?.decision?.refusal?.why).to.equal('suppressed');
      expect([found.sent.length, found.used()]).to.deep.equal([0, 0]);
    });

    it('sends nothing when another lead has its place by then', async () => {
      const other = newLead({
        id: '20000000-0000-4000-8000-000000000002',
        identities: testIdentities('bob'),
      });
      const found = await recounted(async (work) => {
        await work.ports.rebuildLedger();
        await work.leads.insert(other);
        await runSubmit(work.ports, job(other), true);
      });
      expect([found.sent.length, found.used()], 'the other one').to.deep.equal([1, 1]);
      expect(found.leads.all.get(found.lead.id)).to.include({ state: 'waiting' });
      expect(capFaults(found), 'it holds no place').to.deep.equal([]);
      found.pass(60_000);
      await runSubmit(found.ports, job(found.lead));
      expect(found.leads.all.get(found.lead.id)?.decision?.code).to.equal('CAP_REACHED');
      expect([found.sent.length, found.used()]).to.deep.equal([1, 1]);
    });

    it('sends nothing when the count was for a catalogue with a cap that it does not know yet', async () => {
      const [before, after] = [testCatalogue(), CAPPED];
      let current = before;
      const work = fakeWork(before);
      const { ledger, leads } = work;
      const { counts } = memoryLeadCounts(() => [...leads.all.values()]);
      const count = () => {
        const now = work.ports.clock();
        return rebuildMemoryLedger({ ledger, leads, counts, catalogue: current, now });
      };
      const lead = newLead();
      await leads.insert(lead);
      const between = async () => {
        current = after;
        await count();
      };
      const rebuildLedger = () => Promise.resolve(false);
      await runSubmit({ ...doing(work, between), rebuildLedger }, job(lead), true);
      expect([work.sent.length, leads.all.get(lead.id)?.state]).to.deep.equal([0, 'waiting']);
      work.pass(60_000);
      const ports = { ...work.ports, rebuildLedger: count, catalogue: { current: () => current } };
      await runSubmit(ports, job(lead));
      expect([work.sent.length, ledger.usedOf(windowOf(CAP, work.ports.clock()))]).to.deep.equal([1, 1]);
    });

    it('sends nothing when the ledger fails, and says so', async () => {
      const found = await recounted((work) => {
        work.ledger.reserve = () => Promise.reject(new Error('NOPERM'));
        return Promise.resolve();
      });
      expect(found.sent).to.have.length(0);
      expect(found.leads.all.get(found.lead.id)?.attempts[0]?.outcome).to.equal('never_sent');
      expect(found.said).to.deep.equal(['the ledger could not be asked again; nothing was sent']);
    });

    it('sends nothing while another process counts', async () => {
      const found = await recounted(() => Promise.resolve(), { rebuildLedger: () => Promise.resolve(false) });
      expect(found.sent).to.have.length(0);
      const { state, attempts } = found.leads.all.get(found.lead.id)!;
      expect([state, attempts[0]?.outcome]).to.deep.equal(['waiting', 'never_sent']);
      expect(found.end.again_at).to.not.equal(undefined);
    });
  });
});
