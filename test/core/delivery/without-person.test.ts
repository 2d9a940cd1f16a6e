import { expect } from 'chai';
import fc from 'fast-check';
import { resultWithoutPerson, withoutPerson } from '../../../src/core/delivery/without-person.js';

const told = {
  lead: {
    personal: {
      first_name: 'Ann',
      last_name: "O'Hara Lee",
      email: 'ann.lee@example.com',
      gender: 'female',
      date_of_birth: '1990-02-03',
    },
    address: { address_line_1: '12 Elm Street', city: 'Sun Prairie', state: 'WI', zip_code: '53590' },
    education: { start_timeline: 'immediately' },
  },
  tracking: { ip_address: '203.0.113.7', gclid: 'Cj0abc' },
  answers: { why: 'my knee hurts', short: 'yes', signs: String.raw`a-b/c\d[e](f){g}.h*i+j?k^l$m|n` },
};

describe('what a buyer says, without the person that it was told', () => {
  const CASES: readonly (readonly [said: string, left: string])[] = [
    ["ANN O'HARA LEE is known", 'is known'],
    ['Ms. Lee of 12 Elm Street, Sun Prairie, was called', 'Ms. of , , was called'],
    ['nobody at ann.lee@example.com', 'nobody at'],
    ['click Cj0abc from 203.0.113.7', 'click from'],
    ['her knee: "my knee hurts"', 'her knee: " "'],
    // Words of any refusal stay, and so do longer words that hold a name.
    ['yes, female applicants in WI immediately', 'yes, female applicants in WI immediately'],
    ['Annual fee; Leeds', 'Annual fee; Leeds'],
    ['look at example.com', 'look at example.com'],
    ['born 1990-02-03', 'born'],
    [String.raw`wrote a-b/c\d[e](f){g}.h*i+j?k^l$m|n here`, 'wrote here'],
  ];
  for (const [said, left] of CASES)
    it(said, () => {
      expect(withoutPerson(said, told).replaceAll(/\s+/g, ' ').trim()).to.equal(left);
    });

  it('whatever a person is called', () => {
    const text = fc.string({ unit: 'binary', maxLength: 12 });
    fc.assert(
      fc.property(text, text, text, (last_name, date_of_birth, why) => {
        const lead = { personal: { last_name, date_of_birth } };
        expect(withoutPerson(`Is ${last_name} here?`, { lead, tracking: {}, answers: { why } })).to.match(
          /^Is /,
        );
      }),
    );
  });

  it('however many words a name has', () => {
    const names = Array.from({ length: 10_000 }, (_, index) => `n${index.toString(36)}x`);
    const lead = { personal: { first_name: 'Ann', last_name: names.join(' ') } };
    const said = withoutPerson(`Nobody called ${names.slice(0, 500).join(', ')} or ann`, {
      lead,
      tracking: {},
    });
    expect(said.replaceAll(/[\s,]+/g, ' ').trim()).to.equal('Nobody called or');
  });

  it('as a pattern of all values would find it', () => {
    const signs = ['a', 'A', 'b', 'ß', 'ς', 'Σ', 'ı', 'İ', 'K', '𐐀', '𐐨', '1', "'", '-', '.', ' '];
    const unit = fc.constantFrom(...signs);
    const text = fc.string({ unit, maxLength: 24 });
    const known = fc.array(fc.string({ unit, minLength: 5, maxLength: 9 }), { minLength: 1, maxLength: 4 });
    const pattern = (values: readonly string[]): RegExp => {
      const longestFirst = values.map((value) => value.trim()).sort((a, b) => b.length - a.length);
      const either = longestFirst.map((value) => value.replaceAll('.', String.raw`\.`)).join('|');
      return new RegExp(String.raw`(?<![\p{L}\p{N}])(?:${either})(?![\p{L}\p{N}])`, 'giu');
    };
    fc.assert(
      fc.property(known, text, fc.nat(3), (values, around, which) => {
        fc.pre(values.every((value) => value.trim().length >= 5));
        const said = `${around}${values[which % values.length]!.toUpperCase()}${around}`;
        const answers = Object.fromEntries(values.entries());
        const left = withoutPerson(said, { lead: {}, tracking: {}, answers });
        expect(left).to.equal(said.replace(pattern(values), ' '));
      }),
      { numRuns: 50 },
    );
  });

  it('and nothing of words that can not be cleaned', () => {
    const lead = {
      get personal(): never {
        throw new Error('broken');
      },
    };
    expect(withoutPerson('Ann', { lead, tracking: {} })).to.equal('');
  });

  it('only where there is a reason', () => {
    const accepted = { kind: 'answered', status: 200, answer: { outcome: 'accepted' } } as const;
    expect(resultWithoutPerson(accepted, told)).to.equal(accepted);
    const refused = { ...accepted, answer: { outcome: 'rejected', reason: 'Ann? No' } } as const;
    expect(resultWithoutPerson(refused, told)).to.deep.include({
      answer: { outcome: 'rejected', reason: ' ? No' },
    });
    expect(withoutPerson('Ann', { lead: {}, tracking: {} })).to.equal('Ann');
    expect(withoutPerson('Ann', { lead: {}, tracking: {}, forgotten: { at: new Date() } })).to.equal('');
  });
});
