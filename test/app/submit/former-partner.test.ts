import { expect } from 'chai';
import { runSubmit } from '../../../src/app/submit/run.js';
import type { ResultTerms } from '../../../src/core/search/search-record.js';
import { someTerms } from '../../core/builders.js';
import { IDS, testBuyer, testCatalogue, type CatalogueOverrides } from '../../support/catalogue.js';
import { fakeWork } from '../../support/fakes/fake-work.js';
import { testLead, testSearch } from '../../support/records.js';

const OTHER = 'b0000000-0000-4000-8000-00000000000b';
const moreBuyers = [testBuyer({ id: OTHER, handle: 'other' })];
const ANOTHERS: CatalogueOverrides = { moreBuyers, buyers: { [IDS.partner]: OTHER } };
/** The catalogue with the offer as a direct one, at 40.00. */
const direct = (over: CatalogueOverrides = {}): CatalogueOverrides => ({
  ...over,
  offers: { [IDS.partner]: { kind: 'direct', partner: undefined as never, price_cents: 4_000 } },
});
const OF_PARTNER = { buyer_id: IDS.buyer, reference: 'theirs', bid_cents: 5_500 };

/** Ann submits a result with these terms, and the catalogue is this one by then. */
async function submitted(over: CatalogueOverrides, terms: Partial<ResultTerms>) {
  const work = fakeWork(testCatalogue(over));
  const expires_at = new Date(work.ports.clock().getTime() + 60_000);
  const lead = testLead({
    ...{ form: 'A', offer_id: IDS.partner, search_id: testSearch().id },
    terms: someTerms({ expires_at, ...terms }),
  });
  await work.searches.insert(testSearch());
  await work.leads.insert(lead);
  await runSubmit(work.ports, { lead_id: lead.id, submission: 1, request_id: 'r' });
  const { decision, attempts } = work.leads.all.get(lead.id)!;
  return {
    decision: decision?.refusal?.why ?? decision?.code,
    price: attempts[0]?.money?.price_cents,
    references: work.sent.map(({ result }) => result?.reference),
  };
}

describe('a result of a partner whose offer was changed after the search', () => {
  const refused = { decision: 'partner_changed', price: undefined, references: [] };
  const sold = { decision: 'ACCEPTED', price: 5_500, references: ['theirs'] };

  for (const [what, over, terms, expected] of [
    ['nothing that concerns it', {}, OF_PARTNER, sold],
    ['another buyer, a partner too', ANOTHERS, OF_PARTNER, refused],
    ['another buyer, direct', direct(ANOTHERS), OF_PARTNER, refused],
    ['the same buyer, direct', direct(), OF_PARTNER, refused],
  ] as const)
    it(`${what}: ${expected.decision}`, async () => {
      expect(await submitted(over, terms)).to.deep.equal(expected);
    });

  it('is the new buyer’s own where it was shown for a direct offer: at the price configured now', async () => {
    expect(await submitted(direct(ANOTHERS), {})).to.deep.equal({
      ...{ decision: 'ACCEPTED', price: 4_000, references: [undefined] },
    });
  });
});
