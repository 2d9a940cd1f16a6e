import { expect } from 'chai';
import type { Offer, Program } from '../../../src/core/catalogue/types.js';
import type { LeadRecord } from '../../../src/core/lead/lead-record.js';
import { compareLead } from '../../../src/core/backtest/compare-lead.js';
import {
  IDS,
  testBuyer,
  testCatalogue,
  testOffer,
  type CatalogueOverrides,
} from '../../support/catalogue.js';
import { testLead } from '../../support/records.js';
import { someTerms } from '../builders.js';

const GEO = { miles: () => 10 };
const BSN: Program = { value: 'bsn', label: 'BSN', eligibility: [], required_fields: [] };
const ONLY_IL = { field: 'address.state', when_missing: 'fail', test: { in: ['IL'] } } as const;

const compare = (lead: LeadRecord, before: CatalogueOverrides, after: CatalogueOverrides) =>
  compareLead(lead, { before: testCatalogue(before), after: testCatalogue(after) }, GEO);
const shared = (over: Partial<Omit<Offer, 'buyer'>> | null): CatalogueOverrides => ({
  offers: { [IDS.shared]: over },
});

/** What, the lead, the catalogue in force, the draft; what is refused otherwise and by which rule. */
type Row = readonly [
  what: string,
  lead: Partial<LeadRecord>,
  before: CatalogueOverrides,
  after: CatalogueOverrides,
  refusal: readonly [check: string, code: string, why: string],
  rule: readonly string[],
];
const question = { name: 'visit', type: 'text', required: false } as const;
const ROWS: readonly Row[] = [
  [
    'an offer paused',
    {},
    {},
    shared({ status: 'paused' }),
    ['active', 'OFFER_UNAVAILABLE', 'offer_paused'],
    ['status'],
  ],
  [
    'an offer retired',
    {},
    {},
    shared({ status: 'retired' }),
    ['active', 'OFFER_UNAVAILABLE', 'offer_retired'],
    ['status'],
  ],
  [
    'a buyer paused',
    {},
    {},
    { buyer: { status: 'paused' } },
    ['active', 'OFFER_UNAVAILABLE', 'buyer_paused'],
    ['buyer.status'],
  ],
  [
    'a campaign inactive',
    {},
    {},
    { campaign: { status: 'inactive' } },
    ['active', 'OFFER_UNAVAILABLE', 'campaign_inactive'],
    [],
  ],
  [
    'a campaign gone',
    {},
    {},
    { campaign: { id: 'another' } },
    ['active', 'OFFER_UNAVAILABLE', 'campaign_retired'],
    [],
  ],
  [
    'a campaign of another affiliate',
    {},
    {},
    { affiliate: { id: 'another' } },
    ['active', 'OFFER_UNAVAILABLE', 'campaign_reassigned'],
    [],
  ],
  [
    'an offer off the campaign',
    {},
    {},
    { lines: { [IDS.shared]: null } },
    ['active', 'OFFER_UNAVAILABLE', 'offer_off_campaign'],
    [],
  ],
  [
    'consent asked for',
    { consent: { ...testLead().consent, decision: null } },
    shared({ consent_required: false }),
    {},
    ['consent', 'INVALID_FIELD', 'not_given'],
    ['consent_required'],
  ],
  [
    'a program taken away',
    { program_id: 'bsn' },
    shared({ programs: [BSN, { ...BSN, value: 'msn' }] }),
    shared({ programs: [{ ...BSN, value: 'msn' }] }),
    ['program', 'INVALID_FIELD', 'unknown_program'],
    ['programs.bsn'],
  ],
  [
    'a question required',
    {},
    shared({ questions: [question] }),
    shared({ questions: [{ ...question, required: true }] }),
    ['questions', 'REQUIRED_FIELD_MISSING', 'answer_missing'],
    ['questions.visit.required'],
  ],
  [
    'a lead field required',
    {},
    {},
    shared({ required_fields: [...testOffer().required_fields, 'personal.gender'] }),
    ['required_fields', 'REQUIRED_FIELD_MISSING', 'field_missing'],
    ['required_fields'],
  ],
  [
    'a rule of the offer',
    {},
    {},
    shared({ eligibility: [ONLY_IL] }),
    ['eligibility', 'NOT_ELIGIBLE', 'address.state'],
    ['eligibility'],
  ],
  [
    'a rule of the chosen program',
    { program_id: 'bsn' },
    shared({ programs: [BSN] }),
    shared({ programs: [{ ...BSN, label: 'Nursing', eligibility: [ONLY_IL] }] }),
    ['eligibility', 'NOT_ELIGIBLE', 'address.state'],
    ['programs.bsn.eligibility'],
  ],
];

