import { expect } from 'chai';
import type { FieldRule, Rule } from '../../../src/core/catalogue/types.js';
import { ruleWords, saidWords } from '../../../src/core/checks/rule-words.js';

const rule = (
  field: FieldRule['field'],
  test: FieldRule['test'],
  when_missing: FieldRule['when_missing'] = 'fail',
): FieldRule => ({ field, test, when_missing });
const LEAD = {
  personal: { date_of_birth: '2000-03-02', email: 'jane@example.com' },
  address: { state: 'NY', zip_code: '10001' },
  education: { education_level: 'some_college' },
};

const TABLE: readonly [Rule, takes: string, said: string][] = [
  [rule('address.state', { in: ['WI', 'IL'] }), 'State is one of WI, IL', 'says NY'],
  [rule('address.state', { not_in: ['NY'] }), 'State is not NY', 'says NY'],
  [rule('age', { min: 25, max: 60 }), 'Age is from 25 to 60', 'is of another age'],
  [rule('age', { min: 25 }, 'pass'), 'Age is at least 25, where it is sent', 'is of another age'],
  [
    rule('education.education_level', { at_least: 'associates' }),
    'Education level is one of associates, bachelors, masters, doctorate',
    'says some_college',
  ],
  [
    rule('background.rn_license', { in: ['rn', 'lpn_lvn'] }),
    'RN license is one of rn, lpn_lvn',
    'does not say',
  ],
  [
    rule('address.zip_code', { within_miles: 50, of: '53703' }),
    'ZIP code is within 50 miles of 53703',
    'says 100••',
  ],
  [
    rule('personal.email', { not_in: ['jane@example.com'] }),
    'Email is not jane@example.com',
    'says j•••@e•••.com',
  ],
  [
    { any: [rule('address.state', { in: ['WI'] }), rule('age', { max: 30 })] },
    'State is WI; or Age is at most 30',
    'says NY',
  ],
];

describe('eligibility rules in words', () => {
  for (const [given, takes, said] of TABLE)
    it(`${takes}; this lead ${said}`, () => {
      expect(ruleWords(given)).to.equal(takes);
      expect(saidWords(given, LEAD)).to.equal(said);
    });
});
