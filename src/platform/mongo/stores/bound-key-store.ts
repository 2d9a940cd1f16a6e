import type { Connection } from 'mongoose';
import type { BoundKey, BoundKeyStore } from '../../../app/ports/bound-key-store.js';
import { plain } from './documents.js';
import { insertOrRead } from './retry-conflicts.js';
import { boundKeyModel, type StoredBoundKey } from './models.js';

/** Idempotency-Keys in MongoDB. An affiliate and a key are one `_id`, so a key is there once. */
export function createBoundKeyStore(connection: Connection): BoundKeyStore {
  const keys = (): ReturnType<typeof plain<StoredBoundKey>> => plain(boundKeyModel(connection));
  const find = (_id: string): Promise<StoredBoundKey | null> => keys().findOne({ _id });
  return {
    async bind(bound) {
      const document = toStored(bound);
      const there = await insertOrRead(
        () => keys().insertOne(document),
        () => find(document._id),
      );
      return there && toBound(there);
    },
    async replace(earlier, bound) {
      const { lead_id, at } = earlier;
      const { _id, ...rest } = toStored(bound);
      const { matchedCount } = await keys().updateOne({ _id, lead_id, at }, { $set: rest });
      return matchedCount === 1;
    },
    async read(affiliateId, key) {
      const found = await find(idOf(affiliateId, key));
      return found && toBound(found);
    },
    async expire(before) {
      await keys().deleteMany({ at: { $lt: before } });
    },
  };
}

/** Ids of affiliates have no colon. */
const idOf = (affiliateId: string, key: string): string => `${affiliateId}:${key}`;

/** The document of a bound key. */
export const toStored = ({ affiliate_id, key, lead_id, body_hash, at }: BoundKey): StoredBoundKey => ({
  _id: idOf(affiliate_id, key),
  lead_id,
  body_hash,
  at,
});

function toBound({ _id, lead_id, body_hash, at }: StoredBoundKey): BoundKey {
  const colon = _id.indexOf(':');
  return {
    affiliate_id: _id.slice(0, colon),
    key: _id.slice(colon + 1),
    ...{ lead_id, body_hash, at },
  };
}
