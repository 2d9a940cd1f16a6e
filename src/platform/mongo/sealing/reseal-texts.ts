import type { Connection } from 'mongoose';
import { kidOf, type DataKeys } from '../../secrets/data-keys.js';

/** Where a collection keeps a sealed text that is nobody's record: the member's path. */
const PATHS = {
  consent_evidence: 'sealed',
  buyer_notices: 'content.sealed',
  verification_answers: 'sealed',
} as const;

/** Collections that keep sealed texts beside records: evidence of consents, messages to buyers, verification answers. */
export type SealedTexts = keyof typeof PATHS;
export const SEALED_TEXTS = Object.keys(PATHS) as readonly SealedTexts[];

interface Row {
  readonly _id: string;
  readonly sealed?: string;
  readonly content?: { readonly sealed?: string };
}

const BATCH = 500;
const of = (connection: Connection, name: SealedTexts) => connection.collection<Row>(name);
/** A range, because FerretDB uses a partial index only for such ranges. */
const THERE = { $gte: '' };

/** Texts that were looked at, that are sealed under the newest key now, and whose key is not there. */
export interface ResealedTexts {
  readonly last: string;
  readonly seen: number;
  readonly sealed: number;
  readonly unreadable: number;
}

/**
 * Seals texts of a collection under the newest key, after an id, in one batch. The digest of evidence is of the plain text,
 * so the chain stays right. A text that was replaced or removed meanwhile stays so. Undefined: there is no more.
 */
export async function resealTexts(
  connection: Connection,
  name: SealedTexts,
  keys: DataKeys,
  after: string,
): Promise<ResealedTexts | undefined> {
  const path = PATHS[name];
  const rows = await of(connection, name)
    .find({ _id: { $gt: after }, [path]: THERE }, { projection: { [path]: 1 }, limit: BATCH })
    .sort({ _id: 1 })
    .toArray();
  const last = rows.at(-1)?._id;
  if (last === undefined) return undefined;
  const old = rows
    .map(({ _id, sealed, content }) => ({ _id, sealed: sealed ?? content?.sealed ?? '' }))
    .filter(({ sealed }) => kidOf(sealed) !== undefined && kidOf(sealed) !== keys.current);
  const steps = old.flatMap(({ _id, sealed }) => {
    const text = keys.open(sealed);
    const update = text === undefined ? undefined : { $set: { [path]: keys.seal(text) } };
    return update ? [{ updateOne: { filter: { _id, [path]: sealed }, update } }] : [];
  });
  const done = steps.length === 0 ? 0 : (await of(connection, name).bulkWrite(steps)).modifiedCount;
  return { last, seen: rows.length, sealed: done, unreadable: old.length - steps.length };
}

/** How many texts of a collection each key sealed. Reads the beginnings of all of them once. */
export async function countTexts(
  connection: Connection,
  name: SealedTexts,
): Promise<readonly { readonly kid: string | null; readonly n: number }[]> {
  const path = PATHS[name];
  const groups = await of(connection, name)
    .aggregate<{ _id: string; n: number }>([
      { $match: { [path]: THERE } },
      { $group: { _id: { $arrayElemAt: [{ $split: [`$${path}`, '.'] }, 0] }, n: { $sum: 1 } } },
    ])
    .toArray();
  return groups.map(({ _id, n }) => ({ kid: kidOf(`${_id}.`) ?? null, n }));
}
