import { expect } from 'chai';
import type { Program } from '../../../src/core/catalogue/types.js';
import type { LeadField } from '../../../src/core/lead/fields.js';
import { askedFields, askingNewer } from '../../../src/core/questions/required-fields.js';
import type { FormField, ResultTerms } from '../../../src/core/search/search-record.js';
import { anOffer } from '../builders.js';
import { missingFields } from '../../../src/core/checks/required-fields.js';

const program = (value: string, ...required_fields: LeadField[]): Program => ({
  value,
  label: value,
  eligibility: [],
  required_fields,
});

describe('missingFields', () => {
  it('are in the order required', () => {
    const required = ['personal.email', 'address.zip_code', 'personal.phone'] as const;
    expect(missingFields(required, { personal: { email: 'a@b.co' } })).to.deep.equal([
      'address.zip_code',
      'personal.phone',
    ]);
    expect(missingFields([], {})).to.deep.equal([]);
  });
});

describe('askedFields', () => {
  const ask = (fields: readonly LeadField[], programs: readonly Program[] = [], lead = {}) =>
    askedFields({ required_fields: fields }, programs, lead);

  it('asks nothing that the lead has', () => {
    expect(ask(['personal.phone'], [], { personal: { phone: '6085550142' } })).to.deep.equal([]);
  });

  it('names a field by its flat key, required', () => {
    expect(ask(['address.zip_code'])).to.deep.equal([
      { name: 'zip_code', label: 'ZIP code', type: 'text', required: true },
    ]);
  });

  for (const [path, type, options] of [
    ['personal.email', 'text', undefined],
    ['personal.date_of_birth', 'date', undefined],
    ['personal.age', 'number', undefined],
    ['education.high_school_graduation_year', 'number', undefined],
    ['background.us_citizen', 'select', ['Yes', 'No']],
    ['background.rn_license', 'select', ['RN', 'LPN or LVN', 'No']],
    [
      'education.start_timeline',
      'select',
      ['Immediately', '1–3 months', '4–6 months', '7–12 months', 'Over 1 year', 'Not sure'],
    ],
  ] as const)
    it(`${path} is asked as ${type}`, () => {
      const [asked] = ask([path]);
      expect(asked?.type).to.equal(type);
      expect(asked?.options?.map(({ label }) => label)).to.deep.equal(options);
    });

  it('asks the state with its codes', () => {
    expect(ask(['address.state'])[0]?.options)
      .to.have.length(57)
      .and.to.deep.include({ value: 'DC', label: 'DC' });
  });

  it("asks a program's own field when that program is chosen, the offer's always", () => {
    const programs = [
      program('bsn', 'personal.phone'),
      program('msn', 'background.rn_license', 'personal.phone', 'personal.email'),
      program('dnp', 'background.rn_license'),
    ];
    const asked = ask(['personal.email'], programs).map(({ name, required, required_when }) => [
      name,
      required,
      required_when?.program_ids,
    ]);
    expect(asked).to.deep.equal([
      ['email', true, undefined],
      ['phone', false, ['bsn', 'msn']],
      ['rn_license', false, ['msn', 'dnp']],
    ]);
  });
});

describe('askingNewer', () => {
  const offer = anOffer({
    required_fields: ['personal.gender'],
    programs: [program('bsn', 'background.rn_license', 'personal.phone')],
  });
  const form = (...form_fields: FormField[]) => ({
    ...{ offer_name: 'x', offer_type: 'click', buyer_id: 'b', tcpa_text: null, consent_required: false },
    ...{ programs: [{ value: 'bsn', label: 'bsn' }], form_fields, expires_at: new Date() },
  });
  const field = (name: string, over: Partial<FormField> = {}): FormField => ({
    ...{ name, label: `of the partner: ${name}`, type: 'text', required: false },
    ...over,
  });

  it('asks in place of what asked for less under the same name, and leaves the rest as it was shown', () => {
    const shown = form(
      field('gender'),
      field('phone', { required: true }),
      field('rn_license', { required_when: { program_ids: ['bsn', 'msn'] } }),
      field('shoe_size'),
    ) as ResultTerms;
    const asked = askingNewer(shown, offer, {}).form_fields;
    expect(asked.map(({ name, label, required }) => [name, label, required])).to.deep.equal([
      ['phone', 'of the partner: phone', true],
      ['rn_license', 'of the partner: rn_license', false],
      ['shoe_size', 'of the partner: shoe_size', false],
      ['gender', 'Gender', true],
    ]);
    const lead = { personal: { gender: 'female', phone: '6085550142' }, background: { rn_license: 'rn' } };
    expect(askingNewer(shown, offer, lead)).to.equal(shown);
  });
});