describe('a stored lead under a draft', () => {
  for (const [what, over, before, after, [check, code, why], rule] of ROWS)
    it(`is decided otherwise by ${what}, and back`, () => {
      const lead = testLead(over);
      const to = compare(lead, before, after);
      expect(to).to.not.have.property('passing');
      expect(to.difference).to.deep.include({
        kind: 'decided',
        id: lead.id,
        offer: 'shared',
        from: 'passes',
      });
      expect(to.difference?.to).to.deep.include({ check, code, why });
      expect(to.difference?.rule.map(({ path }) => path)).to.deep.equal(rule);
      const back = compare(lead, after, before);
      expect(back.difference).to.deep.include({ from: to.difference?.to, to: 'passes' });
      expect(back.difference?.rule.map(({ path }) => path)).to.deep.equal(rule);
      // Nothing of the person, who is in the lead in full.
      expect(JSON.stringify([to, back])).to.not.match(/Ann|Lee|608555|53703|203\.0\.113/);
    });

  it('names an offer that is gone by what it was called, and one that nobody has by its id', () => {
    const gone = compare(testLead(), {}, shared(null));
    expect(gone.difference).to.deep.include({ offer: 'shared', from: 'passes', to: 'not there', rule: [] });
    const added = compare(testLead(), shared(null), {});
    expect(added.difference).to.deep.include({ offer: 'shared', from: 'not there', to: 'passes' });
    expect(compare(testLead(), shared(null), shared(null))).to.deep.equal({});
  });

  it('is no difference where both refuse it for the same reason', () => {
    const draft = shared({ eligibility: [ONLY_IL], name: 'Another name' });
    expect(compare(testLead(), shared({ eligibility: [ONLY_IL] }), draft)).to.deep.equal({});
  });

  it('is one where both refuse it, for another reason', () => {
    const { difference } = compare(
      testLead(),
      shared({ eligibility: [ONLY_IL] }),
      shared({ status: 'paused', eligibility: [ONLY_IL] }),
    );
    expect(difference?.from).to.have.property('check', 'eligibility');
    expect(difference?.to).to.have.property('check', 'active');
  });

  it('passes with both subjects where both would send it', () => {
    const { passing, difference } = compare(testLead(), {}, shared({ name: 'New name' }));
    expect(difference).to.equal(undefined);
    expect([passing?.before.offer?.name, passing?.after.offer?.name]).to.deep.equal([
      'Shared offer',
      'New name',
    ]);
  });

  it('is evaluated as one that is no test, because a test is held under every catalogue', () => {
    const test = testLead({ is_test: true });
    expect(compare(test, {}, {})).to.have.property('passing');
    expect(compare(test, {}, shared({ status: 'paused' })).difference).to.have.property('from', 'passes');
  });

  /** Shown without questions, and expired before the lead came. */
  const shown = someTerms({ expires_at: new Date('2020-01-01T00:00:00Z') });
  it('is evaluated by a direct offer’s own terms, not by those that a search had shown', () => {
    const lead = testLead({ form: 'A', terms: shown });
    const asks = shared({ questions: [{ ...question, required: true }] });
    expect(compare(lead, {}, asks).difference?.to).to.have.property('check', 'questions');
    expect(compare(lead, {}, {}).passing?.after).to.have.property('terms', undefined);
  });

  it('is evaluated by the terms that a partner’s result was shown with', () => {
    const terms = { ...shown, expires_at: new Date('2030-01-01T00:00:00Z'), reference: 'r-1' };
    const lead = testLead({ form: 'A', offer_id: IDS.partner, terms });
    const asks = { offers: { [IDS.partner]: { questions: [{ ...question, required: true }] } } };
    expect(compare(lead, {}, asks).passing?.after.terms).to.deep.equal(terms);
    const late = testLead({ form: 'A', offer_id: IDS.partner, terms: { ...terms, ...shown } });
    expect(compare(late, {}, asks)).to.deep.equal({});
  });

  it('is evaluated as if the partner that a draft gives the offer had been asked', () => {
    const terms = { ...shown, expires_at: new Date('2030-01-01T00:00:00Z'), reference: 'r-1' };
    const lead = testLead({
      ...{ form: 'A', offer_id: IDS.partner, terms: { ...terms, buyer_id: IDS.buyer } },
    });
    const other = testBuyer({ id: 'other', handle: 'other' });
    const moved = { moreBuyers: [other], buyers: { [IDS.partner]: other.id } };
    expect(compare(lead, {}, moved).passing?.after.terms).to.deep.equal({ ...terms, buyer_id: other.id });
  });

  it('is evaluated at the time at which it came', () => {
    const adult = { field: 'age', when_missing: 'fail', test: { min: 18 } } as const;
    const born = {
      ...testLead().lead,
      personal: { ...testLead().lead.personal, date_of_birth: '2008-11-22' },
    };
    const at = (received_at: string) =>
      compare(
        testLead({ lead: born, received_at: new Date(received_at) }),
        {},
        shared({ eligibility: [adult] }),
      );
    expect(at('2026-11-21T17:00:00Z').difference?.to).to.include({ why: 'age' });
    expect(at('2026-11-22T17:00:00Z')).to.have.property('passing');
  });
});
