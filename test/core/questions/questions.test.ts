import { expect } from 'chai';
import { answerFaults, cleanAnswers } from '../../../src/core/questions/questions.js';
import type { FormField } from '../../../src/core/search/search-record.js';

const field = (over: Partial<FormField>): FormField => ({
  name: 'q',
  label: null,
  type: 'text',
  required: true,
  ...over,
});
const YES_NO = [
  { value: 'yes', label: 'Yes' },
  { value: 'no', label: 'No' },
];
const MISSING = 'REQUIRED_FIELD_MISSING';
const INVALID = 'INVALID_FIELD';

type Expected = typeof MISSING | typeof INVALID | { readonly clean: string | number | boolean };
const clean = (value: string | number | boolean): Expected => ({ clean: value });

const TABLE: readonly [string, Partial<FormField>, unknown, Expected][] = [
  ['text', { type: 'text' }, ' hi ', clean('hi')],
  ['text', { type: 'text' }, '  ', MISSING],
  ['text', { type: 'text' }, null, MISSING],
  ['text', { type: 'text' }, undefined, MISSING],
  ['text', { type: 'text' }, 5, INVALID],
  ['text', { type: 'text' }, ['a'], INVALID],
  ['text', { type: 'text', pattern: '^[0-9]{6,8}$' }, '1234567', clean('1234567')],
  ['text', { type: 'text', pattern: '^[0-9]{6,8}$' }, '12345', INVALID],
  ['text', { type: 'text', pattern: '^\\p{Lu}' }, 'Éa', clean('Éa')],
  ['text', { type: 'text', pattern: '^[\\w\\-]+$' }, 'a-b', clean('a-b')],
  ['text over what a pattern sees', { type: 'text', pattern: '^x+$' }, 'x'.repeat(1001), INVALID],
  ['long text without a pattern', { type: 'text' }, 'x'.repeat(1001), clean('x'.repeat(1001))],
  ['select', { type: 'select', options: YES_NO }, 'yes', clean('yes')],
  ['select', { type: 'select', options: YES_NO }, 'Yes', INVALID],
  ['select', { type: 'select', options: YES_NO }, true, INVALID],
  ['select without options', { type: 'select' }, 'yes', INVALID],
  ['date', { type: 'date' }, '2026-02-28', clean('2026-02-28')],
  ['date', { type: 'date' }, '2026-02-30', INVALID],
  ['date', { type: 'date' }, '02/28/2026', INVALID],
  ['date', { type: 'date' }, 20260228, INVALID],
  ['number', { type: 'number' }, 12.5, clean(12.5)],
  ['number', { type: 'number' }, '12', clean(12)],
  ['number', { type: 'number' }, '-3.5', clean(-3.5)],
  ['number', { type: 'number' }, '0', clean(0)],
  ['number', { type: 'number' }, '9007199254740991', clean(9_007_199_254_740_991)],
  ['number', { type: 'number' }, '-9007199254740991', clean(-9_007_199_254_740_991)],
  ['a number whose digits would change', { type: 'number' }, '9007199254740993', INVALID],
  ['a fraction that would be a whole number', { type: 'number' }, '17.99999999999999999', INVALID],
  ['a whole number with zeros', { type: 'number' }, '18.00', clean(18)],
  ['a number whose digits would change', { type: 'number' }, '-12345678901234567890', INVALID],
  ['a number whose digits have changed', { type: 'number' }, 2 ** 53, INVALID],
  ['number', { type: 'number' }, '1e3', INVALID],
  ['number', { type: 'number' }, 'NaN', INVALID],
  ['number', { type: 'number' }, true, INVALID],
  ['checkbox', { type: 'checkbox' }, true, clean(true)],
  ['checkbox', { type: 'checkbox' }, 'true', clean(true)],
  ['required checkbox', { type: 'checkbox' }, false, INVALID],
  ['required checkbox', { type: 'checkbox' }, 'false', INVALID],
  ['checkbox', { type: 'checkbox', required: false }, 'false', clean(false)],
  ['checkbox', { type: 'checkbox' }, 'on', INVALID],
  ['checkbox', { type: 'checkbox' }, ['true'], INVALID],
];

describe('judgeAnswers', () => {
  for (const [name, over, sent, expected] of TABLE)
    it(`${name}: ${JSON.stringify(sent)?.slice(0, 30) ?? 'not sent'} → ${JSON.stringify(expected).slice(0, 40)}`, () => {
      const form = [field(over)];
      const code = typeof expected === 'string' ? expected : undefined;
      expect(answerFaults(form, { q: sent }, undefined)[0]?.code).to.equal(code);
      if (typeof expected === 'object')
        expect(cleanAnswers(form, { q: sent })).to.deep.equal({ q: expected.clean });
    });

  const when = field({ required: false, required_when: { program_ids: ['rn'] } });
  for (const [program, code] of [
    ['rn', MISSING],
    ['bsn', undefined],
    [undefined, undefined],
  ] as const)
    it(`required_when with program ${program ?? 'left out'}: ${code ?? 'may be left out'}`, () => {
      expect(answerFaults([when], {}, program)[0]?.code).to.equal(code);
    });

  it('evaluates an answer that was not required', () => {
    expect(answerFaults([when], { q: 7 }, undefined)[0]).to.deep.equal({
      code: INVALID,
      field: 'q',
      type: when.type,
    });
  });

  it('names all faults in the order of the form', () => {
    const form = [field({ name: 'b' }), field({ name: 'a' })];
    const named = (answers: object) =>
      answerFaults(form, { ...answers }, undefined).map((fault) => [fault.code, fault.field]);
    expect(named({})).to.deep.equal([
      [MISSING, 'b'],
      [MISSING, 'a'],
    ]);
    expect(named({ b: 'x' })).to.deep.equal([[MISSING, 'a']]);
  });

  it('leaves asked lead fields to the lead', () => {
    expect(answerFaults([field({ name: 'phone' })], {}, undefined)[0]).to.equal(undefined);
    expect(cleanAnswers([field({ name: 'phone' })], { phone: '6085550142' })).to.deep.equal({});
  });

  it('reads own members only and keeps no others', () => {
    expect(answerFaults([field({ name: 'toString' })], {}, undefined)[0]?.code).to.equal(MISSING);
    expect(cleanAnswers([field({ name: 'q' })], { q: 'x', other: 'y' })).to.deep.equal({ q: 'x' });
  });
});
