import { expect } from 'chai';
import { takeCallback } from '../../../src/app/callbacks/take-callback.js';
import { runSubmit } from '../../../src/app/submit/run.js';
import type { LeadRecord } from '../../../src/core/lead/lead-record.js';
import { testCap } from '../../support/caps.js';
import { IDS, testCatalogue, type CatalogueOverrides } from '../../support/catalogue.js';
import { fakeWork } from '../../support/fakes/fake-work.js';
import { testIdentities, testLead, testSearch } from '../../support/records.js';
import { verifyStep } from '../../support/verify-step.js';

const NOW = new Date('2026-11-21T17:00:00Z');
const FIRST = '20000000-0000-4000-8000-00000000000a';
const SECOND = '20000000-0000-4000-8000-00000000000b';
const OF_SEARCH = { form: 'A', search_id: testSearch().id } as const;
/** The buyer takes one lead a day. */
const ONE_A_DAY: CatalogueOverrides = { buyer: { caps: [testCap({ scope: 'buyer', limit: 1 })] } };
/** It asks for nothing that the test's leads lack. */
const PLAIN = { eligibility: [], programs: [], questions: [], required_fields: [] };

/** A buyer that decides later about the first lead, and a count of the reads that only refused leads may need. */
async function world(over: CatalogueOverrides, lead: Partial<LeadRecord>) {
  const exclusive = { ...PLAIN, ...over.offers?.[IDS.exclusive] };
  const offers = { ...over.offers, [IDS.exclusive]: exclusive };
  const work = fakeWork(testCatalogue({ ...over, offers }), NOW);
  work.searches.all.set(testSearch().id, testSearch());
  const extra: string[] = [];
  const { leads, claims } = work.ports;
  const ports = {
    ...work.ports,
    leads: { ...leads, standings: (ids: readonly string[]) => (extra.push('leads'), leads.standings(ids)) },
    claims: { ...claims, owners: (keys: readonly string[]) => (extra.push('claims'), claims.owners(keys)) },
  };
  const submit = async (id: string, mine: Partial<LeadRecord>) => {
    await work.leads.insert(testLead({ id, ...mine }));
    await runSubmit(ports, { lead_id: id, submission: 1, request_id: 'r' });
    return work.leads.all.get(id)!;
  };
  work.answers.deliver.push({
    ...{ kind: 'answered', status: 200 },
    answer: { outcome: 'pending', reference: 'ref-1' },
  });
  expect((await submit(FIRST, lead)).state).to.equal('pending');
  expect(extra, 'reads for a lead that nothing refuses').to.deep.equal([]);
  /** The refusal is stored. Nobody has applied it yet. */
  const refuse = () =>
    takeCallback({ ...ports, pause: () => Promise.resolve() }, FIRST, {
      ...{ answer: { outcome: 'rejected' }, submission: 1, detail: 'rule 1', dedupe_key: 'm' },
    });
  return { ...work, submit, refuse, extra };
}

const VERIFIED = { verify: [verifyStep()] };
const ROWS: readonly [string, CatalogueOverrides, Partial<LeadRecord>, Partial<LeadRecord>][] = [
  [
    'the slot of the search',
    {},
    { ...OF_SEARCH, offer_id: IDS.trueExclusive },
    { ...OF_SEARCH, offer_id: IDS.shared },
  ],
  [
    'the slot and the place in a cap',
    ONE_A_DAY,
    { ...OF_SEARCH, offer_id: IDS.trueExclusive },
    { ...OF_SEARCH, offer_id: IDS.shared },
  ],
  [
    'the place in a cap',
    ONE_A_DAY,
    { ...OF_SEARCH, offer_id: IDS.shared },
    { ...OF_SEARCH, offer_id: IDS.exclusive },
  ],
  ['the place in a cap, of a direct post', ONE_A_DAY, { offer_id: IDS.shared }, { offer_id: IDS.exclusive }],
  [
    'the slot, before a service verifies the next choice',
    { offers: { [IDS.shared]: VERIFIED } },
    { ...OF_SEARCH, offer_id: IDS.trueExclusive },
    { ...OF_SEARCH, offer_id: IDS.shared },
  ],
  [
    'the place in a cap, before a service verifies the next choice',
    { ...ONE_A_DAY, offers: { [IDS.exclusive]: VERIFIED } },
    { ...OF_SEARCH, offer_id: IDS.shared },
    { ...OF_SEARCH, offer_id: IDS.exclusive },
  ],
];

describe('what a refused lead still holds', () => {
  for (const [what, over, first, second] of ROWS)
    it(`is free for the next choice at once: ${what}`, async () => {
      const { submit, refuse } = await world(over, first);
      await refuse();
      expect((await submit(SECOND, second)).decision?.code).to.equal('ACCEPTED');
    });

  for (const [what, over, first, second] of ROWS)
    it(`is not free while its fate is open: ${what}`, async () => {
      const { submit, leads } = await world(over, first);
      expect((await submit(SECOND, second)).state).to.equal('rejected');
      expect(leads.all.get(FIRST)?.state).to.equal('pending');
    });

  it('frees no place for another person, and costs a lead that is over a cap one read', async () => {
    const { submit, refuse, extra } = await world(ONE_A_DAY, { offer_id: IDS.shared });
    await refuse();
    const other = { offer_id: IDS.exclusive, identities: testIdentities('bob') };
    expect((await submit(SECOND, other)).decision?.code).to.equal('CAP_REACHED');
    expect(extra).to.deep.equal(['claims']);
  });

  it('costs nothing where the slot in the way is sold', async () => {
    const { submit, extra, searches } = await world({}, { ...OF_SEARCH, offer_id: IDS.trueExclusive });
    await searches.confirmSlots([{ search: testSearch().id, lead: FIRST, submission: 1 }]);
    const next = { ...OF_SEARCH, offer_id: IDS.shared, identities: testIdentities('bob') };
    expect((await submit(SECOND, next)).decision?.code).to.equal('OFFER_UNAVAILABLE');
    expect(extra).to.deep.equal([]);
  });
});
