import { randomUUID } from 'node:crypto';
import { trusted, type AnyBulkWriteOperation, type Connection, type Model } from 'mongoose';
import { ownersInScope, duplicateWindowStart } from '../../../core/duplicates/claim-status.js';
import type { ClaimRequest, ClaimStore, ClaimTaken } from '../../../app/ports/claim-store.js';
import type { ClaimedIdentity, ClaimOwner } from '../../../core/duplicates/claim-owner.js';
import { plain } from './documents.js';
import { isConflict, retryConflicts } from './retry-conflicts.js';
import { claimModel, type StoredClaim, type StoredClaimOwner } from './models.js';

type Claims = Model<StoredClaim>;

/** Identity claims in MongoDB: one document for each identity key (docs/mechanisms.md#claims). */
export function createClaimStore(connection: Connection): ClaimStore {
  const claims = claimModel(connection);
  return {
    take: (request) => take(claims, request),
    async release(keys, lead, submission, upTo) {
      if (keys.length === 0) return;
      const run = upTo === undefined ? {} : { run: { $lte: upTo } };
      await leave(claims, keys, { lead, submission, ...run });
    },
    async giveBack(keys, { lead, submission, run }) {
      if (keys.length === 0) return;
      await leave(claims, keys, { lead, submission, run: { $lte: run } });
    },
    async renew(keys, lead, submission, at) {
      if (keys.length === 0) return;
      const update = [{ $set: { owners: renewed({ lead, submission }, at) } }];
      // Of several shards, an update of many may miss a document that is being moved, and says nothing.
      const steps = [...keys].sort().map((key) => ({
        updateOne: { filter: { _id: key, owners: { $elemMatch: { lead, submission } } }, update },
      }));
      await plain(claims).bulkWrite(steps, { ordered: false });
    },
    owners: (keys) => readOwners(claims, keys),
    old: (before) => oldClaims(claims, before),
    async page(after, limit) {
      const next = claims.find({ _id: trusted({ $gt: after }) }).sort({ _id: 1 });
      return (await next.limit(limit).lean<StoredClaim[]>()).map(toHeld);
    },
    expire: async (keys, before, leads) =>
      keys.length === 0 ? 0 : leave(claims, keys, { at: { $lt: before }, lead: { $in: [...leads] } }),
  };
}

/**
 * Takes all keys or none. A duplicate-key error on `_id` has two possible causes: another lead owns the claim, or
 * another upsert of the key came in between. Reading the documents tells them apart.
 */
async function take(claims: Claims, request: ClaimRequest): Promise<ClaimTaken> {
  const { identities, policy, owner, now, over = [], run } = request;
  if (identities.length === 0) return { won: true };
  const since = duplicateWindowStart(policy, now);
  const taken_by = randomUUID();
  const own = { ...owner, taken_by, run };
  const keys = identities.map(({ key }) => key);
  if (run === 1 && (await takeNew(claims, request, own))) return { won: true };
  const undo = () => leave(claims, keys, { lead: owner.lead, taken_by });
  const takeOrConflict = async (): Promise<ClaimTaken> => {
    try {
      await plain(claims).bulkWrite(stepsOf(request, own), { ordered: true });
      return { won: true };
    } catch (error) {
      if (!isConflict(error)) throw error;
      const held = await readOwners(claims, keys);
      const others = held.map(({ key, owners }) => ({
        key,
        owners: owners.filter(({ lead }) => lead !== owner.lead),
      }));
      const inTheWay = ownersInScope(others, identities, policy, owner).filter(
        ({ lead, at }) => at > since || !over.includes(lead),
      );
      if (inTheWay.length === 0) throw error;
      await undo();
      return { won: false, owners: inTheWay };
    }
  };
  try {
    return await retryConflicts(takeOrConflict);
  } catch (error) {
    if (isConflict(error)) await undo();
    throw error;
  }
}

/**
 * Takes the claims of a submission's first run as if nobody had ever claimed the keys. That is nearly always so, and costs the
 * database less than half of what updates cost. False: a key is there. Then all are to be taken by updates, in their order
 * and with the same owner, also those that this inserted (docs/adr/0041-claims-are-recorded-before-they-are-checked.md).
 */
async function takeNew(claims: Claims, request: ClaimRequest, owner: StoredClaimOwner): Promise<boolean> {
  const documents = request.identities.map(({ key }) => ({ _id: key, owners: [owner] }));
  try {
    await plain(claims).insertMany(documents, { ordered: false });
    return true;
  } catch (error) {
    if (!isConflict(error)) throw error;
    return false;
  }
}

/**
 * Keys that are only recorded come first, then the conditional keys, each group sorted. Two leads that want the same
 * keys conflict at the first conditional key. Of two leads whose policies match on different kinds, at most one
 * passes: each lead records the keys that the other checks before it checks its own. (MongoDB applies the steps one
 * by one; only FerretDB runs them in one transaction.)
 */
