import { randomBytes, randomUUID } from 'node:crypto';
import type { Connection } from 'mongoose';
import { LIVE, mintKey, type ApiKey } from '../../../core/keys/api-key.js';
import { hashKey, shownLengthOf, type RandomBytes } from '../../../core/keys/key-format.js';
import { isKeyValid, type StoredKey } from '../../../core/keys/stored-key.js';
import {
  mintOperatorKey,
  OPERATOR_SCHEME,
  type KeyIssuer,
  type OperatorKey,
} from '../../../core/operators/operator-key.js';
import type { IssuedKey, KeyGrant, KeyStore, OperatorKeyStore } from '../../../app/ports/key-store.js';

/** `_id` is the hash, so the look-up of every call needs no further index. */
type Stored<Key> = Key & { readonly _id: string };

/** What differs between the kinds of keys. */
interface Kind<Key, Grant> {
  readonly collection: string;
  readonly shownLength: number;
  readonly mint: (grant: Grant, randomBytes: RandomBytes) => string;
  /** The grant of a key that replaces this one. Without an end: the key has none. */
  readonly grantAgain: (old: Key, expires_at: Date | undefined, by: KeyIssuer | undefined) => Grant;
}

/** Affiliates' API keys. */
export const createKeyStore = (connection: Connection): KeyStore =>
  storeOf<ApiKey, KeyGrant>(connection, {
    collection: 'api_keys',
    shownLength: shownLengthOf(LIVE),
    mint: ({ is_test }, random) => mintKey(is_test, random),
    grantAgain: ({ affiliate_id, is_test, operations, limits }, expires_at) => ({
      ...{ affiliate_id, is_test, operations, limits },
      ...(expires_at && { expires_at }),
    }),
  });

/** Keys for the operator API. */
export const createOperatorKeyStore = (connection: Connection): OperatorKeyStore =>
  storeOf(connection, {
    collection: 'operator_keys',
    shownLength: shownLengthOf(OPERATOR_SCHEME),
    mint: (_grant, random) => mintOperatorKey(random),
    grantAgain: (old: OperatorKey, expires_at = old.expires_at, by) => ({
      name: old.name,
      scopes: old.scopes,
      expires_at,
      issued_by: old.issued_by,
      ...(by && { rotated_by: by }),
    }),
  });

function storeOf<Key extends StoredKey, Grant extends object>(
  connection: Connection,
  { collection, shownLength, mint, grantAgain }: Kind<Key, Grant>,
): KeyStore<Key, Grant> {
  const keys = connection.collection<Stored<StoredKey>>(collection);
  const keyOf = ({ _id, ...key }: Stored<StoredKey>): Key => key as unknown as Key;

  async function issue(grant: Grant, now: Date): Promise<IssuedKey<Key>> {
    const key = mint(grant, randomBytes);
    const made: StoredKey = { id: randomUUID(), prefix: key.slice(0, shownLength), created_at: now };
    const record = { ...grant, ...made };
    await keys.insertOne({ _id: hashKey(key), ...record });
    return { key, record: record as unknown as Key };
  }

  return {
    issue,
    async list() {
      return (await keys.find({}).sort({ created_at: 1, _id: 1 }).toArray()).map(keyOf);
    },
    async listValid(now) {
      const unrevoked = await keys.find({ revoked_at: { $exists: false } }).toArray();
      const all = unrevoked.map((stored) => [stored._id, keyOf(stored)] as const);
      return all.filter(([, key]) => isKeyValid(key, now));
    },
    async findByHash(hash) {
      const stored = await keys.findOne({ _id: hash });
      return stored === null ? null : keyOf(stored);
    },
    async findByPrefix(prefix) {
      // The upper bound of all keys with this prefix: `~` sorts after every character of a key.
      const found = await keys.find({ prefix: { $gte: prefix, $lt: `${prefix}~` } }).toArray();
      return found.map(keyOf);
    },
    async rotate(old, overlapEnd, now, by) {
      const lifetime = old.expires_at && old.expires_at.getTime() - old.created_at.getTime();
      const expires_at = lifetime === undefined ? undefined : new Date(now.getTime() + lifetime);
      // Store the new key first: if the process dies in between, its owner still has a working key.
      const issued = await issue(grantAgain(old, expires_at, by), now);
      const end = old.expires_at !== undefined && old.expires_at < overlapEnd ? old.expires_at : overlapEnd;
      const { matchedCount } = await keys.updateOne(
        { id: old.id, replaced_by: { $exists: false }, revoked_at: { $exists: false } },
        { $set: { expires_at: end, replaced_by: issued.record.prefix } },
      );
      if (matchedCount === 1) return issued;
      await keys.deleteOne({ id: issued.record.id });
      return null;
    },
    async revoke(id, now) {
      const { matchedCount } = await keys.updateOne(
        { id, revoked_at: { $exists: false } },
        { $set: { revoked_at: now } },
      );
      return matchedCount === 1;
    },
    async noteUse(id, now) {
      const isOlder = { $or: [{ used_at: { $exists: false } }, { used_at: { $lt: now } }] };
      await keys.updateOne({ id, ...isOlder }, { $set: { used_at: now } });
    },
  };
}
