import { mongo, type Connection } from 'mongoose';
import type {
  ConsentStore,
  KeptEvidence,
  StoredEvidence,
  StoredHead,
} from '../../../app/ports/consent-store.js';
import { MAX_COUNTED } from '../../../core/retention/retention.js';
import { kidOf } from '../../secrets/data-keys.js';
import { firstFrom } from '../retention/first-from.js';
import { ANY_DATE, toDocument, toRecord, type Stored } from '../stores/documents.js';
import { insertNew, unlessTaken } from '../stores/duplicate-key.js';

/** `unchained`: it waits for the head of its tree, and since when. `sealed_by`: the key of `sealed`. */
type Row = Stored<KeptEvidence> & {
  readonly sealed_by?: string;
  readonly unchained?: Date;
  readonly tree?: string;
  /** The nodes one behind the other. */
  readonly path?: mongo.Binary;
};
/** `unpublished`: it is not written outside yet. */
type HeadRow = Omit<StoredHead, 'day'> & { readonly _id: string; readonly unpublished?: true };

const BATCH = 1_000;

/** Evidence of consents in MongoDB, and the heads of its chain. */
export function createConsentStore(connection: Connection): ConsentStore {
  const evidence = connection.collection<Row>('consent_evidence');
  const heads = connection.collection<HeadRow>('consent_heads');
  return {
    async kept(ids) {
      const found = await evidence.find({ _id: { $in: [...ids] } }, { projection: { _id: 1 } }).toArray();
      return new Set(found.map(({ _id }) => _id));
    },
    async keep(all) {
      await insertNew(
        evidence,
        all.map((one) => {
          const sealed_by = kidOf(one.sealed);
          return {
            ...toDocument(one),
            unchained: one.kept_at,
            ...(sealed_by !== undefined && { sealed_by }),
          };
        }),
      );
    },
    async ofLead(lead_id) {
      const found = await evidence.find({ lead_id }).sort({ kept_at: 1 }).toArray();
      return found.map(({ unchained: _, sealed_by: __, ...row }) => toRecord<StoredEvidence>(withPath(row)));
    },
    async removeOf(leadIds) {
      if (leadIds.length === 0) return 0;
      return (await evidence.deleteMany({ lead_id: { $in: [...leadIds] } })).deletedCount;
    },
    async remove(ids) {
      if (ids.length > 0) await evidence.deleteMany({ _id: { $in: [...ids] } });
    },
    async removeBefore(before, limit) {
      const old = await evidence
        .find({ received_at: { $gte: new Date(0), $lt: before } }, { projection: { _id: 1 } })
        .limit(limit)
        .toArray();
      if (old.length === 0) return 0;
      return (await evidence.deleteMany({ _id: { $in: old.map(({ _id }) => _id) } })).deletedCount;
    },
    async outlook(before) {
      const old = { received_at: { $gte: new Date(0), $lt: before } };
      const due = await evidence.countDocuments(old, { limit: MAX_COUNTED });
      const age = { of: 'consent_evidence', age: 'received_at' } as const;
      return { due, next: await firstFrom(connection, age, before) };
    },
    async waiting(before) {
      const found = await evidence
        .find({ unchained: { $gte: new Date(0), $lt: before } }, { projection: { digest: 1, lead_id: 1 } })
        .toArray();
      return found.map(({ _id, digest, lead_id }) => ({ id: _id, digest, lead_id }));
    },
    async place(tree, places) {
      for (let at = 0; at < places.length; at += BATCH)
        await evidence.bulkWrite(
          places.slice(at, at + BATCH).map(({ id, path }) => ({
            updateOne: {
              filter: { _id: id, unchained: ANY_DATE },
              update: { $set: { tree, path: new mongo.Binary(Buffer.from(path.join(''), 'hex')) } },
            },
          })),
          { ordered: false },
        );
    },
    async settle(tree, before) {
      const placed = { unchained: { $gte: new Date(0), $lt: before }, tree };
      for (;;) {
        const found = await evidence.find(placed, { projection: { _id: 1 }, limit: BATCH }).toArray();
        if (found.length === 0) return;
        await evidence.updateMany(
          { _id: { $in: found.map(({ _id }) => _id) }, tree },
          { $unset: { unchained: 1 } },
        );
      }
    },
    async *places() {
      const projection = { digest: 1, kept_at: 1, tree: 1, path: 1 };
      for await (const row of evidence.find({}, { projection })) yield toRecord(withPath(row));
    },
    heads: async () => (await heads.find({}).sort({ _id: 1 }).toArray()).map(toHead),
    addHead: ({ day, ...head }) => unlessTaken(heads.insertOne({ _id: day, ...head, unpublished: true })),
    unpublished: async () =>
      (await heads.find({ unpublished: true }).sort({ _id: 1 }).toArray()).map(({ _id, hash }) => ({
        day: _id,
        hash,
      })),
    async published(day) {
      await heads.updateOne({ _id: day }, { $unset: { unpublished: 1 } });
    },
  };
}

const withPath = <R extends Pick<Row, 'path'>>({ path, ...rest }: R) => ({
  ...rest,
  ...(path && { path: path.toString('hex').match(/.{64}/g) ?? [] }),
});

const toHead = ({ _id, unpublished: _, ...head }: HeadRow): StoredHead => ({ day: _id, ...head });
