import { expect } from 'chai';
import fc from 'fast-check';
import { canonicalForm, NotCanonical } from '../../../src/core/audit/canonical-form.js';

const T = new Date('2026-11-01T12:00:00Z');

describe('the canonical form of an audit entry', () => {
  it('does not depend on the order of the members, nor on members without a value', () => {
    expect(canonicalForm({ b: [1, { d: 2, c: T }], a: 'x' })).to.equal(
      canonicalForm({ a: 'x', b: [1, { c: T, d: 2, e: undefined }] }),
    );
  });

  it('differs for different values', () => {
    const values = [
      ...[null, true, 'true', 1, '1', '', [], {}, [1, 2], [2, 1], [[1], 2], ['1,2'], { a: 1 }, { a: '1' }],
      ...[{ 'a":1,"b': 2 }, { a: 1, b: 2 }, T, T.toISOString(), `@"${T.toISOString()}"`, { a: { b: 1 } }],
    ];
    expect(new Set(values.map(canonicalForm)).size).to.equal(values.length);
  });

  it('refuses what no entry holds, since two such values could look the same', () => {
    for (const value of [NaN, Infinity, undefined, 1n, new Map(), new Date(NaN), /x/, Symbol('x')])
      expect(() => canonicalForm({ value: [value] }), typeof value).to.throw(NotCanonical);
  });

  it('is one text for each JSON value', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.jsonValue(), (a, b) => {
        expect(canonicalForm(a) === canonicalForm(b)).to.equal(
          JSON.stringify(sorted(a)) === JSON.stringify(sorted(b)),
        );
      }),
    );
  });
});

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  const members = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return { object: members.map(([key, member]) => [key, sorted(member)]) };
}
