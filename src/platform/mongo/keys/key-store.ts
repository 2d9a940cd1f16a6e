import { randomBytes, randomUUID } from 'node:crypto';
import type { Connection } from 'mongoose';
import { compact } from '../../../core/catalogue/compact.js';
import { hashKey, isKeyValid, KEY_PREFIX_LENGTH, mintKey, type ApiKey } from '../../../core/keys/api-key.js';
import type { KeyStore, KeyGrant, IssuedKey } from '../../../app/ports/key-store.js';

/** `_id` is the hash, so the look-up of every call needs no further index. */
interface Stored extends ApiKey {
  readonly _id: string;
}

export function createKeyStore(connection: Connection): KeyStore {
  const keys = connection.collection<Stored>('api_keys');

  async function issue(grant: KeyGrant, now: Date): Promise<IssuedKey> {
    const key = mintKey(grant.is_test, randomBytes);
    const record: ApiKey = {
      ...grant,
      id: randomUUID(),
      prefix: key.slice(0, KEY_PREFIX_LENGTH),
      created_at: now,
    };
    await keys.insertOne({ _id: hashKey(key), ...record });
    return { key, record };
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
    async rotate(old, overlapEnd, now) {
      const lifetime = old.expires_at && old.expires_at.getTime() - old.created_at.getTime();
      const { affiliate_id, is_test, operations, limits } = old;
      const expires_at = lifetime === undefined ? undefined : new Date(now.getTime() + lifetime);
      // Store the new key first: if the process dies in between, the affiliate still has a working key.
      const issued = await issue(compact({ affiliate_id, is_test, operations, limits, expires_at }), now);
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
  };
}

const keyOf = ({ _id, ...key }: Stored): ApiKey => key;
