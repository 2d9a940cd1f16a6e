import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { trusted, type AnyBulkWriteOperation, type Connection, type Model } from 'mongoose';
import { holdersInTheWay, windowStart } from '../../core/duplicates.js';
import type {
  ClaimRequest,
  ClaimStore,
  ClaimTaken,
  HeldIdentity,
  Holder,
} from '../../core/ports/claim-store.js';
import { isDuplicateKey, isUpsertRace } from './duplicate-key.js';
import { plain } from './plain-collection.js';
import { claimModel, type StoredClaim, type StoredHolder } from './models.js';

type Claims = Model<StoredClaim>;

/** Upserts of one key that meet each other are repeated; this many in a row mean that something else is wrong. */
const MOST_TRIES = 12;

/** Identity claims in MongoDB: one document for each identity key (docs: protocols, "Claims"). */
export function createClaimStore(connection: Connection): ClaimStore {
  const claims = claimModel(connection);
  return {
    take: (request) => take(claims, request),
    async release(keys, lead, round) {
      if (keys.length === 0) return;
      await leave(claims, keys, { lead, round });
    },
    async restamp(keys, lead, round, at) {
      if (keys.length === 0) return;
      await claims.updateMany(
        { _id: among(keys), holders: trusted({ $elemMatch: { lead, round } }) },
        { $set: { 'holders.$.at': at } },
      );
    },
    holders: (keys) => readHolders(claims, keys),
    expire: (before) => expire(claims, before),
  };
}

const among = (keys: readonly string[]) => trusted({ $in: [...keys] });

/**
 * Takes all keys or none. A duplicate's error on `_id` says either that somebody is in the way or that another
 * upsert of the key came in between; one look at the documents tells which.
 */
async function take(claims: Claims, request: ClaimRequest): Promise<ClaimTaken> {
  const { identities, policy, holder, now } = request;
  if (identities.length === 0) return { won: true };
  const taken_by = randomUUID();
  const steps = stepsOf(request, { ...holder, taken_by });
  const keys = identities.map(({ key }) => key);
  for (let tries = 1; ; tries += 1) {
    try {
      await plain(claims).bulkWrite(steps, { ordered: true });
      return { won: true };
    } catch (error) {
      if (!isDuplicateKey(error) && !isUpsertRace(error)) throw error;
      const held = await readHolders(claims, keys);
      const others = held.map(({ key, holders }) => ({
        key,
        holders: holders.filter(({ lead }) => lead !== holder.lead),
      }));
      const inTheWay = holdersInTheWay(others, identities, policy, holder, now);
      if (inTheWay.length > 0 || tries === MOST_TRIES)
        await leave(claims, keys, { lead: holder.lead, taken_by });
      if (inTheWay.length > 0) return { won: false, holders: inTheWay };
      if (tries === MOST_TRIES) throw error;
      await pause(Math.random() * 5 * tries);
    }
  }
}

/** The conditional keys first and every kind sorted, so that two that want the same keys meet at the first. */
function stepsOf(request: ClaimRequest, holder: StoredHolder): AnyBulkWriteOperation<StoredClaim>[] {
  const { identities, policy, now } = request;
  const sorted = [...identities].sort((a, b) => (a.key < b.key ? -1 : 1));
  const decides = ({ kind }: (typeof identities)[number]): boolean => policy.match.includes(kind);
  const inTheWay = {
    lead: { $ne: holder.lead },
    at: { $gt: windowStart(policy, now) },
    ...(policy.scope === 'offer' ? { offer: holder.offer } : {}),
    ...(policy.scope === 'buyer' ? { buyer: holder.buyer } : {}),
  };
  const free = { $nor: [{ holders: trusted({ $elemMatch: inTheWay }) }] };
  return [
    ...sorted.filter(decides).map(({ key }) => step({ _id: key, ...free }, holder)),
    ...sorted.filter((identity) => !decides(identity)).map(({ key }) => step({ _id: key }, holder)),
  ];
}

/**
 * The holder stands in place of what the same lead and round already held: repeating changes nothing but who took
 * it last. That matters: a worker that slept takes its own words back, not those of the worker that came after it.
 */
function step(filter: Record<string, unknown>, holder: StoredHolder): AnyBulkWriteOperation<StoredClaim> {
  const same = { $and: [{ $eq: ['$$held.lead', holder.lead] }, { $eq: ['$$held.round', holder.round] }] };
  const others = { $filter: { input: { $ifNull: ['$holders', []] }, as: 'held', cond: { $not: [same] } } };
  const update = [{ $set: { holders: { $concatArrays: [others, [holder]] } } }];
  return { updateOne: { filter, update, upsert: true } };
}

async function readHolders(claims: Claims, keys: readonly string[]): Promise<HeldIdentity[]> {
  if (keys.length === 0) return [];
  const found = await plain<StoredClaim>(claims)
    .find({ _id: { $in: keys } })
    .toArray();
  return found
    .filter(({ holders }) => holders.length > 0)
    .map(({ _id, holders }) => ({ key: _id, holders: holders.map(withoutTaker) }));
}

const withoutTaker = ({ taken_by: _, ...holder }: StoredHolder): Holder => holder;

/** A claim that nobody holds goes at once: finding it later would mean to read them all. */
async function leave(claims: Claims, keys: readonly string[], holder: Partial<StoredHolder>): Promise<void> {
  await claims.updateMany({ _id: among(keys) }, { $pull: { holders: holder } });
  await claims.deleteMany({ _id: among(keys), holders: trusted({ $size: 0 }) });
}

/** Claims whose holders are all old go, from the others the old holders leave. Each is conditional on its document. */
async function expire(claims: Claims, before: Date): Promise<number> {
  const old = { 'holders.at': trusted({ $lt: before }) };
  const noneYoung = trusted({ $not: { $elemMatch: { at: { $gte: before } } } });
  const gone = await claims.deleteMany({ ...old, holders: noneYoung });
  const left = await claims.updateMany(old, { $pull: { holders: { at: { $lt: before } } } });
  return gone.deletedCount + left.modifiedCount;
}
