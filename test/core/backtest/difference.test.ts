import { expect } from 'chai';
import type { Offer, Program, Question } from '../../../src/core/catalogue/types.js';
import type { Refusal } from '../../../src/core/refusal.js';
import {
  groupDifferences,
  ruleChange,
  sameVerdict,
  type Difference,
  type Verdict,
} from '../../../src/core/backtest/difference.js';
import { aBuyer, aPartnerOffer, anOffer } from '../builders.js';

const refused = (check: string, over: Partial<Refusal> = {}): Refusal => ({
  check,
  code: 'NOT_ELIGIBLE',
  why: 'w',
  ...over,
});
const inStates = (...states: string[]) =>
  ({ field: 'address.state', when_missing: 'fail', test: { in: states } }) as const;
const bsn = (over: Partial<Program> = {}): Program => ({
  value: 'bsn',
  label: 'BSN',
  eligibility: [],
  required_fields: [],
  ...over,
});
const visit = (over: Partial<Question> = {}): Question => ({
  name: 'visit',
  type: 'text',
  required: false,
  ...over,
});
const partner = (test_url?: string): Offer => {
  const offer = aPartnerOffer();
  const search = { url: 'https://p.example', method: 'POST', headers: {}, timeout_ms: 1 } as const;
  const more = { insecure_http: false, ...(test_url === undefined ? {} : { test_url }) };
  return { ...offer, partner: { search: { ...search, ...more } } };
};

/** An offer in which everything is otherwise that any check reads. */
const OTHER = anOffer({
  status: 'paused',
  buyer: aBuyer({ status: 'paused' }),
  consent_required: false,
  eligibility: [inStates('IL')],
  required_fields: ['personal.phone'],
  programs: [bsn({ label: 'Nursing', eligibility: [inStates('WI')], required_fields: ['personal.email'] })],
  questions: [visit({ label: 'Visit?', required: true })],
});
const PLAIN = anOffer({ programs: [bsn()], questions: [visit()] });

describe('the rule that makes a difference', () => {
  /** The check that refuses, and the members of the offer that it reads. */
  const READ: readonly (readonly [string, readonly string[]])[] = [
    ['active', ['status', 'buyer.status']],
    ['consent', ['consent_required']],
    ['program', []],
    ['questions', ['questions.visit.required']],
    ['required_fields', ['required_fields', 'programs.bsn.required_fields']],
    ['eligibility', ['eligibility', 'programs.bsn.eligibility']],
    ['destination', []],
  ];
  for (const [check, paths] of READ)
    it(`of ${check} is what it reads of the offer, whether it refuses now or did before`, () => {
      const pathsOf = (from: Verdict, to: Verdict) =>
        ruleChange(from, to, PLAIN, OTHER).map(({ path }) => path);
      expect(pathsOf('passes', refused(check))).to.deep.equal(paths);
      expect(pathsOf(refused(check), 'passes')).to.deep.equal(paths);
      expect(pathsOf(refused(check), refused(check, { why: 'other' }))).to.deep.equal(paths);
    });

  it('of program is the program that went', () => {
    const change = ruleChange('passes', refused('program'), PLAIN, anOffer());
    expect(change).to.deep.equal([{ path: 'programs.bsn', before: { value: 'bsn' }, after: undefined }]);
  });

  it('is not another order of programs, which no check reads', () => {
    const [before, after] = [
      [bsn(), bsn({ value: 'msn' })],
      [bsn({ value: 'msn' }), bsn()],
    ].map((programs) => anOffer({ programs }));
    for (const check of ['program', 'eligibility', 'required_fields'])
      expect(ruleChange('passes', refused(check), before, after), check).to.deep.equal([]);
  });

  it('of test_lead is the test address, and nothing else of the partner', () => {
    const before = partner();
    const url = 'https://test.example';
    const after = { ...partner(url), partner: { ...partner(url).partner, payout_share: 0.5 } } as Offer;
    expect(ruleChange(refused('test_lead'), 'passes', before, after)).to.deep.equal([
      { path: 'partner.search.test_url', before: undefined, after: url },
    ]);
  });

  it('holds the old one and the new one', () => {
    const [before, after] = [
      anOffer({ eligibility: [inStates('IL', 'WI')] }),
      anOffer({ eligibility: [inStates('IL')] }),
    ];
    expect(ruleChange('passes', refused('eligibility'), before, after)).to.deep.equal([
      { path: 'eligibility', before: before.eligibility, after: after.eligibility },
    ]);
  });

  /** An earlier check that let go, one that holds now. */
  const BOTH: readonly (readonly [string, string, string, readonly string[]])[] = [
    ['earlier let go first', 'consent', 'eligibility', ['consent_required', 'eligibility']],
    ['later one was never reached', 'eligibility', 'consent', ['consent_required']],
  ];
  for (const [what, from, to, paths] of BOTH)
    it(`is of the check that holds now, and of the old one where the ${what}`, () => {
      const after = { ...PLAIN, consent_required: false, eligibility: OTHER.eligibility };
      const change = ruleChange(refused(from), refused(to), PLAIN, after);
      expect(change.map(({ path }) => path)).to.deep.equal(paths);
    });

  it('is none where one catalogue does not have the offer', () => {
    expect(ruleChange('not there', refused('active'), undefined, OTHER)).to.deep.equal([]);
    expect(ruleChange(refused('active'), 'not there', PLAIN, undefined)).to.deep.equal([]);
  });
});

