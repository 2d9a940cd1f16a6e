import { expect } from 'chai';
import { unaskedFieldWarnings } from '../../../src/app/catalogue/unasked-field-warnings.js';
import type { OfferEntry } from '../../../src/core/catalogue/document.js';
import type { FieldRule, Rule } from '../../../src/core/catalogue/types.js';
import { offer } from '../../core/catalogue/documents.js';

const AGE: FieldRule = { field: 'age', when_missing: 'fail', test: { min: 18 } };
const STATE: FieldRule = { field: 'address.state', when_missing: 'fail', test: { in: ['IL'] } };
const program = (eligibility: readonly Rule[], ...required: OfferEntry['required_fields'][number][]) => ({
  ...{ value: 'bsn', label: 'BSN', eligibility, required_fields: required },
});

describe('rules on fields that an offer doesn’t require', () => {
  const ROWS: readonly (readonly [string, Partial<OfferEntry>, RegExp | undefined])[] = [
    ['age, of nobody', { eligibility: [AGE] }, /rule on age, .*personal.date_of_birth or personal.age:/],
    [
      'age, with the date of birth',
      { eligibility: [AGE], required_fields: ['personal.date_of_birth'] },
      undefined,
    ],
    ['age, with the age', { eligibility: [AGE], required_fields: ['personal.age'] }, undefined],
    ['age that may be missing', { eligibility: [{ ...AGE, when_missing: 'pass' }] }, undefined],
    ['one of two, both lacking', { eligibility: [{ any: [AGE, STATE] }] }, /rule on age, address.state,/],
    [
      'one of two, one of which is sent',
      { eligibility: [{ any: [AGE, STATE] }], required_fields: ['address.state'] },
      undefined,
    ],
    ['a program’s own', { programs: [program([STATE], 'address.state')] }, undefined],
    ['a program’s without its field', { programs: [program([STATE])] }, /rule on address.state,/],
  ];
  for (const [what, over, told] of ROWS)
    it(`${what}: ${told ? 'warns' : 'nothing'}`, () => {
      const offers = [offer({ handle: 'nursing', ...over })];
      const warnings = unaskedFieldWarnings([{ kind: 'offer', handle: 'nursing', change: 'changed' }], {
        offers,
      });
      expect(warnings).to.have.length(told ? 1 : 0);
      if (told) expect(warnings[0]).to.match(told).and.include('nursing has');
    });

  it('tells of offers that change alone, and of the first ten', () => {
    const handles = Array.from({ length: 12 }, (_, at) => `offer-${at}`);
    const offers = [...handles, 'as-before'].map((handle) =>
      offer({ id: handle, handle, eligibility: [AGE] }),
    );
    const changes = handles.map((handle) => ({ kind: 'offer', handle, change: 'added' }) as const);
    const warnings = unaskedFieldWarnings(changes, { offers });
    expect(warnings).to.have.length(11);
    expect(warnings.at(-1)).to.equal('2 more offers have such rules');
    expect(warnings.join()).to.not.include('as-before');
    expect(unaskedFieldWarnings([], { offers })).to.deep.equal([]);
  });
});
