import type { Connection } from 'mongoose';
import { oldestOf } from '../first-rows.js';
import { readByIndex } from '../named-index.js';

/** What says how old a record is, and the index of its collection that has it. */
const INDEX_OF = { received_at: 'received', created_at: 'created', counts_from: 'counts_from' } as const;

export type Age = keyof typeof INDEX_OF;
type Row = { readonly _id: string } & { readonly [age in Age]?: Date };

/** Records of a collection, and by what they are old. */
interface Aged {
  readonly of: 'leads' | 'searches' | 'consent_evidence' | 'exchanges';
  readonly age: Age;
  readonly filter?: object;
}

/** How old the oldest of these records from a moment on is. Null: nothing is. Throws on an outage. */
export async function firstFrom(
  connection: Connection,
  { of, age, filter }: Aged,
  from: Date,
): Promise<Date | null> {
  const options = { projection: { [age]: 1 }, hint: INDEX_OF[age] };
  const rows = connection.collection<Row>(of);
  const first = await oldestOf<Row>(
    {
      look: (times, limit) =>
        readByIndex(rows.find({ ...filter, [age]: times }, { ...options, limit }).toArray()),
      at: (row) => row[age] ?? from,
    },
    { from },
  );
  return first?.[age] ?? null;
}
