import { expect } from 'chai';
import type { LeadRecord, Waiting } from '../../../src/core/lead/lead-record.js';
import { runSubmit } from '../../../src/app/submit/run.js';
import { waitsBecause } from '../../../src/core/lead/waiting.js';
import { IDS, testCatalogue } from '../../support/catalogue.js';
import { fakeWork } from '../../support/fakes/fake-work.js';
import { testLead } from '../../support/records.js';

const told = { at: testLead().received_at, what: 'waits', reason: { why: 'destination_down' } };
const waiting: Waiting = { run: 1, why: 'destination_down' };

describe('why a lead waits', () => {
  const CASES: readonly [string, Partial<LeadRecord>, string | undefined][] = [
    ['is said by its field', { runs: 2, waiting }, 'destination_down'],
    ['is over when another run came between', { runs: 3, waiting }, undefined],
    ['is not read from its timeline', { runs: 2, timeline: [told] }, undefined],
    ['is not an outage of ours', { runs: 2, waiting: { run: 1, why: 'outage' } }, undefined],
  ];
  for (const [what, over, why] of CASES)
    it(what, () => {
      expect(waitsBecause(testLead(over))).to.equal(why);
    });

  it('is told once more of a lead that waits again for it, and it goes on', async () => {
    const work = fakeWork(testCatalogue());
    const lead = testLead({ runs: 1, timeline: [told] });
    await work.leads.insert(lead);
    const job = { lead_id: lead.id, submission: 1, request_id: 'r' };
    const down = { outcome: 'wait', why: 'destination_down', for_ms: 1_000 } as const;
    const closed = {
      ...work.ports.gate,
      enter: () => Promise.resolve(down),
      look: () => Promise.resolve(down),
    };
    const waits = () => work.leads.all.get(lead.id)!.timeline.filter(({ what }) => what === 'waits').length;
    for (let looks = 0; looks < 3; looks += 1) {
      await runSubmit({ ...work.ports, gate: closed }, job);
      expect(waits()).to.equal(2);
      work.pass(1_000);
    }
    await runSubmit(work.ports, job);
    expect(work.leads.all.get(lead.id)?.state).to.equal('accepted');
  });

  const ANOTHER = '20000000-0000-4000-8000-000000000009';
  /** A lead that has to wait, for another of its person or for the ledger. */
  async function waits(why: 'another_lead' | 'ledger') {
    const work = fakeWork(testCatalogue());
    const lead = testLead();
    await work.leads.insert(lead);
    const now = work.ports.clock();
    if (why === 'another_lead') {
      await work.leads.insert(testLead({ id: ANOTHER, identities: lead.identities }));
      const { offer_id: offer, affiliate_id: affiliate, identities } = lead;
      const owner = { lead: ANOTHER, affiliate, submission: 1, offer, buyer: IDS.buyer, at: now };
      const policy = { match: [], window_days: 30, scope: 'offer' } as const;
      await work.claims.take({ identities, policy, owner, now, run: 2 });
    }
    const reserve = () => Promise.resolve({ outcome: 'stale' } as const);
    const ledger = why === 'ledger' ? { ...work.ports.ledger, reserve } : work.ports.ledger;
    const ports = { ...work.ports, ledger, rebuildLedger: () => Promise.resolve(false) };
    const look = (random = 0.5) =>
      runSubmit({ ...ports, random: () => random }, { lead_id: lead.id, submission: 1, request_id: 'r' });
    return { work, look, now: () => work.leads.all.get(lead.id)! };
  }

  for (const why of ['another_lead', 'ledger'] as const) {
    it(`${why}: is said by its field, and told once however often it looks`, async () => {
      const { work, look, now } = await waits(why);
      for (let looks = 1; looks <= 5; looks += 1) {
        await look();
        expect(now().waiting).to.deep.equal({ run: looks, why });
        work.pass(1_000);
      }
      const told = now().timeline.filter(({ what }) => what === 'waits');
      expect(told.map(({ reason }) => reason)).to.deep.equal([{ why }]);
      expect(now().state).to.equal('queued');
    });

    it(`${why}: two that wait at the same moment do not come back at the same`, async () => {
      const due: unknown[] = [];
      for (const random of [0, 0.25, 1]) {
        const { work, look, now } = await waits(why);
        await look(random);
        due.push((now().due_at?.getTime() ?? 0) - work.ports.clock().getTime());
      }
      expect(due).to.deep.equal([500, 750, 1_500]);
    });
  }
});