describe('two verdicts', () => {
  const base = refused('eligibility', { field: 'f' });
  const ROWS: readonly (readonly [string, Verdict, Verdict, boolean])[] = [
    ['both pass', 'passes', 'passes', true],
    ['one is not there', 'passes', 'not there', false],
    ['one refuses', 'passes', base, false],
    ['the same refusal', base, { ...base }, true],
    ['another check', base, { ...base, check: 'caps' }, false],
    ['another code', base, { ...base, code: 'DUPLICATE' }, false],
    ['another reason', base, { ...base, why: 'age' }, false],
    ['another field', base, { ...base, field: 'g' }, false],
    ['another remark for the operator', base, { ...base, detail: { limit: 3 } }, true],
  ];
  for (const [what, a, b, same] of ROWS)
    it(`say ${same ? 'the same' : 'something else'}: ${what}`, () => {
      expect([sameVerdict(a, b), sameVerdict(b, a)]).to.deep.equal([same, same]);
    });
});

describe('groups of differences', () => {
  const one = (id: string, over: Partial<Difference> = {}): Difference => ({
    kind: 'decided',
    id,
    offer: 'nursing',
    from: 'passes',
    to: refused('eligibility'),
    rule: [],
    ...over,
  });

  it('count the alike, name the first three, the most frequent first', () => {
    const groups = groupDifferences([
      one('a', { offer: 'other' }),
      ...['b', 'c', 'd', 'e'].map((id) => one(id)),
      one('f', { offer: 'other' }),
      one('g', { offer: 'third' }),
    ]);
    expect(groups.map(({ offer, count, ids }) => [offer, count, ids])).to.deep.equal([
      ['nursing', 4, ['b', 'c', 'd']],
      ['other', 2, ['a', 'f']],
      ['third', 1, ['g']],
    ]);
    expect(groups[0]).to.not.have.property('id');
  });

  it('stay in the order in which they were met where they are as frequent', () => {
    const groups = groupDifferences([one('a', { offer: 'z' }), one('b', { offer: 'm' }), one('c')]);
    expect(groups.map(({ offer }) => offer)).to.deep.equal(['z', 'm', 'nursing']);
  });

  const APART: readonly (readonly [string, Partial<Difference>])[] = [
    ['kind', { kind: 'offered' }],
    ['program', { program: 'bsn' }],
    ['old verdict', { from: 'not there' }],
    ['new verdict', { to: refused('eligibility', { why: 'age' }) }],
    ['parts', { parts: ['body.phone'] }],
    ['rule', { rule: [{ path: 'status', before: 'active', after: undefined }] }],
  ];
  for (const [what, over] of APART)
    it(`are told apart by their ${what}`, () => {
      expect(groupDifferences([one('a'), one('b', over)])).to.have.length(2);
    });

  it('are told apart by what a rule was and what it is', () => {
    const rule = (before?: string, after?: string): Partial<Difference> => ({
      rule: [{ path: 'status', before, after }],
    });
    expect(groupDifferences([one('a', rule('x')), one('b', rule(undefined, 'x'))])).to.have.length(2);
  });
});