function stepsOf(request: ClaimRequest, owner: StoredClaimOwner): AnyBulkWriteOperation<StoredClaim>[] {
  const { identities, policy, now, over = [] } = request;
  const sorted = [...identities].sort((a, b) => (a.key < b.key ? -1 : 1));
  const decides = ({ kind }: (typeof identities)[number]): boolean => policy.match.includes(kind);
  const scope = {
    ...(policy.scope === 'offer' ? { offer: owner.offer } : {}),
    ...(policy.scope === 'buyer' ? { buyer: owner.buyer } : {}),
  };
  const young = { lead: { $ne: owner.lead }, at: { $gt: duplicateWindowStart(policy, now) }, ...scope };
  const notOver = { lead: { $nin: [owner.lead, ...over] }, ...scope };
  const free = [young, notOver].map((one) => ({ owners: trusted({ $elemMatch: one }) }));
  return [
    ...sorted.filter((identity) => !decides(identity)).map(({ key }) => addOrKeepOwner(key, [], owner)),
    ...sorted.filter(decides).map(({ key }) => addOrKeepOwner(key, free, owner)),
  ];
}

/**
 * Replaces `taken_by` once a later call of the same lead has found the owner. After that, no call removes the owner.
 */
const KEPT = 'kept';

const isOf = (owner: Pick<ClaimOwner, 'lead' | 'submission'>) => ({
  $and: [{ $eq: ['$$held.lead', owner.lead] }, { $eq: ['$$held.submission', owner.submission] }],
});

/**
 * Adds the claim owner, or keeps the existing one of the same lead, submission and buyer. `unless`: what the claim must not
 * match. A kept owner belongs to no call: neither this call nor an older one that was suspended removes it. It is removed when the submission gives its
 * claims back. If an offer changes its buyer between two calls, both buyers have an owner.
 */
function addOrKeepOwner(
  key: string,
  unless: readonly object[],
  owner: StoredClaimOwner,
): AnyBulkWriteOperation<StoredClaim> {
  const filter = { _id: key, ...(unless.length > 0 && { $nor: [...unless] }) };
  const same = { $and: [isOf(owner), { $eq: ['$$held.buyer', owner.buyer] }] };
  const filtered = (cond: object) => ({
    $filter: { input: { $ifNull: ['$owners', []] }, as: 'held', cond },
  });
  const taken_by = { $cond: [{ $eq: ['$$mine.taken_by', owner.taken_by] }, owner.taken_by, KEPT] };
  const run = { $max: ['$$mine.run', owner.run] };
  const kept = {
    $map: { input: '$$mine', as: 'mine', in: { $mergeObjects: ['$$mine', { taken_by, run }] } },
  };
  const mine = { $cond: [{ $eq: [{ $size: '$$mine' }, 0] }, [owner], kept] };
  const owners = {
    $let: { vars: { mine: filtered(same) }, in: { $concatArrays: [filtered({ $not: [same] }), mine] } },
  };
  return { updateOne: { filter, update: [{ $set: { owners } }], upsert: true } };
}

/** Renews every owner entry of the submission. A lead has two if its offer changed its buyer while the lead waited. */
const renewed = (owner: Pick<ClaimOwner, 'lead' | 'submission'>, at: Date) => ({
  $map: {
    input: '$owners',
    as: 'held',
    in: { $cond: [isOf(owner), { $mergeObjects: ['$$held', { at }] }, '$$held'] },
  },
});

async function readOwners(claims: Claims, keys: readonly string[]): Promise<ClaimedIdentity[]> {
  if (keys.length === 0) return [];
  const found = await plain<StoredClaim>(claims)
    .find({ _id: { $in: keys } })
    .toArray();
  return found.filter(({ owners }) => owners.length > 0).map(toHeld);
}

async function* oldClaims(claims: Claims, before: Date): AsyncGenerator<ClaimedIdentity> {
  const cursor = claims
    .find({ 'owners.at': trusted({ $lt: before }) })
    .lean<StoredClaim[]>()
    .cursor();
  for await (const claim of cursor) yield toHeld(claim);
}

const toHeld = ({ _id, owners }: StoredClaim): ClaimedIdentity => ({
  key: _id,
  owners: owners.map(withoutTaker),
});

const withoutTaker = ({ taken_by: _, run: _run, ...owner }: StoredClaimOwner): ClaimOwner => owner;

/**
 * Takes the owner off each claim. Deletes a claim without owners at once: finding such claims later would mean reading all of
 * them. Each change is conditional on its one document: a claim that was renewed or taken since does not count as old, and of
 * several shards a command over many may miss one that is being moved. Each is a command of its own, too: in FerretDB, one
 * command for several would lock them all, and wait for whoever takes them. Resolves with how many had the owner.
 */
async function leave(claims: Claims, keys: readonly string[], owner: object): Promise<number> {
  const all = plain<StoredClaim>(claims);
  const left = await Promise.all(
    keys.map(async (_id) => {
      const step = {
        updateOne: { filter: { _id, owners: { $elemMatch: owner } }, update: { $pull: { owners: owner } } },
      };
      const { matchedCount } = await retryConflicts(() => all.bulkWrite([step], { ordered: false }));
      const end = { deleteOne: { filter: { _id, owners: { $size: 0 } } } };
      await retryConflicts(() => all.bulkWrite([end], { ordered: false }));
      return matchedCount;
    }),
  );
  return left.reduce((sum, count) => sum + count, 0);
}
