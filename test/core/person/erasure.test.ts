import { expect } from 'chai';
import type { IdentityKind } from '../../../src/core/catalogue/types.js';
import { endErased, hasEarlierPerson, type Erasure } from '../../../src/core/person/erasure.js';
import type { LeadRecord } from '../../../src/core/lead/lead-record.js';
import { testLead } from '../../support/records.js';

describe('the end of a lead whose person is erased', () => {
  const at = new Date('2026-11-21T18:00:00Z');
  const intent = { at, round: 1, buyer_id: 'b' };
  const cases: readonly (readonly [string, Partial<LeadRecord>, boolean])[] = [
    ['was taken', { state: 'working', runs: 1, intent }, true],
    ['may have been in the hand of a first run, which leaves no trace', { state: 'queued', runs: 0 }, true],
    ['is a test, and holds nothing', { is_test: true, intent }, false],
  ];
  for (const [what, over, releases] of cases)
    it(`${releases ? 'releases what it may hold' : 'releases nothing'}: it ${what}`, () => {
      const { effect } = endErased(testLead(over), at).change;
      expect(effect?.action).to.equal(releases ? 'release' : undefined);
      expect(effect?.intent_at !== undefined).to.equal(releases);
    });
});

describe('a record in a restored backup that the journal names', () => {
  const erasure = { at: new Date('2026-11-21T18:00:00Z'), keys: ['ada', 'k01-ada'] };
  const before = new Date('2026-11-20T18:00:00Z');
  const after = new Date('2026-11-22T18:00:00Z');
  const cases: readonly (readonly [string, readonly string[], number, Date, boolean])[] = [
    ['has the erased person', ['ada'], 1, before, false],
    ['has one of the hashes', ['bob', 'ada'], 1, before, false],
    ['has who had its id before', ['bob'], 1, before, true],
    ['has who had its id before the newest submission', ['bob'], 2, before, true],
    ['was sent again since the erasure, which `isSomebodyElses` says', ['bob'], 2, after, false],
    ['has no hashes', [], 1, before, false],
    ['has hashes of a secret of which the erasure has none', ['k02-bob'], 1, before, false],
  ];
  for (const [what, keys, round, sent_at, isEarlier] of cases)
    it(`${isEarlier ? 'is another person’s' : 'is not taken for another person’s'}: it ${what}`, () => {
      const record = testLead({ round, identities: keys.map((key) => ({ kind: 'email', key })) });
      expect(hasEarlierPerson(record, sent_at, erasure)).to.equal(isEarlier);
    });

  const kinds: readonly (readonly [IdentityKind, Erasure['kinds'], boolean])[] = [
    ['email', ['email', 'phone'], true],
    ['phone', ['email', 'phone'], true],
    ['email', ['email'], true],
    ['phone', ['email'], false],
    ['email', ['phone'], false],
    ['name_address', ['email', 'phone'], false],
    ['name_dob_zip', ['email'], false],
    ['phone', undefined, true],
    ['name_address', undefined, false],
  ];
  for (const [kind, of, isEarlier] of kinds)
    it(`${isEarlier ? 'is another person’s' : 'is not taken for another person’s'}: its hash is of ${kind}, and the erasure’s of ${of?.join(', ') ?? 'kinds that it does not say'}`, () => {
      const record = testLead({ identities: [{ kind, key: 'bob' }] });
      const sought = { ...erasure, ...(of && { kinds: of }) };
      expect(hasEarlierPerson(record, before, sought)).to.equal(isEarlier);
    });
});
