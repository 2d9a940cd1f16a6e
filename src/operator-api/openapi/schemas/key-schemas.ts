import { OPERATIONS } from '../../../core/limits/limits.js';
import { PERMISSIONS } from '../../../core/operators/permissions.js';
import { orNull, ref, text, uuid } from '../../../http/openapi/json-schema.js';
import { exactly, flag, free, listOf, oneOf, time } from './parts.js';

const OF_ANY = {
  id: uuid('As the audit log names it'),
  prefix: text('Its first characters'),
  state: oneOf(['valid', 'replaced', 'expired', 'revoked'], 'A replaced key stays valid until it expires'),
  created_at: time(),
  expires_at: orNull(time('Null: never')),
  revoked_at: orNull(time()),
  replaced_by: orNull(text('The first characters of the key that replaced it')),
};

/** Who did it: a person, a key, or an account. */
export const issuer = (why: string) =>
  exactly(
    {
      kind: oneOf(['person', 'operator_key', 'os_user']),
      id: text('Of the person, of the key, or the account of the operating system'),
      name: text('As it was then'),
    },
    why,
  );
const ISSUED_BY = issuer('Who issued it, also if somebody else replaced it');
const ROTATED_BY = issuer('Who made it in place of an older one, and so has seen it. Null: it replaced none');

const KEY = text('The key. It is shown here alone');

export const keySchemas = {
  Key: exactly({
    ...OF_ANY,
    used_at: orNull(time('The last call with it, to the hour; null: none yet')),
    affiliate: ref('schemas', 'Named'),
    is_test: flag('All its leads are test leads'),
    operations: listOf(oneOf(OPERATIONS)),
    limits: free('Its own limits by operation: `per_minute` and `burst`'),
  }),
  KeyList: exactly({ keys: listOf(ref('schemas', 'Key')) }),
  IssuedKey: exactly({
    ...{ key: KEY, issued: ref('schemas', 'Key') },
    base_url: orNull(text('Where affiliates call; null without the setting PUBLIC_URL')),
  }),
  OperatorKey: exactly({
    ...OF_ANY,
    name: text('Who or what has it'),
    scopes: listOf(oneOf(PERMISSIONS)),
    issued_by: ISSUED_BY,
    rotated_by: orNull(ROTATED_BY),
  }),
  OperatorKeyList: exactly({ keys: listOf(ref('schemas', 'OperatorKey')) }),
  IssuedOperatorKey: exactly({ key: KEY, issued: ref('schemas', 'OperatorKey') }),
  KeyRevoked: exactly({ revoked: flag('false: it was revoked before'), sentence: text() }),
};
