import type { ApiKey } from '../keys/api-key.js';
import { keyStateOf, type StoredKey } from '../keys/stored-key.js';
import type { NameEntry } from './names.js';
import type { OperatorKey } from './operator-key.js';

const ofAny = (key: StoredKey, now: Date) => ({
  id: key.id,
  prefix: key.prefix,
  state: keyStateOf(key, now),
  created_at: key.created_at,
  expires_at: key.expires_at ?? null,
  revoked_at: key.revoked_at ?? null,
  replaced_by: key.replaced_by ?? null,
});

/** What an operator may read of an affiliate's key. */
export const keyView = (key: ApiKey, now: Date, name: NameEntry) => ({
  ...ofAny(key, now),
  used_at: key.used_at ?? null,
  affiliate: name('affiliates', key.affiliate_id),
  is_test: key.is_test,
  operations: key.operations,
  limits: key.limits,
});

/** What an operator may read of an operator key. */
export const operatorKeyView = (key: OperatorKey, now: Date) => ({
  ...ofAny(key, now),
  name: key.name,
  scopes: key.scopes,
  issued_by: key.issued_by,
  rotated_by: key.rotated_by ?? null,
});
