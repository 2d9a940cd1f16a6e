import { mongo } from 'mongoose';
import { isDriverOutage, isDeadlock } from '../../process/outage.js';
import type { PlainCollection } from '../plain-collection.js';
import { isDuplicateKey } from '../stores/duplicate-key.js';
import { sendInserts, type Insert } from './send.js';

/** Updates of one caller, in this order: the first that fails ends them. They may be sent again. */
export type StepList = readonly { readonly updateOne: { readonly filter: { readonly _id: string } } }[];

type Collection = Pick<PlainCollection<never>, 'bulkWrite'>;
type Settled = PromiseSettledResult<{ readonly matchedCount: number }>;

/**
 * The lists become one ordered `update`. It ends at the first step that fails. Then the lists before it are done, its own
 * list has failed, and those after it are sent anew. Sums of a batch are nobody's, so `matchedCount` is that of the list
 * only if it left alone.
 */
export async function sendLists(
  collection: Collection,
  lists: readonly [StepList, ...StepList[]],
): Promise<readonly Settled[]> {
  const settled: Settled[] = [];
  while (settled.length < lists.length) {
    const left = lists.slice(settled.length);
    if (left.length === 1) settled.push(...(await eachSeparately(collection, left)));
    else settled.push(...(await sendTogether(collection, left)));
  }
  return settled;
}

/** Settles some of the lists, from the first on. */
async function sendTogether(collection: Collection, lists: readonly StepList[]): Promise<readonly Settled[]> {
  const did = { status: 'fulfilled', value: { matchedCount: Number.NaN } } as const;
  try {
    await collection.bulkWrite(lists.flat(), { ordered: true });
    return lists.map(() => did);
  } catch (error) {
    const failed = failedList(error, lists);
    if (failed !== undefined)
      return [...lists.slice(0, failed).map(() => did), { status: 'rejected', reason: error }];
    if (isDriverOutage(error) && !isDeadlock(error))
      return lists.map(() => ({ status: 'rejected', reason: error }));
    return eachSeparately(collection, lists);
  }
}

/** Documents that one caller inserts together. */
export type Documents = readonly (Insert & { readonly _id: string })[];

/**
 * The documents of all callers become one `insert`. A caller of whose documents some fail is told of one of them, of a
 * duplicate only if nothing else failed; its other documents are stored.
 */
export async function sendInsertLists(
  collection: Parameters<typeof sendInserts>[0],
  lists: readonly [Documents, ...Documents[]],
  bulkFrom: number,
): Promise<readonly PromiseSettledResult<true>[]> {
  const [first, ...others] = lists.flat();
  const ends = first ? await sendInserts(collection, [first, ...others], bulkFrom) : [];
  let next = 0;
  return lists.map(({ length }) => {
    const own = ends.slice(next, (next += length));
    const faults = own.filter((end) => end.status === 'rejected');
    return (
      faults.find(({ reason }) => !isDuplicateKey(reason)) ??
      faults[0] ?? { status: 'fulfilled', value: true }
    );
  });
}

/** Which list failed at a step of its own. Undefined: the command failed as a whole, so nobody knows what was written. */
function failedList(error: unknown, lists: readonly StepList[]): number | undefined {
  if (!(error instanceof mongo.MongoBulkWriteError) || isDeadlock(error)) return undefined;
  if (error.result.getWriteConcernError()) return undefined;
  const [fault] = [error.writeErrors].flat();
  if (!fault) return undefined;
  let steps = 0;
  const at = lists.findIndex((list) => (steps += list.length) > fault.index);
  return at < 0 ? undefined : at;
}

async function eachSeparately(
  collection: Collection,
  lists: readonly StepList[],
): Promise<readonly Settled[]> {
  const settled: Settled[] = [];
  for (const list of lists)
    settled.push(...(await Promise.allSettled([collection.bulkWrite(list, { ordered: true })])));
  return settled;
}
