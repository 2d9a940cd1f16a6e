import { expect } from 'chai';
import { mergeIdentities } from '../../../src/core/lead/same-person.js';
import type { IdentityKey } from '../../../src/core/search/search-record.js';

/** `@` is an e-mail address, `#` a phone, `=` a name with an address. */
const keysOf = (text: string): IdentityKey[] =>
  text
    .split(' ')
    .filter((one) => one !== '')
    .map((key) => ({
      kind: key.includes('@') ? 'email' : key.includes('#') ? 'phone' : 'name_address',
      key,
    }));

describe('mergeIdentities', () => {
  const cases: readonly (readonly [what: string, known: string, sent: string, after: string | undefined])[] =
    [
      ['nothing is known', '', 'a@ a#', 'a@ a#'],
      ['nothing is known or sent', '', '', ''],
      ['the same', 'a@ a#', 'a@ a# a=', 'a@ a#'],
      ['less', 'a@ a#', 'a#', 'a@ a#'],
      ['more', 'a@', 'a@ a#', 'a@ a#'],
      ['another e-mail', 'a@ a#', 'b@ a#', undefined],
      ['another phone', 'a@ a#', 'a@ b#', undefined],
      ['nothing that could be compared', 'a@', 'a#', undefined],
      ['only a name', 'a@', 'a=', undefined],
      ['a spelling in common', 'a@ xn--a@', 'a@', 'a@ xn--a@'],
      ['both secrets make hashes', 'a@ k01-a@ a#', 'a@ k01-a@', 'a@ k01-a@ a#'],
      ['sent by a process that knows one secret', 'a@ k01-a@', 'a@', 'a@ k01-a@'],
      ['the former secret makes none any more', 'a@ k01-a@ a# k01-a#', 'k01-a@', 'k01-a@ k01-a#'],
      ['another person under the newer secret', 'a@ k01-a@', 'k01-b@', undefined],
    ];
  for (const [what, known, sent, after] of cases)
    it(`${what}: ${known} and ${sent}`, () => {
      const known_now = mergeIdentities(
        { identities: [], all_identities: keysOf(known) },
        keysOf(sent),
        (same) => same,
      );
      const sorted = known_now
        ?.map(({ key }) => key)
        .sort()
        .join(' ');
      expect(sorted).to.equal(after?.split(' ').sort().join(' '));
    });
});
