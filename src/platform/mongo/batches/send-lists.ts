import { mongo } from 'mongoose';
import { isDriverOutage, isDeadlock } from '../../process/outage.js';
import type { PlainCollection } from '../plain-collection.js';

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
    if (left.length === 1) settled.push(...(await eachAlone(collection, left)));
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
    return eachAlone(collection, lists);
  }
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

async function eachAlone(collection: Collection, lists: readonly StepList[]): Promise<readonly Settled[]> {
  const settled: Settled[] = [];
  for (const list of lists)
    settled.push(...(await Promise.allSettled([collection.bulkWrite(list, { ordered: true })])));
  return settled;
}
