import { mongo } from 'mongoose';

/** As many documents as the first answer to a read may hold. A read that may find more names its number (`upTo`). */
const FIRST_ANSWER = 1_000;

type Find = (this: unknown, filter?: object, options?: object) => mongo.FindCursor;

const changed = new WeakSet<object>();

/**
 * Makes the driver ask for up to 1,000 documents in the first answer of a read that does not say how many. The protocol's own number
 * is 101, also for a read with a limit of 500. For what is left, FerretDB keeps a cursor on a connection to PostgreSQL, and closes
 * that connection afterwards, with all that its server had cached. A read of 300 then took twice as long.
 */
export function raiseFirstBatchSize(): void {
  const collection = mongo.Collection.prototype as unknown as { find: Find };
  if (changed.has(collection)) return;
  changed.add(collection);
  const find = Reflect.get(collection, 'find');
  collection.find = function (filter, options) {
    return find.call(this, filter, { batchSize: FIRST_ANSWER, ...options });
  };
}

/**
 * The options of a read of these records: in one answer if they fit, and else sorted, because FerretDB then reads them
 * at one moment. An unsorted result of several answers may miss a record that is updated in between.
 */
export const inOneBatch = (ids: readonly string[]) =>
  ({ sort: { _id: 1 }, batchSize: ids.length + 1 }) as const;
