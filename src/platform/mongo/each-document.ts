import type { mongo } from 'mongoose';

interface Row {
  readonly _id: string;
}
interface Rows {
  find(filter: object, options: object): { toArray(): Promise<Row[]> };
  bulkWrite(steps: never[], options: { readonly ordered: false }): Promise<Counted>;
}
type Counted = Pick<mongo.BulkWriteResult, 'modifiedCount' | 'deletedCount'>;

const BATCH = 500;

/**
 * Does to each document that matches what `updateMany` does, on a collection that may be sharded. While a document moves to another
 * shard, a command over many may reach it not at all, once or twice. One that names its `_id` reaches it once. The update must make the
 * document match no more: this goes on until a read finds none. Resolves with how many were changed.
 */
export const updateEach = (rows: object, filter: object, update: object): Promise<number> =>
  untilNone(rows as Rows, filter, (_id) => ({ updateOne: { filter: { ...filter, _id }, update } }));

/** `deleteMany` on a collection that may be sharded (`updateEach`). */
export const deleteEach = (rows: object, filter: object): Promise<number> =>
  untilNone(rows as Rows, filter, (_id) => ({ deleteOne: { filter: { ...filter, _id } } }));

async function untilNone(rows: Rows, filter: object, stepOf: (_id: string) => object): Promise<number> {
  const read = { projection: { _id: 1 }, limit: BATCH, batchSize: BATCH };
  for (let changed = 0; ;) {
    const found = await rows.find(filter, read).toArray();
    if (found.length === 0) return changed;
    const steps = found.map(({ _id }) => stepOf(_id)) as never[];
    const { modifiedCount, deletedCount } = await rows.bulkWrite(steps, { ordered: false });
    // Others may have changed all of them since. Nobody does so for ever, unless the update leaves what it is asked for.
    if (modifiedCount + deletedCount === 0) return changed;
    changed += modifiedCount + deletedCount;
  }
}
