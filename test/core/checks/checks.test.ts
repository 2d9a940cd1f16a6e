import { expect } from 'chai';
import { readFileSync } from 'node:fs';
import { NO_FACTS, type Facts, type Subject } from '../../../src/core/checks/check.js';
import { CHECKS, firstRefusal, LEAD_CHECKS } from '../../../src/core/checks/index.js';
import { remembered } from '../../../src/core/search/earlier-runs.js';
import type { ResultTerms } from '../../../src/core/search/search-record.js';
import { IDS, testCatalogue, type CatalogueOverrides } from '../../support/catalogue.js';
import { testLead, testSearch } from '../../support/records.js';

const NOW = new Date('2026-11-21T17:00:00Z');
const OWNER = { lead: 'l', affiliate: 'a', submission: 1, offer: 'o', buyer: 'b', at: NOW };
const CAP = { id: 'c', scope: 'buyer', window: 'week', limit: 9, time_zone: 'UTC' } as const;
const SLOT = {
  lead: 'l',
  submission: 1,
  offer_id: 'o',
  offer_type: 'true_exclusive',
  state: 'reserved',
} as const;

function subject(
  over: Partial<Subject> = {},
  catalogue: CatalogueOverrides = {},
  offerId: string = IDS.shared,
): Subject {
  const built = testCatalogue(catalogue);
  const campaign = built.campaigns.get(IDS.campaign);
  return {
    now: NOW,
    received_at: NOW,
    is_test: false,
    affiliate_id: IDS.affiliate,
    lead: testSearch().lead,
    campaign,
    offer: built.offers.get(offerId),
    campaign_offer: campaign?.offers.get(offerId),
    program: undefined,
    terms: undefined,
    consent: true,
    answers: {},
    geo: { miles: () => 10 },
    ...over,
  };
}

const pausedBuyer: CatalogueOverrides = { buyer: { status: 'paused' } };
const rows: readonly [string, Subject, Facts, string | undefined, string | undefined][] = [
  ['all is well', subject(), NO_FACTS, undefined, undefined],
  ['paused buyer', subject({}, pausedBuyer), NO_FACTS, 'OFFER_UNAVAILABLE', 'buyer_paused'],
  [
    'unknown offer',
    subject({ offer: undefined, campaign_offer: undefined }),
    NO_FACTS,
    'OFFER_UNAVAILABLE',
    'offer_retired',
  ],
  [
    'unknown campaign',
    subject({ campaign: undefined, campaign_offer: undefined }),
    NO_FACTS,
    'OFFER_UNAVAILABLE',
    'campaign_retired',
  ],
  ['direct post without consent', subject({ consent: null }), NO_FACTS, 'INVALID_FIELD', 'not_given'],
  [
    'no consent needed',
    subject({ consent: null }, { offers: { [IDS.shared]: { consent_required: false } } }),
    NO_FACTS,
    undefined,
    undefined,
  ],
  [
    'consent evidence of a wrong type, on an offer that needs no consent',
    subject(
      { consent_malformed: ['universal_lead_ref'] },
      { offers: { [IDS.shared]: { consent_required: false } } },
    ),
    NO_FACTS,
    'INVALID_FIELD',
    'consent_malformed',
  ],
  ['program of another offer', subject({ program: 'law' }), NO_FACTS, 'INVALID_FIELD', 'unknown_program'],
  ['question left out', subject({}, {}, IDS.exclusive), NO_FACTS, 'REQUIRED_FIELD_MISSING', 'answer_missing'],
  [
    'question answered wrongly',
    subject({ answers: { campus_visit: 'maybe' } }, {}, IDS.exclusive),
    NO_FACTS,
    'INVALID_FIELD',
    'answer_invalid',
  ],
  ['field left out', subject({ lead: {} }), NO_FACTS, 'REQUIRED_FIELD_MISSING', 'field_missing'],
  [
    'another state',
    subject(
      { answers: { campus_visit: 'no' }, lead: { ...testSearch().lead, address: { state: 'CA' } } },
      {},
      IDS.exclusive,
    ),
    NO_FACTS,
    'NOT_ELIGIBLE',
    'address.state',
  ],
  ['true exclusive sold', subject(), { ...NO_FACTS, slots: [SLOT] }, 'OFFER_UNAVAILABLE', 'exclusivity'],
  [
    'limit of the search',
    subject({}, { campaign: { max_accepted_submissions: 1 } }),
    { ...NO_FACTS, slots: [{ ...SLOT, offer_type: 'shared' }] },
    'CAP_REACHED',
    'limit',
  ],
  ['person held', subject(), { ...NO_FACTS, owners: [OWNER] }, 'DUPLICATE', 'held'],
  ['cap full', subject(), { ...NO_FACTS, full_caps: [CAP] }, 'CAP_REACHED', 'week'],
  ['test lead', subject({ is_test: true }), NO_FACTS, 'TEST_LEAD_HELD', 'test_lead'],
];

