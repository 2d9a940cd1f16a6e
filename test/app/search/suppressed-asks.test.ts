import { expect } from 'chai';
import { OutageError } from '../../../src/app/outage.js';
import type { Suppressions } from '../../../src/app/ports/suppressions.js';
import { runPartnerSearch } from '../../../src/app/search/ask-partner.js';
import { suppressionKeysOf, type SuppressionScope } from '../../../src/core/suppression/suppression.js';
import { IDS, testCatalogue } from '../../support/catalogue.js';
import { fakeWork } from '../../support/fakes/fake-work.js';
import { testSearch } from '../../support/records.js';

const { id: search_id, created_at: AT, closes_at: due_at, affiliate_id } = testSearch();
const JOB = { search_id, request_id: 'r', offer_id: IDS.partner };
const search = {
  ...testCatalogue().offers.get(IDS.partner)!.partner!.search,
  max_in_flight: 1,
};
const entry = (scope: SuppressionScope) => ({
  ...({ id: 'key-email-ann', kind: 'email', scope, reason: 'Asked to stop', source: 'desk' } as const),
  ...{ added_at: new Date(0), added_by: 'ann' },
});
const LISTED = entry({ of: 'all' });
const OF_AFFILIATE = entry({ of: 'affiliate', party_id: affiliate_id });
const lists =
  (...found: readonly (typeof LISTED)[]): Suppressions['find'] =>
  () =>
    Promise.resolve(found);

/** Asks the partner for a person who was looked for, and not found, when the search was run. */
async function ask(find: Suppressions['find'], is_test = false) {
  const test_url = 'http://127.0.0.1:1/test';
  const work = fakeWork(
    testCatalogue({ offers: { [IDS.partner]: { partner: { search: { ...search, test_url } } } } }),
  );
  let run = 0;
  const again = async (now: Suppressions['find']) => {
    run += 1; // another permit
    const partners = [{ offer_id: IDS.partner, run, state: 'asked', asked_at: AT }] as const;
    const asking = testSearch({ run, state: 'asking', due_at, partners, is_test });
    work.searches.all.set(search_id, asking);
    await runPartnerSearch({ ...work.ports, suppressions: { find: now } }, { ...JOB, run }, true);
    const { asked, pass } = work;
    return { asked, pass, partner: work.searches.all.get(search_id)?.partners[0], again };
  };
  return again(find);
}

describe('a person who was put on the suppression list since the search was run', () => {
  const not: readonly (readonly [string, Suppressions['find'], string])[] = [
    ['is sent to no partner', lists(LISTED), 'not asked: the person is on the suppression list'],
    [
      'is sent to no partner on a doubt: the list is away',
      () => Promise.reject(new OutageError('MongoDB', new Error())),
      'not asked: the suppression list could not be read',
    ],
  ];
  for (const [name, find, detail] of not)
    it(`${name}, and the place at the partner is given back`, async () => {
      const { asked, partner, again } = await ask(find);
      expect(asked).to.deep.equal([]);
      expect(partner).to.include({ state: 'failed', detail, unsent: true });
      expect((await again(lists())).asked, 'the one place').to.have.length(1);
    });

  it('whose look takes as long as the search is open is sent to no partner', async () => {
    const { asked, partner, again, pass } = await ask(lists(LISTED));
    const late = await again(() => (pass(60_000), Promise.resolve([])));
    expect([asked, late.asked]).to.deep.equal([[], []]);
    expect(partner?.state).to.equal('failed');
    expect(late.partner).to.include({ detail: 'the search had closed', unsent: true });
  });

  it('whose look breaks takes no place at the partner', async () => {
    const { again } = await ask(lists(LISTED));
    const broken = await again(() => Promise.reject(new Error('a fault of ours'))).catch(
      (error: unknown) => error,
    );
    expect(broken).to.be.an('error');
    expect((await again(lists())).asked).to.have.length(1);
  });

  it('is looked for under all keys, for the affiliate and the buyer of the offer', async () => {
    const looks: unknown[] = [];
    await ask((...look) => Promise.resolve((looks.push(look), [])));
    const buyer_ids = [testCatalogue().offers.get(IDS.partner)!.buyer.id];
    expect(looks).to.deep.equal([[suppressionKeysOf(testSearch()), { affiliate_id, buyer_ids }]]);
  });

  it('is sent as a test, unless the entry is of the own affiliate', async () => {
    expect((await ask(lists(LISTED), true)).asked).to.have.length(1);
    expect((await ask(lists(LISTED, OF_AFFILIATE), true)).asked).to.deep.equal([]);
  });
});
