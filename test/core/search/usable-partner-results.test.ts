import { expect } from 'chai';
import type { PartnerResult } from '../../../src/core/search/partner-result.js';
import { usableResults } from '../../../src/core/search/usable-partner-results.js';

const NOW = new Date('2026-11-21T17:00:00Z');
const result = (reference: string, over: Partial<PartnerResult> = {}): PartnerResult => ({
  reference,
  name: 'N',
  programs: [{ value: 'bsn', label: 'BSN' }],
  questions: [],
  ...over,
});
const bare = (reference: string, over: Partial<PartnerResult> = {}) =>
  result(reference, { programs: [], ...over });
const later = { expires_at: new Date(NOW.getTime() + 1) };
const gone = { expires_at: NOW };

describe('usableResults', () => {
  /** What, the results, the references that are left, the faults that are told. */
  const ROWS: readonly (readonly [string, readonly PartnerResult[], string[], string[]])[] = [
    ['nothing', [], [], []],
    ['one that never expires, one that has a moment left', [result('a'), result('b', later)], ['a', 'b'], []],
    ['one that expires now', [result('a', gone), result('b')], ['b'], ['results that have expired: 1']],
    [
      'ones without a program',
      [bare('a'), bare('b'), result('c')],
      ['a', 'b', 'c'],
      ['results that name no program: 2'],
    ],
    ['one without a program that has expired', [bare('a', gone)], [], ['results that have expired: 1']],
  ];
  for (const [what, results, left, faults] of ROWS)
    it(`of ${what}`, () => {
      const told = usableResults({ results, faults: ['before'] }, NOW);
      expect(told.results.map(({ reference }) => reference)).to.deep.equal(left);
      expect(told.faults).to.deep.equal(['before', ...faults]);
    });
});