describe('checks', () => {
  it('stand in the order of the decision', () => {
    expect(CHECKS.map(({ name }) => name)).to.deep.equal([
      'active',
      'consent',
      'program',
      'questions',
      'required_fields',
      'eligibility',
      'suppressed',
      'exclusivity',
      'duplicate',
      'caps',
      'test_lead',
    ]);
  });

  it('have their words in the console, as what else refuses', () => {
    const page = readFileSync('console/src/words/refusal-words.ts', 'utf8');
    const [, table = ''] = /const CHECKS[^{]*{([^}]*)}/.exec(page) ?? [];
    const worded = [...table.matchAll(/^ +(\w+):/gm)].map(([, name]) => name);
    const others = ['verification', 'destination', 'delivery'];
    expect(worded).to.have.members([...CHECKS.map(({ name }) => name), ...others]);
  });

  /** A new one is called there, too (CONTRIBUTING.md, "a check"). */
  it('those that look at shared records are called by `evaluate`, in this order', () => {
    const others = CHECKS.filter((check) => !LEAD_CHECKS.includes(check)).map(({ name }) => name);
    expect(others).to.deep.equal(['suppressed', 'exclusivity', 'duplicate', 'caps', 'test_lead']);
  });

  for (const [name, about, facts, code, why] of rows)
    it(`${name}: ${code ?? 'passes'}`, () => {
      const refusal = firstRefusal(about, 'submit', facts);
      expect([refusal?.code, refusal?.why]).to.deep.equal([code, why]);
    });

  it('the first fault is told when there are several', () => {
    const bad = subject({ is_test: true, consent: false }, pausedBuyer);
    const facts = { suppressions: [], slots: [SLOT], owners: [OWNER], full_caps: [CAP] };
    expect(firstRefusal(bad, 'submit', facts)?.check).to.equal('active');
    expect(firstRefusal(subject({ is_test: true }), 'submit', facts)?.check).to.equal('exclusivity');
    expect(firstRefusal(subject({ is_test: true }), 'submit', { ...facts, slots: [] })?.check).to.equal(
      'duplicate',
    );
  });

  it('a search asks for what a submit needs: consent, answers and fields hide nothing', () => {
    expect(firstRefusal(subject({ consent: null, lead: {} }), 'search', NO_FACTS)).to.equal(undefined);
  });

  it('a result is evaluated by its terms: expired at the moment it was received', () => {
    const shown = {
      offer_name: 'Shared offer',
      offer_type: 'shared',
      buyer_id: IDS.buyer,
      tcpa_text: null,
      consent_required: true,
      programs: [],
      form_fields: [{ name: 'city', label: 'City', type: 'text', required: true }],
    } as const;
    const result = (ms: number, lead = testLead().lead, terms: Pick<ResultTerms, 'offer_name'> = shown) =>
      firstRefusal(
        subject({ lead, terms: { ...shown, ...terms, expires_at: new Date(NOW.getTime() + ms) } }),
        'submit',
        NO_FACTS,
      );
    expect(result(0)?.why).to.equal('result_expired');
    expect(result(1)).to.deep.include({ code: 'REQUIRED_FIELD_MISSING', field: 'city' });
    expect(result(1, { address: { city: 'Madison' } }), 'what was not asked is not needed').to.equal(
      undefined,
    );
    const left = remembered({
      ...{ id: 'r', run: 1, campaign_id: 'c', offer_id: 'o', priority: 1 },
      terms: { ...shown, expires_at: NOW },
    });
    expect(result(1, {}, left.terms)?.why, 'nothing is sold on what is left').to.equal('result_expired');
  });
});
