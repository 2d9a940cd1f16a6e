import { expect } from 'chai';
import type { FieldRule, Rule } from '../../../src/core/catalogue/types.js';
import { failingRule } from '../../../src/core/checks/eligibility.js';

const CONTEXT = {
  now: new Date('2026-03-01T12:00:00Z'),
  time_zone: 'America/Chicago',
  geo: { miles: (a: string, b: string) => (b === '00000' ? undefined : Math.abs(Number(a) - Number(b))) },
};
const LEAD = {
  personal: { date_of_birth: '2000-03-02' },
  address: { state: 'WI', zip_code: '53710' },
  education: { education_level: 'associates', high_school_graduation_year: '2018' },
  background: { military_affiliation: 'none' },
};

const rule = (
  field: FieldRule['field'],
  test: FieldRule['test'],
  when: 'pass' | 'fail' = 'fail',
): FieldRule => ({
  field,
  test,
  when_missing: when,
});
const STATE_IL = rule('address.state', { in: ['IL'] });
const STATE_WI = rule('address.state', { in: ['IL', 'WI'] });
const VETERAN = rule('background.military_affiliation', { in: ['veteran'] });

const TABLE: readonly [string, readonly Rule[], string | undefined][] = [
  ['no rules', [], undefined],
  ['in, holds', [STATE_WI], undefined],
  ['in, fails', [STATE_IL], 'address.state'],
  ['not_in, holds', [rule('address.state', { not_in: ['CA'] })], undefined],
  ['not_in, fails', [rule('address.state', { not_in: ['WI'] })], 'address.state'],
  ['not_in, missing fails', [rule('background.us_citizen', { not_in: ['no'] })], 'background.us_citizen'],
  ['missing fails', [rule('background.us_citizen', { in: ['yes'] })], 'background.us_citizen'],
  [
    'missing passes when the rule says so',
    [rule('background.us_citizen', { in: ['yes'] }, 'pass')],
    undefined,
  ],
  [
    'when_missing does not help a wrong value',
    [rule('address.state', { in: ['IL'] }, 'pass')],
    'address.state',
  ],
  ['age, at the lower bound', [rule('age', { min: 25, max: 60 })], undefined],
  ['age, under it by a day', [rule('age', { min: 26 })], 'age'],
  ['age, at the upper bound', [rule('age', { max: 25 })], undefined],
  ['age, over it', [rule('age', { max: 24 })], 'age'],
  ['a number of another field', [rule('education.high_school_graduation_year', { min: 2018 })], undefined],
  ['text where a number is needed', [rule('address.state', { min: 1 })], 'address.state'],
  ['at_least, equal', [rule('education.education_level', { at_least: 'associates' })], undefined],
  ['at_least, more', [rule('education.education_level', { at_least: 'high_school' })], undefined],
  [
    'at_least, less',
    [rule('education.education_level', { at_least: 'bachelors' })],
    'education.education_level',
  ],
  [
    'at_least, the first of the order',
    [rule('education.education_level', { at_least: 'no_hs_diploma' })],
    undefined,
  ],
  ['at_least of an age, which has no order', [rule('age', { at_least: '18' })], 'age'],
  ['at_least of a field without an order', [rule('address.state', { at_least: 'AL' })], 'address.state'],
  ['within, at the edge', [rule('address.zip_code', { within_miles: 7, of: '53703' })], undefined],
  ['within, too far', [rule('address.zip_code', { within_miles: 6, of: '53703' })], 'address.zip_code'],
  ['any, one holds', [{ any: [STATE_IL, STATE_WI] }], undefined],
  ['any, none holds: the first is named', [{ any: [VETERAN, STATE_IL] }], 'background.military_affiliation'],
  ['any, empty', [{ any: [] }], 'any'],
  ['any in any', [{ any: [{ any: [STATE_IL] }, { any: [VETERAN, STATE_WI] }] }], undefined],
  ['the first failing one is named', [STATE_WI, VETERAN, STATE_IL], 'background.military_affiliation'],
];

describe('failingRule', () => {
  for (const [name, rules, field] of TABLE)
    it(name, () => {
      expect(failingRule(rules, LEAD, CONTEXT)).to.deep.equal(field && { field });
    });

  it('fails a ZIP whose place is not known, even where a missing one would pass', () => {
    const near = rule('address.zip_code', { within_miles: 1, of: '53703' }, 'pass');
    expect(failingRule([near], { address: { zip_code: '00000' } }, CONTEXT)).to.deep.equal({
      field: 'address.zip_code',
    });
    expect(failingRule([near], {}, CONTEXT)).to.equal(undefined);
  });
});
