import { expect } from 'chai';
import { NO_FACTS, type Facts, type Subject } from '../../../src/core/checks/check.js';
import { CHECKS, firstRefusal } from '../../../src/core/checks/index.js';
import { countedProgram } from '../../../src/core/reports/free-values.js';
import type { FormField, ResultTerms } from '../../../src/core/search/search-record.js';
import { IDS, testCatalogue, type CatalogueOverrides } from '../../support/catalogue.js';
import { testLead } from '../../support/records.js';
import { someTerms } from '../builders.js';

const NOW = new Date('2026-11-21T17:00:00Z');
const OWNER = { lead: 'l', affiliate: 'a', submission: 1, offer: 'o', buyer: 'b', at: NOW };
const CAP = { id: 'c', scope: 'buyer', window: 'week', limit: 9, time_zone: 'UTC' } as const;
const OTHERS = { text: 'I agree that the college may call.', buyer_id: 'another' };
const LATER = new Date(NOW.getTime() + 60_000);

function subject(over: Partial<Subject> = {}, catalogue: CatalogueOverrides = {}): Subject {
  const built = testCatalogue(catalogue);
  const campaign = built.campaigns.get(IDS.campaign);
  return {
    ...{ now: NOW, received_at: NOW, is_test: false, lead: testLead().lead, campaign },
    affiliate_id: IDS.affiliate,
    offer: built.offers.get(IDS.shared),
    campaign_offer: campaign?.offers.get(IDS.shared),
    ...{ program: undefined, terms: undefined, consent: true, answers: {}, geo: { miles: () => 10 } },
    ...over,
  };
}
const terms = (over: Partial<ResultTerms> = {}): ResultTerms => someTerms({ expires_at: LATER, ...over });
const field = (name: string, over: Partial<FormField> = {}): FormField => ({
  ...{ name, label: name, type: 'text', required: false },
  ...over,
});
const refusal = (about: Subject, facts: Facts = NO_FACTS) => firstRefusal(about, 'submit', facts);

describe('what a check says of a lead that it refuses', () => {
  it('which cap, whose and how many; nothing of a program that it is not about', () => {
    const full = (program?: string) =>
      refusal(subject(), { ...NO_FACTS, full_caps: [{ ...CAP, ...(program && { program }) }] });
    expect(full()).to.deep.equal({
      ...{ check: 'caps', code: 'CAP_REACHED', why: 'week', detail: { scope: 'buyer', limit: 9 } },
    });
    expect(full('bsn')?.detail).to.deep.equal({ scope: 'buyer', limit: 9, program: 'bsn' });
  });

  it('whose person it is, and by which rule', () => {
    expect(refusal(subject(), { ...NO_FACTS, owners: [OWNER] })).to.deep.equal({
      ...{ check: 'duplicate', code: 'DUPLICATE', why: 'held' },
      detail: { scope: 'offer', window_days: 30 },
      held_by: { lead_id: 'l', affiliate_id: 'a' },
    });
  });

  const PROGRAM = { value: 'bsn', label: 'BSN' };
  const rows: readonly [string, Subject, string | undefined][] = [
    ['a retired campaign', subject({}, { campaign: { status: 'retired' } }), 'active campaign_retired'],
    ['an inactive campaign', subject({}, { campaign: { status: 'inactive' } }), 'active campaign_inactive'],
    ['a campaign that was taken out', subject({ campaign: undefined }), 'active campaign_retired'],
    ['a campaign of another affiliate', subject({ affiliate_id: 'another' }), 'active campaign_reassigned'],
    [
      'a campaign that was taken out, of another affiliate',
      subject({ affiliate_id: 'another' }, { campaign: { status: 'retired' } }),
      'active campaign_retired',
    ],
    ['an offer off the campaign', subject({ campaign_offer: undefined }), 'active offer_off_campaign'],
    [
      'a result of a partner that the offer no longer has',
      subject({ terms: terms({ reference: 'r', buyer_id: IDS.buyer }) }),
      'active partner_changed',
    ],
    [
      'such a result that expired',
      subject({ terms: terms({ reference: 'r', expires_at: NOW }) }),
      'active result_expired',
    ],
    ['a text that was shown for another buyer', subject({ shown_text: OTHERS }), 'active buyer_changed'],
    [
      'the same text, shown for another buyer',
      subject({ shown_text: { ...OTHERS, text: testCatalogue().offers.get(IDS.shared)!.tcpa_text! } }),
      undefined,
    ],
    [
      'another text, shown for the same buyer',
      subject({ shown_text: { ...OTHERS, buyer_id: IDS.buyer } }),
      undefined,
    ],
    ['consent that was refused', subject({ consent: false }), 'consent not_given tcpa_consent'],
    [
      'consent that was left out of a direct post',
      subject({ consent: null }),
      'consent not_given tcpa_consent',
    ],
    [
      'consent that was left out of a result',
      subject({ consent: null, terms: terms() }),
      'consent missing tcpa_consent',
    ],
    [
      'consent that was refused on a result',
      subject({ consent: false, terms: terms() }),
      'consent not_given tcpa_consent',
    ],
    [
      'a result that needs no consent of an offer that does',
      subject({ consent: false, terms: terms({ consent_required: false }) }),
      undefined,
    ],
    [
      'a decision of a wrong type',
      subject({ consent: null, consent_malformed: ['tcpa_consent'] }),
      'consent consent_malformed tcpa_consent',
    ],
    [
      'evidence of a wrong type beside a refused consent',
      subject({ consent: false, consent_malformed: ['consent_text'] }),
      'consent not_given tcpa_consent',
    ],
    [
      'evidence of a wrong type',
      subject({ consent_malformed: ['consent_text'] }),
      'consent consent_malformed consent_text',
    ],
    [
      'several certificates in one text',
      subject({ certificate: 'https://cert.example/1, https://cert.example/2' }),
      'consent several_certificates consent_cert_url',
    ],
    [
      'several certificates, before another field of a wrong type',
      subject({
        certificate: 'https://a.example;https://b.example',
        consent_malformed: ['universal_lead_ref'],
      }),
      'consent several_certificates consent_cert_url',
    ],
    [
      'a program that was not shown',
      subject({ program: 'law', terms: terms() }),
      'program unknown_program program_id',
    ],
    [
      'a program that was shown',
      subject({ program: 'bsn', terms: terms({ programs: [PROGRAM] }) }),
      undefined,
    ],
    ['a test', subject({ is_test: true }), 'test_lead test_lead'],
  ];
  for (const [name, about, expected] of rows)
    it(`${name}: ${expected ?? 'nothing'}`, () => {
      const found = refusal(about);
      expect(found && [found.check, found.why, found.field].filter(Boolean).join(' ')).to.equal(expected);
      // What these checks refuse has a program that may be made up, and reports must know it by the reason.
      const isMadeUp = ['active', 'consent', 'program'].includes(found?.check ?? '');
      expect(countedProgram('nursing', found?.why)).to.equal(isMadeUp ? 'other' : 'nursing');
    });
});

