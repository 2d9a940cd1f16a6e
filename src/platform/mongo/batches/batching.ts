import type { Connection } from 'mongoose';
import type { PlainCollection } from '../plain-collection.js';
import { BATCH_OPTIONS, batchedCollection, type BatchOptions } from './batched-collection.js';

const batching = new WeakMap<object, BatchOptions>();
const batched = new WeakMap<object, object>();

/** From now on the stores of this connection send commands in batches. */
export function startBatching(connection: Connection, over: Partial<BatchOptions> = {}): void {
  batching.set(connection, { ...BATCH_OPTIONS, ...over });
}

/** What stands behind a model: the driver's collection, or the same one with batches. */
export function collectionOf(native: object): object {
  const { conn } = native as { readonly conn?: object };
  const options = conn && batching.get(conn);
  if (!options) return native;
  const known = batched.get(native);
  if (known) return known;
  const made = batchedCollection(native as PlainCollection<never>, options);
  batched.set(native, made);
  return made;
}
