import { expect } from 'chai';
import { keysOfPerson } from '../../../src/core/operators/keys-of-person.js';
import { TEST_ISSUER } from '../../support/records.js';
import type { KeyIssuer, OperatorKey } from '../../../src/core/operators/operator-key.js';

const NOW = new Date('2026-11-20T12:00:00Z');
const PAST = new Date('2026-11-19T12:00:00Z');

const key = (
  id: string,
  issued_by: KeyIssuer = TEST_ISSUER,
  over: Partial<OperatorKey> = {},
): OperatorKey => ({
  ...{ id, prefix: `lko_${id}`, name: id, scopes: ['leads:read'] },
  ...{ created_at: PAST, expires_at: new Date('2026-12-01T00:00:00Z') },
  issued_by,
  ...over,
});
const person = (id: string): KeyIssuer => ({ kind: 'person', id, name: id });
const byKey = (id: string): KeyIssuer => ({ kind: 'operator_key', id, name: id });

describe('the operator keys of a person', () => {
  for (const [what, keys, found] of [
    ['those that they issued', [key('a', person('ann')), key('b', person('ben'))], ['a']],
    ['none of the command line', [key('a'), key('b', { ...person('ann'), kind: 'os_user' })], []],
    [
      'none that is not valid any more',
      [key('a', person('ann'), { revoked_at: PAST }), key('b', person('ann'), { expires_at: NOW })],
      [],
    ],
    ['a replaced one until it expires', [key('a', person('ann'), { replaced_by: 'lko_b' })], ['a']],
    [
      'those that were issued with one of theirs, also with one that has ended',
      [
        key('c', byKey('b')),
        key('a', person('ann'), { revoked_at: PAST }),
        key('b', byKey('a')),
        key('d', byKey('other')),
      ],
      ['c', 'b'],
    ],
    [
      'those that they rotated for somebody else, or with a key of theirs: they have seen them',
      [
        key('a', person('ben'), { rotated_by: person('ann') }),
        key('b', person('ben'), { rotated_by: byKey('a') }),
        key('c', person('ben'), { rotated_by: person('ben') }),
      ],
      ['a', 'b'],
    ],
  ] as const)
    it(`are ${what}`, () => {
      expect(keysOfPerson('ann', keys, NOW).map(({ id }) => id)).to.deep.equal(found);
    });
});
