import { expect } from 'chai';
import type { FieldRule } from '../../../src/core/catalogue/types.js';
import { sampleLead } from '../../../src/core/test-post/sample-lead.js';
import { failingRule } from '../../../src/core/checks/eligibility.js';
import { checkFieldValue } from '../../../src/core/lead/field-value.js';
import { LEAD_FIELDS } from '../../../src/core/lead/fields.js';
import { fieldOf } from '../../../src/core/lead/lead-data.js';
import { aBuyer, anOffer } from '../builders.js';

const GEO = { miles: () => 10 };
const aged = (test: FieldRule['test']): FieldRule => ({ field: 'age', when_missing: 'fail', test });

describe('the made-up lead for an offer', () => {
  // What time it is for everybody else, what is wanted, the age.
  for (const [when, now, test, age] of [
    ['in the middle of a year', '2026-06-15T12:00:00Z', { min: 60 }, '60'],
    ['where it is still the old year', '2027-01-01T03:00:00Z', { min: 60, max: 60 }, '60'],
    ['where the new year has begun', '2027-01-01T06:00:00Z', { max: 18 }, '18'],
    ['that it fits already', '2026-06-15T12:00:00Z', { min: 18, max: 65 }, '36'],
  ] as const)
    it(`is as old as a rule wants, ${when}`, () => {
      const offer = anOffer({ buyer: aBuyer({ time_zone: 'America/Chicago' }), eligibility: [aged(test)] });
      expect(sampleLead(offer, undefined, new Date(now), GEO).personal).to.include({ age });
    });

  const rule = (field: FieldRule['field'], test: FieldRule['test']): FieldRule => ({
    ...{ field, when_missing: 'fail', test },
  });
  for (const rules of [
    [rule('address.zip_code', { not_in: ['60601'] })],
    [rule('address.city', { not_in: ['Chicago'] })],
    [rule('personal.age', { min: 40 })],
    [rule('personal.age', { max: 30 }), rule('age', { min: 25 })],
    [rule('personal.age', { not_in: ['36'] })],
    [rule('education.high_school_graduation_year', { not_in: ['2008'] })],
    [rule('address.state', { in: ['CA', 'WI'] }), rule('address.state', { not_in: ['CA'] })],
  ])
    it(`has what the API takes and the rules want: ${JSON.stringify(rules)}`, () => {
      const now = new Date('2026-06-15T12:00:00Z');
      const made = sampleLead(anOffer({ eligibility: rules }), undefined, now, GEO);
      const context = { now, time_zone: 'America/Chicago', geo: GEO };
      expect(failingRule(rules, made, context)).to.equal(undefined);
      for (const { path, format } of LEAD_FIELDS)
        expect(checkFieldValue(format, fieldOf(made, path) ?? ''), path).to.equal(true);
    });

  it('tries few of the ZIP codes of rules that list them all', () => {
    const zips = Array.from({ length: 40_000 }, (_, i) => String(10_000 + i)).filter(
      (zip) => zip !== '60601',
    );
    let tries = 0;
    // Each try asks for the distance once.
    const geo = {
      miles() {
        tries += 1;
        return 10;
      },
    };
    const rules = [
      rule('address.zip_code', { in: zips }),
      rule('address.zip_code', { within_miles: 20, of: '10000' }),
      rule('address.state', { in: ['WI'] }),
    ];
    const { address } = sampleLead(anOffer({ eligibility: rules }), undefined, new Date(), geo);
    expect([address?.zip_code, address?.state]).to.deep.equal(['10000', 'WI']);
    expect(tries).to.be.below(100);
  });
});
