import type { Connection } from 'mongoose';
import { unlessTaken } from '../stores/duplicate-key.js';
import type { StoredClaimOwner } from '../stores/models.js';

interface Claim {
  readonly _id: string;
  readonly owners: readonly StoredClaimOwner[];
  /** The key before, if its owners were copied from there. Absent once they are known to be the same. */
  readonly copied_from?: string;
}

const MAX_TRIES = 20;
const of = (connection: Connection) => connection.collection<Claim>('claims');

/**
 * Makes the owners of a claim under the newest secret those of the claim under the secret before. Meanwhile everybody who
 * claims or gives back does it under both, and writes the former key first: so an owner of the newer key, read before, that
 * the former key lacks was given back by somebody who did not know of the newer one.
 */
export async function copyClaim(connection: Connection, former: string, newer: string): Promise<void> {
  const claims = of(connection);
  for (let tries = 1; tries <= MAX_TRIES; tries += 1) {
    const there = await claims.findOne({ _id: newer });
    const source = (await claims.findOne({ _id: former }))?.owners ?? [];
    const owners = merged(source, there);
    if (there && isSame(owners, there.owners)) return;
    if (await store(connection, newer, { there, owners, former })) return;
  }
  throw new Error('a claim changed all the time while it was copied');
}

interface Copied {
  readonly there: Claim | null;
  readonly owners: readonly StoredClaimOwner[];
  readonly former: string;
}

/** False: the claim changed since it was read. */
async function store(
  connection: Connection,
  _id: string,
  { there, owners, former }: Copied,
): Promise<boolean> {
  const claims = of(connection);
  if (there && owners.length === 0)
    return (await claims.deleteOne({ _id, owners: there.owners as StoredClaimOwner[] })).deletedCount === 1;
  if (there) {
    const filter = { _id, owners: there.owners as StoredClaimOwner[] };
    const changed = await claims.updateOne(filter, { $set: { owners, copied_from: former } });
    return changed.matchedCount === 1;
  }
  if (owners.length === 0) return true;
  return unlessTaken(claims.insertOne({ _id, owners, copied_from: former }));
}

/** Those of the former key, each at its latest time. Nobody else had owners copied to a claim that names no source. */
function merged(source: readonly StoredClaimOwner[], there: Claim | null): readonly StoredClaimOwner[] {
  const own = there?.owners ?? [];
  const left = there?.copied_from === undefined ? own : own.filter((one) => source.some(isOf(one)));
  const kept = left.map((one) => {
    const same = source.find(isOf(one));
    return same && same.at > one.at ? { ...one, at: same.at } : one;
  });
  return [...kept, ...source.filter((one) => !own.some(isOf(one)))];
}

const isOf =
  ({ lead, submission, buyer }: StoredClaimOwner) =>
  (other: StoredClaimOwner): boolean =>
    other.lead === lead && other.submission === submission && other.buyer === buyer;

const isSame = (some: readonly StoredClaimOwner[], others: readonly StoredClaimOwner[]): boolean =>
  some.length === others.length && some.every((one, n) => others[n] === one);

/** The copy is known to have the same owners. */
export async function endCopy(connection: Connection, newer: string): Promise<void> {
  await of(connection).updateOne({ _id: newer }, { $unset: { copied_from: 1 } });
}
