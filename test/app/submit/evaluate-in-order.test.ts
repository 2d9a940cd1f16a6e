import { expect } from 'chai';
import type { LeadRecord } from '../../../src/core/lead/lead-record.js';
import { runSubmit } from '../../../src/app/submit/run.js';
import { testCatalogue } from '../../support/catalogue.js';
import { fakeWork } from '../../support/fakes/fake-work.js';
import { testLead, testSearch } from '../../support/records.js';

const NO = { ...testLead().consent, decision: false };

/** Runs a lead of a search; tells what was reserved, in order. */
async function run(
  over: Partial<LeadRecord>,
  found: { slots?: 'wait'; claims?: 'held'; caps?: 'stale' } = {},
) {
  const work = fakeWork(testCatalogue());
  const search = testSearch();
  await work.searches.insert(search);
  await work.leads.insert(testLead({ form: 'A', search_id: search.id, ...over }));
  const asked: string[] = [];
  const noted = <T>(name: string, answer: T): T => (asked.push(name), answer);
  const holder = { lead: 'gone', affiliate: 'a', round: 1, offer: 'o', buyer: 'b', at: work.ports.clock() };
  const ports = {
    ...work.ports,
    searches: {
      ...work.searches,
      takeSlot: (...slot: Parameters<typeof work.searches.takeSlot>) =>
        noted(
          'slot',
          found.slots ? Promise.resolve({ won: false as const, slots: [] }) : work.searches.takeSlot(...slot),
        ),
    },
    claims: {
      ...work.claims,
      take: (request: Parameters<typeof work.claims.take>[0]) =>
        noted(
          'claims',
          found.claims
            ? Promise.resolve({ won: false as const, holders: [holder] })
            : work.claims.take(request),
        ),
    },
    ledger: {
      ...work.ledger,
      reserve: (...place: Parameters<typeof work.ledger.reserve>) =>
        noted(
          'caps',
          found.caps ? Promise.resolve({ outcome: 'stale' as const }) : work.ledger.reserve(...place),
        ),
    },
    rebuildLedger: () => Promise.resolve(false),
  };
  await runSubmit(ports, { lead_id: testLead().id, round: 1, request_id: 'r' });
  const { state, decision, waiting } = (await work.leads.read(testLead().id))!;
  return { asked: [...new Set(asked)], end: decision?.code ?? [state, waiting?.why] };
}

describe('a submit reserves in the order of the checks', () => {
  it('reserves nothing for a lead that a check refuses', async () => {
    expect(await run({ consent: NO })).to.deep.equal({ asked: [], end: 'INVALID_FIELD' });
  });

  it('reserves no cap bucket for a person who is held', async () => {
    const end = await run({}, { claims: 'held' });
    expect(end).to.deep.equal({ asked: ['slot', 'claims'], end: 'DUPLICATE' });
  });

  it('reserves slot, claims and cap buckets for a lead that passes', async () => {
    expect(await run({})).to.deep.equal({ asked: ['slot', 'claims', 'caps'], end: 'ACCEPTED' });
  });

  it('reserves nothing for a test lead, which passes and is held', async () => {
    expect(await run({ is_test: true })).to.deep.equal({ asked: [], end: 'TEST_LEAD_HELD' });
  });

  it('waits at the first record of which nobody can say yet', async () => {
    const waits = { asked: ['slot'], end: ['queued', 'another_lead'] };
    expect(await run({}, { slots: 'wait' })).to.deep.equal(waits);
    const atLedger = { asked: ['slot', 'claims', 'caps'], end: ['queued', 'ledger'] };
    expect(await run({}, { caps: 'stale' })).to.deep.equal(atLedger);
  });
});
