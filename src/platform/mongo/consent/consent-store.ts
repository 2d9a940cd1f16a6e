import type { Connection } from 'mongoose';
import type { ConsentStore, KeptEvidence, StoredEvidence } from '../../../app/ports/consent-store.js';
import { MAX_COUNTED } from '../../../core/retention/retention.js';
import { firstFrom } from '../retention/first-from.js';
import { ANY_DATE, toDocument, toRecord, type Stored } from '../stores/documents.js';
import { insertNew } from '../stores/duplicate-key.js';
import { createConsentChain } from './consent-chain.js';

/** `unchained`: it has no place yet, and since when. */
type Row = Stored<KeptEvidence> & { readonly unchained?: Date };

/** Texts in clear are JSON of an object, and behind all sealed ones, which begin with a letter (`isPlain`). */
const PLAIN_FROM = '{';

/** Evidence of consents in MongoDB, and the chain of its digests. */
export function createConsentStore(connection: Connection): ConsentStore {
  const evidence = connection.collection<Row>('consent_evidence');
  return {
    ...createConsentChain(connection),
    async kept(ids) {
      const found = await evidence.find({ _id: { $in: [...ids] } }, { projection: { _id: 1 } }).toArray();
      return new Set(found.map(({ _id }) => _id));
    },
    async keep(all) {
      await insertNew(
        evidence,
        all.map((one) => ({ ...toDocument(one), unchained: one.kept_at })),
      );
    },
    async ofLead(lead_id) {
      const found = await evidence.find({ lead_id }).sort({ kept_at: 1 }).toArray();
      return found.map(toStored);
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
    async unchained(limit) {
      const found = await evidence
        .find({ unchained: ANY_DATE }, { projection: { digest: 1, lead_id: 1 } })
        .sort({ unchained: 1, _id: 1 })
        .limit(limit)
        .toArray();
      return found.map(({ _id, digest, lead_id }) => ({ id: _id, digest, lead_id }));
    },
    async chained(places) {
      const steps = places.map(({ id, position }) => ({
        updateOne: {
          filter: { _id: id },
          update: { $set: { position }, $unset: { unchained: 1 as const } },
        },
      }));
      if (steps.length > 0) await evidence.bulkWrite(steps, { ordered: false });
    },
    async *places() {
      const projection = { digest: 1, position: 1, kept_at: 1, unchained: 1 };
      // One scan of all: in one for those with a place and one for the others, what is chained in between would be in none.
      for await (const { _id, unchained, ...row } of evidence.find({}, { projection }))
        yield { id: _id, ...row, is_waiting: isWaiting(unchained) };
    },
    async firstSealed() {
      const [found] = await evidence
        .find({ position: { $gte: 1 }, sealed: { $lt: PLAIN_FROM } }, { projection: { position: 1 } })
        .sort({ position: 1 })
        .limit(1)
        .toArray();
      return found?.position ?? null;
    },
    async *unsealed() {
      const found = evidence.find(
        { position: { $gte: 1 }, sealed: { $gte: PLAIN_FROM } },
        { projection: { position: 1 } },
      );
      for await (const { _id, position = 0 } of found) yield { id: _id, position };
    },
  };
}

const toStored = ({ unchained, ...row }: Row): StoredEvidence => ({
  ...toRecord<KeptEvidence>(row),
  is_waiting: isWaiting(unchained),
});

/** As `ANY_DATE` selects: any other value would never be chained. */
const isWaiting = (unchained: unknown): boolean => unchained instanceof Date && unchained.getTime() >= 0;
