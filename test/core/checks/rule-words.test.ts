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
  [rule('address.state', { in: ['WI', 'IL'] }), 'in WI and IL', 'says NY'],
  [rule('address.state', { not_in: ['NY'] }), 'outside NY', 'says NY'],
  [rule('age', { min: 25, max: 60 }), 'aged 25 to 60', 'is of another age'],
  [rule('age', { min: 25 }, 'pass'), 'aged 25 or older (or who do not say)', 'is of another age'],
  [
    rule('education.education_level', { at_least: 'associates' }),
    'whose education level is at least associates',
    'says some college',
  ],
  [
    rule('background.rn_license', { in: ['rn', 'lpn_lvn'] }),
    'whose RN license is rn or lpn lvn',
    'does not say',
  ],
  [
    rule('address.zip_code', { within_miles: 50, of: '53703' }),
    'within 50 miles of ZIP code 53703',
    'says 100••',
  ],
  [
    rule('personal.email', { not_in: ['jane@example.com'] }),
    'whose email is not jane@example.com',
    'says j•••@e•••.com',
  ],
  [
    { any: [rule('address.state', { in: ['WI'] }), rule('age', { max: 30 })] },
    'in WI, or aged at most 30',
    'says NY',
  ],
];

describe('eligibility rules in words', () => {
  for (const [given, takes, said] of TABLE)
    it(`people ${takes}; this lead ${said}`, () => {
      expect(ruleWords(given)).to.equal(`people ${takes}`);
      expect(saidWords(given, LEAD)).to.equal(said);
    });
});
