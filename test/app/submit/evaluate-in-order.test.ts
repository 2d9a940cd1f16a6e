import { expect } from 'chai';
import { OutageError } from '../../../src/app/outage.js';
import type { LeadRecord } from '../../../src/core/lead/lead-record.js';
import type { Slot } from '../../../src/core/search/search-record.js';
import { runSubmit } from '../../../src/app/submit/run.js';
import { testCatalogue } from '../../support/catalogue.js';
import { fakeWork } from '../../support/fakes/fake-work.js';
import { testLead, testSearch } from '../../support/records.js';

const NO = { ...testLead().consent, decision: false };
const KEYS = testLead().identities.map(({ key }) => key);

/** Runs a lead of a search; tells what was reserved, in order, and which claims are left. */
async function run(
  over: Partial<LeadRecord>,
  found: { slots?: 'wait' | readonly Slot[]; claims?: 'held'; caps?: 'stale' } = {},
) {
  const work = fakeWork(testCatalogue());
  const search = testSearch(Array.isArray(found.slots) ? { slots: found.slots } : {});
  await work.searches.insert(search);
  await work.leads.insert(testLead({ form: 'A', search_id: search.id, ...over }));
  const asked: string[] = [];
  const noted = <T>(name: string, answer: T): T => (asked.push(name), answer);
  const owner = {
    lead: 'gone',
    affiliate: 'a',
    submission: 1,
    offer: 'o',
    buyer: 'b',
    at: work.ports.clock(),
  };
  const ports = {
    ...work.ports,
    searches: {
      ...work.searches,
      takeSlot: (...slot: Parameters<typeof work.searches.takeSlot>) =>
        noted(
          'slot',
          found.slots === 'wait'
            ? Promise.resolve({ won: false as const, slots: [] })
            : work.searches.takeSlot(...slot),
        ),
    },
    claims: {
      ...work.claims,
      take: (request: Parameters<typeof work.claims.take>[0]) =>
        noted(
          'claims',
          found.claims
            ? Promise.resolve({ won: false as const, owners: [owner] })
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
  await runSubmit(ports, { lead_id: testLead().id, submission: 1, request_id: 'r' });
  const { state, decision, waiting } = (await work.leads.read(testLead().id))!;
  const held = new Set((await work.claims.owners(KEYS)).map(({ key }) => key));
  return { asked: [...new Set(asked)], end: decision?.code ?? [state, waiting?.why], held };
}

describe('a submit reserves in the order of the checks', () => {
  const EXCLUSIVE: Slot = {
    lead: 'x',
    submission: 1,
    offer_id: 'o',
    offer_type: 'true_exclusive',
    state: 'sold',
  };
  const BOTH = ['slot', 'claims'];
  const [NONE, ALL] = [new Set<string>(), new Set(KEYS)];
  const rows: readonly [string, Parameters<typeof run>, Awaited<ReturnType<typeof run>>][] = [
    [
      'reserves nothing for a lead that a check refuses',
      [{ consent: NO }],
      { asked: [], end: 'INVALID_FIELD', held: NONE },
    ],
    [
      'reserves no cap bucket for a person who is held',
      [{}, { claims: 'held' }],
      { asked: BOTH, end: 'DUPLICATE', held: NONE },
    ],
    [
      'reserves no cap bucket for a lead that its search excludes, and leaves it no claim',
      [{}, { slots: [EXCLUSIVE] }],
      { asked: BOTH, end: 'OFFER_UNAVAILABLE', held: NONE },
    ],
    [
      'names what excludes a lead before who holds its person',
      [{}, { slots: [EXCLUSIVE], claims: 'held' }],
      { asked: BOTH, end: 'OFFER_UNAVAILABLE', held: NONE },
    ],
    [
      'reserves slot, claims and cap buckets for a lead that passes',
      [{}],
      { asked: [...BOTH, 'caps'], end: 'ACCEPTED', held: ALL },
    ],
    [
      'reserves nothing for a test lead, which passes and is held',
      [{ is_test: true }],
      { asked: [], end: 'TEST_LEAD_HELD', held: NONE },
    ],
    [
      'waits at the first record of which nobody can say yet, without claims that others wait for',
      [{}, { slots: 'wait' }],
      { asked: BOTH, end: ['queued', 'another_lead'], held: NONE },
    ],
    [
      'waits for the ledger with what it has',
      [{}, { caps: 'stale' }],
      { asked: [...BOTH, 'caps'], end: ['queued', 'ledger'], held: ALL },
    ],
  ];
  for (const [name, given, expected] of rows)
    it(name, async () => {
      expect(await run(...given)).to.deep.equal(expected);
    });

  it('ends no run while one of the two is on its way', async () => {
    const work = fakeWork(testCatalogue());
    await work.searches.insert(testSearch());
    await work.leads.insert(testLead({ form: 'A', search_id: testSearch().id }));
    const told: string[] = [];
    let slotIsWritten = (): void => undefined;
    const takeSlot = async () => {
      await new Promise<void>((resolve) => (slotIsWritten = resolve));
      told.push('slot');
      return { won: true as const };
    };
    const ports = {
      ...work.ports,
      searches: { ...work.searches, takeSlot },
      claims: { ...work.claims, take: () => Promise.reject(new OutageError('MongoDB', undefined)) },
    };
    const job = { lead_id: testLead().id, submission: 1, request_id: 'r' };
    const ended = runSubmit(ports, job).catch((error: unknown) => told.push((error as Error).name));
    await new Promise(setImmediate);
    slotIsWritten();
    await ended;
    expect(told).to.deep.equal(['slot', 'OutageError']);
  });
});
