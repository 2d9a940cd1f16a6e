import { expect } from 'chai';
import fc from 'fast-check';
import { readExactJson } from '../../../src/platform/mapping/exact-json.js';

/** A number as it was written, and what it is read as. */
const NUMBERS: readonly (readonly [string, unknown])[] = [
  ['0', 0],
  ['-0', -0],
  ['7', 7],
  ['123456789012345', 123_456_789_012_345],
  // JSONata would write 1234567890123460.
  ['1234567890123456', '1234567890123456'],
  ['9007199254740991', '9007199254740991'],
  ['9007199254740993', '9007199254740993'],
  ['-9007199254740993', '-9007199254740993'],
  ['12345678901234567890123', '12345678901234567890123'],
  ['1000000000000000', 1e15],
  ['100000000000000000000', '100000000000000000000'],
  ['9007199254740993.5', '9007199254740993.5'],
  ['1e20', '1e20'],
  ['9.007199254740993E15', '9.007199254740993E15'],
  ['1e400', '1e400'],
  ['17.9999999999999999', '17.9999999999999999'],
  ['45.50', 45.5],
  ['45.000000000000000000', 45],
  ['45.300000000000004', 45.300_000_000_000_004],
  ['0.8300000000000001', 0.830_000_000_000_000_1],
  ['1e-400', 0],
  ['1E2', 100],
];

describe('exact JSON', () => {
  for (const [written, value] of NUMBERS)
    it(`${written} is ${typeof value} ${String(value)}`, () => {
      for (const [text, read] of [
        [written, value],
        [` [ ${written} , "${written}" ] `, [value, written]],
        [
          `{"a":{"${written}":${written}},"b":"\\"${written}\\\\"}`,
          { a: { [written]: value }, b: `"${written}\\` },
        ],
      ] as const)
        expect(readExactJson(text)).to.deep.equal(read);
    });

  it('reads everything else as JSON.parse does', () => {
    const some = fc.oneof(fc.string(), fc.integer(), fc.boolean(), fc.constant(null));
    fc.assert(
      fc.property(fc.array(fc.oneof(some, fc.array(some), fc.dictionary(fc.string(), some))), (values) => {
        const text = JSON.stringify(values);
        expect(JSON.stringify(readExactJson(`[1234567890123456,${text}]`))).to.equal(
          `["1234567890123456",${JSON.stringify(JSON.parse(text))}]`,
        );
      }),
    );
  });

  for (const text of [
    '',
    '{',
    '1234567890123456x',
    '[1234567890123456,]',
    '"1234567890123456',
    '01234567890123456',
  ])
    it(`refuses ${JSON.stringify(text)}`, () => {
      expect(() => readExactJson(text)).to.throw(SyntaxError);
    });

  it('a member __proto__ changes no prototype', () => {
    const read = readExactJson('{"__proto__":{"result":"accepted"},"id":12345678901234567890}') as {
      result?: string;
    };
    expect(read.result).to.equal(undefined);
  });

  it('is quick on a long text', () => {
    const text = JSON.stringify({ a: '\\"'.repeat(60_000), b: '9'.repeat(60_000) });
    expect(readExactJson(text)).to.deep.equal(JSON.parse(text));
  });
});
