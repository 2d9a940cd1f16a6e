import { mongo } from 'mongoose';

/** As many documents as the first answer to a read may hold. No read of a call or of a sweep asks for more at once. */
const FIRST_ANSWER = 1_000;

type Find = (this: unknown, filter?: object, options?: object) => mongo.FindCursor;

const changed = new WeakSet<object>();

/**
 * Makes the driver ask for up to 1,000 documents in the first answer of a read that does not say how many. The protocol's own number
 * is 101, also for a read with a limit of 500. For what is left, FerretDB keeps a cursor on a connection to PostgreSQL, and closes
 * that connection afterwards: under load each sweep cost a few servers of PostgreSQL with all that they had cached, and several
 * times as long.
 */
export function askForOneAnswer(): void {
  const collection = mongo.Collection.prototype as unknown as { find: Find };
  if (changed.has(collection)) return;
  changed.add(collection);
  const find = Reflect.get(collection, 'find');
  collection.find = function (filter, options) {
    return find.call(this, filter, { batchSize: FIRST_ANSWER, ...options });
  };
}
