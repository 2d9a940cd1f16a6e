import { expect } from 'chai';
import { endErased } from '../../../src/core/person/erasure.js';
import type { LeadRecord } from '../../../src/core/lead/lead-record.js';
import { testLead } from '../../support/records.js';

describe('the end of a lead whose person is erased', () => {
  const at = new Date('2026-11-21T18:00:00Z');
  const intent = { at, submission: 1, buyer_id: 'b' };
  const cases: readonly (readonly [string, Partial<LeadRecord>, boolean])[] = [
    ['was taken', { state: 'working', runs: 1, intent }, true],
    ['may have been in the hand of a first run, which leaves no trace', { state: 'queued', runs: 0 }, true],
    ['is a test, and holds nothing', { is_test: true, intent }, false],
  ];
  for (const [what, over, releases] of cases)
    it(`${releases ? 'releases what it may hold' : 'releases nothing'}: it ${what}`, () => {
      const { effect } = endErased(testLead(over), at).change;
      expect(effect?.what).to.equal(releases ? 'release' : undefined);
      expect(effect?.intent_at !== undefined).to.equal(releases);
    });
});
