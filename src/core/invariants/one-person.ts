import { secretLevelOf } from '../lead/key-level.js';
import { allIdentitiesOf, type PersonIdentities } from '../lead/same-person.js';
import type { Invariant } from './invariant.js';

/** An e-mail address whose domain has other letters has two keyed hashes of one secret. */
const MOST = { email: 2, phone: 1 } as const;

/** An id keeps its person. */
export const onePerson: Invariant<PersonIdentities> = {
  name: 'one-person',
  sentence:
    'The e-mail addresses that one id ever had are at most one in normal form, and so are its phone numbers.',
  faults: (record) =>
    (['email', 'phone'] as const).flatMap((of) => {
      const ever = allIdentitiesOf(record).filter(({ kind }) => kind === of);
      const now = new Set(record.identities.flatMap(({ kind, key }) => (kind === of ? [key] : [])));
      const levels = [...new Set(ever.map(({ key }) => secretLevelOf(key)))];
      const isBroken = levels.some((level) => {
        const keys = ever.flatMap(({ key }) => (secretLevelOf(key) === level ? [key] : []));
        return (
          keys.length > MOST[of] || (keys.some((key) => now.has(key)) && !keys.every((key) => now.has(key)))
        );
      });
      return isBroken ? [`has had more than one ${of}`] : [];
    }),
};
