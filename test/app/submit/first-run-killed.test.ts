import { expect } from 'chai';
import { runSubmit } from '../../../src/app/submit/run.js';
import type { WorkPorts } from '../../../src/app/ports/work-ports.js';
import { windowOf } from '../../../src/core/caps/windows.js';
import { violationsOf } from '../../../src/core/invariants/violations-of.js';
import { DUE_AFTER_MS } from '../../../src/core/delivery/lease-times.js';
import type { LeadRecord } from '../../../src/core/lead/lead-record.js';
import { testCap } from '../../support/caps.js';
import { IDS, testCatalogue, testOffer } from '../../support/catalogue.js';
import { fakeWork } from '../../support/fakes/fake-work.js';
import { testIdentities, testLead } from '../../support/records.js';

const job = ({ id, submission }: LeadRecord) => ({ lead_id: id, submission, request_id: 'r' });
type Work = ReturnType<typeof fakeWork>;

describe('a first run whose worker dies between its attempt and its second reservation', () => {
  const START = new Date('2026-11-21T17:59:40Z');
  const HOUR = testCap({ id: 'hour', window: 'hour', limit: 1, time_zone: 'UTC' });
  const delivery = { ...testOffer().delivery, idempotent: true, window_ms: 3_600_000 };
  const REPEATED = testCatalogue({ offers: { [IDS.shared]: { caps: [HOUR], delivery } } });
  const due = { received_at: START, first_due_at: START, due_at: new Date(START.getTime() + DUE_AFTER_MS) };
  const OTHER = testLead({
    ...{ ...due, id: '20000000-0000-4000-8000-000000000002' },
    identities: testIdentities('bob'),
  });

  async function died(between: (work: Work) => Promise<unknown>) {
    const work = fakeWork(REPEATED, START);
    const lead = testLead(due);
    await work.leads.insert(lead);
    let asked = 0;
    await new Promise<void>((dies) => {
      const reserve: WorkPorts['ledger']['reserve'] = (...about) => {
        asked += 1;
        if (asked === 1) return work.ledger.reserve(...about);
        dies();
        return new Promise(() => undefined);
      };
      const transition: WorkPorts['leads']['transition'] = async (when, change) => {
        if (change.new_attempt) await between(work);
        return work.leads.transition(when, change);
      };
      const ports = {
        ...{ ...work.ports, leads: { ...work.leads, transition } },
        ledger: { ...work.ledger, reserve },
      };
      void runSubmit(ports, job(lead), true);
    });
    const next = async (ms: number, over: Partial<WorkPorts> = {}): Promise<LeadRecord> => {
      work.pass(ms);
      await runSubmit({ ...work.ports, ...over }, job(lead));
      return work.leads.all.get(lead.id)!;
    };
    const used = (at: Date) => work.ledger.usedOf(windowOf(HOUR, at));
    return { ...work, next, used };
  }
  /** Redis lost everything, another process counted the leads, and another lead is sold in the place. */
  const another = async (work: Work): Promise<void> => {
    work.ledger.goStale();
    await work.ports.rebuildLedger();
    await work.leads.insert(OTHER);
    await runSubmit(work.ports, job(OTHER), true);
  };

  it('is repeated, and counts where it was, if its place is there', async () => {
    const { next, used, sent } = await died(() => Promise.resolve());
    expect(await next(45_000)).to.include({ state: 'waiting' });
    expect(await next(60_000)).to.include({ state: 'accepted' });
    expect([sent.length, used(START)]).to.deep.equal([1, 1]);
  });

  it('is left to an operator if another lead has its place', async () => {
    const { next, used, sent } = await died(another);
    const { state, attempts, timeline } = await next(45_000);
    expect([state, attempts[0]?.outcome]).to.deep.equal(['unknown', 'unknown']);
    expect(timeline.at(-1)?.reason).to.deep.equal({ why: 'its cap reservation was gone' });
    expect([sent.length, used(START)], 'the other one').to.deep.equal([1, 1]);
  });

  it('is left to an operator if the window of its place is counted no more', async () => {
    const { next, ledger } = await died(another);
    // Who asks counts it: without the hour that is over.
    ledger.goStale();
    expect(await next(120_000)).to.include({ state: 'unknown' });
  });

  it('waits while the ledger is counted', async () => {
    const { next, ledger, ports } = await died(() => Promise.resolve());
    const stale = { ...ledger, reserve: () => Promise.resolve({ outcome: 'stale' } as const) };
    const waits = await next(45_000, { ledger: stale, rebuildLedger: () => Promise.resolve(false) });
    expect([waits.state, waits.waiting?.why]).to.deep.equal(['queued', 'ledger']);
    const said = violationsOf({
      ...{ leads: [waits], searches: [], claims: [], acknowledged: [], ledgerPlaces: [] },
      catalogueVersions: [{ at: new Date(0), catalogue: REPEATED }],
      ...{ now: ports.clock(), settled: false },
    });
    expect(said, 'what `leadkeep check` says').to.deep.equal([]);
    expect(await next(2_000)).to.include({ state: 'waiting' });
  });
});
