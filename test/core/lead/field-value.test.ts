import { expect } from 'chai';
import { checkFieldValue } from '../../../src/core/lead/field-value.js';
import { LEAD_FIELDS, type FieldFormat } from '../../../src/core/lead/fields.js';

const TODAY = '2026-03-01';
const formatOf = (path: string): FieldFormat => LEAD_FIELDS.find((row) => row.path === path)!.format;

const TABLE: readonly { field: string; good: readonly string[]; bad: readonly string[] }[] = [
  {
    field: 'personal.email',
    good: ['a@b.co', "o'neil+tag@mail.example.museum", 'jané@exämple.de'],
    bad: ['', 'a', 'a@b', 'a@@b.co', 'a b@c.de', 'a@b..co', 'a@.co', '@b.co', 'a@b.co,c@d.co', '<a@b.co>'],
  },
  {
    field: 'personal.phone',
    good: ['6085550142', '0000000000'],
    bad: ['16085550142', '608-555-0142', '608555014', '６０８５５５０１４２', '6085550142\n'],
  },
  { field: 'personal.first_name', good: ['J', 'Zoë Ann'], bad: ['', '  '] },
  {
    field: 'personal.date_of_birth',
    good: ['1900-01-01', '2000-02-29', TODAY],
    bad: ['1899-12-31', '1900-02-29', '2001-02-29', '2000-13-01', '2000-00-10', '2000-01-00', '2026-03-02'],
  },
  { field: 'personal.age', good: ['0', '18', '101'], bad: ['', '-1', '18.5', 'eighteen', '1800'] },
  { field: 'personal.gender', good: ['female', 'male'], bad: ['Female', 'other', ''] },
  { field: 'address.state', good: ['IL', 'DC', 'UM'], bad: ['il', 'ZZ', 'Illinois', ''] },
  { field: 'address.zip_code', good: ['53703', '00501'], bad: ['53703-1234', '5370', '537031', ' 53703'] },
  { field: 'education.high_school_graduation_year', good: ['1999'], bad: ['99', '19999', 'MCMX'] },
  { field: 'education.education_level', good: ['ged', 'doctorate'], bad: ['phd', 'GED'] },
];

describe('checkFieldValue', () => {
  for (const { field, good, bad } of TABLE) {
    for (const text of good)
      it(`${field} may be ${JSON.stringify(text)}`, () => {
        expect(checkFieldValue(formatOf(field), text, TODAY)).to.equal(true);
      });
    for (const text of bad)
      it(`${field} may not be ${JSON.stringify(text)}`, () => {
        expect(checkFieldValue(formatOf(field), text, TODAY)).to.equal(false);
      });
  }

  it('does not look at the future when it is not told what day it is', () => {
    expect(checkFieldValue({ kind: 'date_of_birth' }, '9999-12-31')).to.equal(true);
  });

  it('is quick on a long text that is no e-mail address', () => {
    expect(checkFieldValue({ kind: 'email' }, `a@${'a.'.repeat(30_000)}`)).to.equal(false);
  });
});
