import type { KeyIssuer } from '../../core/operators/operator-key.js';
import { isKeyValid, type StoredKey } from '../../core/keys/stored-key.js';
import { ActRefused } from '../act-refused.js';
import { audited, type AuditPorts } from '../audit/audited.js';
import type { IssuedKey, KeyStore } from '../ports/key-store.js';
import { findKey, type KeyKind } from './find-key.js';

type Keys<Key extends StoredKey, Method extends keyof KeyStore> = Pick<KeyStore<Key, never>, Method>;

interface Rotation {
  readonly prefix: string;
  /** When the old key ends at the latest. */
  readonly overlapEnd: Date;
  readonly now: Date;
  /** Of an operator key: who will have seen the new one. */
  readonly by?: KeyIssuer;
}

/** Replaces a key. Throws ActRefused if it is no longer valid or was already replaced. */
export async function rotateKey<Key extends StoredKey>(
  { keys, audit }: { readonly keys: Keys<Key, 'findByPrefix' | 'rotate'>; readonly audit: AuditPorts },
  kind: KeyKind,
  { prefix, overlapEnd, now, by }: Rotation,
): Promise<IssuedKey<Key>> {
  const old = await findKey(kind, keys, prefix);
  if (!isKeyValid(old, now))
    throw new ActRefused('conflict', `The key ${old.prefix}… is no longer valid; issue a new one`);
  if (old.replaced_by !== undefined)
    throw new ActRefused('conflict', `The key ${old.prefix}… was already replaced by ${old.replaced_by}…`);
  const { name } = kind;
  const issued = await audited(
    audit,
    {
      ...{ action: `${name}.rotate`, on: { kind: name, ids: [old.id] } },
      facts: { old_ends_at: overlapEnd.toISOString() },
    },
    () => keys.rotate(old, overlapEnd, now, by),
    (made) => (made ? { result: 'done', facts: { key_id: made.record.id } } : { result: 'refused' }),
  );
  if (issued === null)
    throw new ActRefused('conflict', 'Someone else replaced or revoked this key at the same time');
  return issued;
}

/** Ends a key for good. `revoked` false: it was revoked before. Throws ActRefused if no key begins so. */
export async function revokeKey<Key extends StoredKey>(
  { keys, audit }: { readonly keys: Keys<Key, 'findByPrefix' | 'revoke'>; readonly audit: AuditPorts },
  kind: KeyKind,
  { prefix, now }: Pick<Rotation, 'prefix' | 'now'>,
): Promise<{ readonly key: Key; readonly revoked: boolean }> {
  const key = await findKey(kind, keys, prefix);
  const { name } = kind;
  const revoked = await audited(
    audit,
    { action: `${name}.revoke`, on: { kind: name, ids: [key.id] } },
    () => keys.revoke(key.id, now),
    (done) => ({ result: done ? 'done' : 'nothing' }),
  );
  return { key, revoked };
}
