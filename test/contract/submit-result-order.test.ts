import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import type { FormField, SearchRecord, StoredResult } from '../../src/core/search/search-record.js';
import { newPerson } from '../support/api.js';
import { testCap } from '../support/caps.js';
import { IDS, type CatalogueOverrides } from '../support/catalogue.js';
import { openWorld, type World } from '../support/world.js';

type OfferChange = NonNullable<NonNullable<CatalogueOverrides['offers']>[string]>;

interface Fault {
  readonly what: string;
  readonly code: string;
  readonly field?: string;
  readonly terms?: Partial<StoredResult['terms']>;
  readonly ask?: FormField;
  readonly search?: Partial<SearchRecord>;
  readonly offer?: OfferChange;
  readonly body?: object;
  readonly sold?: true;
  readonly buyer?: object;
}

const taken = {
  lead: randomUUID(),
  submission: 1,
  offer_id: IDS.trueExclusive,
  offer_type: 'true_exclusive',
  state: 'sold',
} as const;

/** The order of the decision (docs/contract/submit.md#order-of-the-decision). */
const FAULTS: readonly Fault[] = [
  { what: 'expired', code: 'OFFER_UNAVAILABLE', terms: { expires_at: new Date(0) } },
  { what: 'consent', code: 'INVALID_FIELD', field: 'tcpa_consent', body: { tcpa_consent: false } },
  {
    what: 'consent evidence',
    code: 'INVALID_FIELD',
    field: 'consent_cert_url',
    body: { consent_cert_url: 5 },
  },
  { what: 'program', code: 'INVALID_FIELD', field: 'program_id', body: { program_id: 'law' } },
  {
    what: 'answers',
    code: 'REQUIRED_FIELD_MISSING',
    field: 'why_us',
    ask: { name: 'why_us', label: null, type: 'text', required: true },
  },
  {
    what: 'required lead fields',
    code: 'REQUIRED_FIELD_MISSING',
    field: 'city',
    ask: { name: 'city', label: 'City', type: 'text', required: true },
  },
  {
    what: 'eligibility',
    code: 'NOT_ELIGIBLE',
    offer: { eligibility: [{ field: 'address.state', when_missing: 'fail', test: { in: ['IL'] } }] },
  },
  { what: 'exclusivity', code: 'OFFER_UNAVAILABLE', search: { slots: [taken] } },
  { what: 'duplicate', code: 'DUPLICATE', sold: true },
  {
    what: 'cap',
    code: 'CAP_REACHED',
    offer: { caps: [testCap({ id: 'cap-order', window: 'total', limit: 0 })] },
  },
  { what: 'test lead', code: 'TEST_LEAD_HELD', body: { svc_is_test_lead: true } },
  { what: 'buyer', code: 'BUYER_REJECTED', buyer: { result: 'rejected' } },
];

describe('contract: submit, the order of the decision', () => {
  let world: World;
  before(async () => {
    world = await openWorld();
  });
  after(() => world.close());
  afterEach(() => {
    world.use();
    world.buyer.answers();
  });

  for (const [index, { what, code, field }] of FAULTS.entries())
    it(`${what} and everything after it → ${code} ${field ?? ''}`, async () => {
      const faults = FAULTS.slice(index);
      const all = <K extends keyof Fault>(name: K) => faults.flatMap((fault) => fault[name] ?? []);
      const lead = newPerson();
      if (all('sold').length > 0) expect((await world.post({ lead })).body.code).to.equal('ACCEPTED');
      world.use({ offers: { [IDS.shared]: Object.assign({}, ...all('offer')) as OfferChange } });
      world.buyer.answers(all('buyer')[0]);
      const terms = Object.assign({}, ...all('terms')) as Fault['terms'];
      const result = await world.result({ ...terms, form_fields: all('ask') }, { lead, ...all('search')[0] });
      const answer = await world.submit(result, Object.assign({}, ...all('body')) as object);
      expect(answer.status).to.equal(200);
      expect([answer.body.code, answer.body.field]).to.deep.equal([code, field]);
    });
});
