import { expect } from 'chai';
import fc from 'fast-check';
import { checkFieldValue } from '../../../src/core/lead/field-value.js';
import { leadFieldByLeaf, LEAD_FIELDS } from '../../../src/core/lead/fields.js';
import { loosen } from '../../../src/core/lead/loose-format.js';

const TODAY = '2026-11-22';

const read = (leaf: string, value: unknown): string | undefined => {
  const row = leadFieldByLeaf(leaf);
  return row && loosen(row.format, value, TODAY)?.text;
};

/** What a value becomes; undefined: it stays as it is. */
const TABLE: readonly (readonly [leaf: string, value: unknown, text: string | undefined])[] = [
  ['phone', '+1 (608) 555-0199', '6085550199'],
  ['phone', '608.555.0199', '6085550199'],
  ['phone', '1-608-555-0199', '6085550199'],
  ['phone', 6_085_550_199, '6085550199'],
  ['phone', '6085550199', undefined],
  ['phone', -6_085_550_199, undefined],
  ['phone', '26085550199', undefined],
  ['phone', '608 555 0199 ext 4', undefined],
  ['phone', '+44 20 7946 0958', undefined],
  ['phone', '+6085550199', undefined],
  ['phone', '6085550199.0', undefined],
  ['phone', '608.5550199', undefined],
  ['phone', '608-555-0199, 608-555-0198', undefined],
  ['phone', '６０８ ５５５ ０１９９', '6085550199'],
  ['state', 'wi', 'WI'],
  ['state', 'Wi', 'WI'],
  ['state', 'Wisconsin', undefined],
  ['state', '\uFB02', undefined],
  ['zip_code', '53703-1234', '53703'],
  ['zip_code', '537031234', '53703'],
  ['zip_code', 53_703, '53703'],
  ['zip_code', 501, undefined],
  ['zip_code', '53703–1234', '53703'],
  ['zip_code', '53703.0', undefined],
  ['zip_code', '53703-12', undefined],
  ['date_of_birth', '1990/02/28', '1990-02-28'],
  ['date_of_birth', '1990-02-28T00:00:00.000Z', '1990-02-28'],
  ['date_of_birth', '1990-02-28T00:00', '1990-02-28'],
  ['date_of_birth', '1990-02-28 00:00:00', '1990-02-28'],
  ['date_of_birth', '1990-02-28T00:00:00+05:30', '1990-02-28'],
  ['date_of_birth', '1990-02-27T18:30:00.000Z', undefined],
  ['date_of_birth', '1990-02-28T05:00:00Z', undefined],
  ['date_of_birth', '1990-02-28T12:00:00', undefined],
  ['date_of_birth', '1990-02-28T00:00:01Z', undefined],
  ['date_of_birth', '1990-02-28T00:00:00.001Z', undefined],
  ['date_of_birth', '1990-02-28T', undefined],
  ['date_of_birth', 636_163_200_000, undefined],
  ['date_of_birth', '19900228', '1990-02-28'],
  ['date_of_birth', '02/28/1990', undefined],
  ['date_of_birth', '1990/02/30', undefined],
  ['date_of_birth', '2090/01/01', undefined],
  ['us_citizen', 'YES', 'yes'],
  ['us_citizen', false, 'no'],
  ['us_citizen', 'y', undefined],
  ['start_timeline', '1-3 months', '1_3_months'],
  ['education_level', 'High School', 'high_school'],
  ['education_level', "Bachelor's", 'bachelors'],
  ['education_level', 'Bachelor’s', 'bachelors'],
  ['education_level', 'MASTERʼS', 'masters'],
  ['start_timeline', '1–3\u00a0months', '1_3_months'],
  ['start_timeline', '1\u20113 months', '1_3_months'],
  ['email', 'Ann@Example.com', undefined],
  ['first_name', 5, undefined],
  ['phone', null, undefined],
  ['phone', [], undefined],
];

describe('loose formats', () => {
  for (const [leaf, value, text] of TABLE)
    it(`${leaf} ${JSON.stringify(value)}: ${text ?? 'stays'}`, () => {
      expect(read(leaf, value)).to.equal(text);
    });

  it('what it makes is valid, and a valid text never changes', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...LEAD_FIELDS),
        fc.oneof(
          fc.string(),
          fc.stringMatching(/^\+?1?[ (]{0,2}\d{3}[). -]{0,2}\d{3}[ -]?\d{4}$/),
          fc.jsonValue(),
        ),
        ({ format }, value) => {
          const changed = loosen(format, value, TODAY);
          if (changed === undefined) return;
          expect(checkFieldValue(format, changed.text, TODAY)).to.equal(true);
          expect(loosen(format, changed.text, TODAY)).to.equal(undefined);
        },
      ),
    );
  });
});
