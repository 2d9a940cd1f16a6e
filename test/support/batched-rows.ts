import { BATCH_OPTIONS, batchedCollection } from '../../src/platform/mongo/batches/batched-collection.js';
import type { PlainCollection } from '../../src/platform/mongo/plain-collection.js';

/** A record that takes steps, and may be taken. */
export interface Row {
  readonly _id: string;
  readonly n: number;
  readonly log: readonly string[];
  readonly runs: number;
  readonly taken?: { readonly by: string; readonly run: number };
}
export type Rows = PlainCollection<Row>;

export const IDS = Array.from({ length: 8 }, (_, i) => `r${i}`);

export const row = (_id: string): Row => ({ _id, n: 0, log: [], runs: 0 });

/** The rows as one process sees them, with batches of its own. */
export const inBatches = (native: Rows): Rows => batchedCollection(native, BATCH_OPTIONS) as unknown as Rows;

/** Moves a record from `n` to `n + 1`, and leaves its name. */
export const step = (rows: Rows, _id: string, n: number, name: string) =>
  rows.updateOne({ _id, n }, { $set: { n: n + 1 }, $push: { log: name } });