describe('the fields that a lead needs', () => {
  const asked = (form_fields: readonly FormField[], program?: string, lead = {}) =>
    refusal(
      subject({ lead, program, terms: terms({ form_fields, programs: [{ value: 'bsn', label: 'B' }] }) }),
    );
  const ofProgram = { required_when: { program_ids: ['bsn'] } };

  it('are those that its result asked for', () => {
    expect(asked([field('city'), field('state', { required: true })])?.field).to.equal('state');
    expect(asked([field('state', { required: true })], undefined, { address: { state: 'WI' } })).to.equal(
      undefined,
    );
    expect(asked([field('city')])).to.equal(undefined);
  });

  it('are also those of the chosen program, and of no other', () => {
    expect(asked([field('city', ofProgram)], 'bsn')).to.deep.include({
      ...{ check: 'required_fields', code: 'REQUIRED_FIELD_MISSING', field: 'city' },
    });
    expect(asked([field('city', ofProgram)])).to.equal(undefined);
    expect(asked([field('city', { required_when: { program_ids: ['msn'] } })], 'bsn')).to.equal(undefined);
    expect(asked([field('city')], 'bsn')).to.equal(undefined);
  });

  it('are the offer’s and the program’s on a direct post', () => {
    const program = (value: string, ...required_fields: 'address.city'[]) => ({
      ...{ value, label: value, eligibility: [], required_fields },
    });
    const over: CatalogueOverrides = {
      offers: { [IDS.shared]: { programs: [program('msn'), program('bsn', 'address.city')] } },
    };
    const missing = (chosen?: string) => refusal(subject({ program: chosen }, over))?.field;
    expect(missing('bsn')).to.equal('address.city');
    expect(missing('msn')).to.equal(undefined);
    expect(missing()).to.equal(undefined);
    expect(refusal(subject({ lead: {} }))?.field).to.equal('personal.first_name');
  });
});

describe('the stages of the checks', () => {
  it('a search looks at what can change until the submit, a submit at everything', () => {
    const of = (stage: 'search' | 'submit') =>
      CHECKS.filter(({ stages }) => stages.includes(stage)).map(({ name }) => name);
    expect(of('search')).to.deep.equal([
      'active',
      'eligibility',
      'suppressed',
      'exclusivity',
      'duplicate',
      'caps',
    ]);
    expect(of('submit')).to.deep.equal(CHECKS.map(({ name }) => name));
  });

  it('each refuses by its own name, or has nothing to say of a lead without an offer', () => {
    const nowhere = subject({
      offer: undefined,
      campaign_offer: undefined,
      campaign: undefined,
      terms: terms(),
    });
    const facts: Facts = { suppressions: [], slots: [], owners: [OWNER], full_caps: [CAP] };
    const names = CHECKS.map((check) => check.refuse(nowhere, facts)?.check);
    expect(names.filter(Boolean)).to.deep.equal(['active', 'caps']);
  });
});
