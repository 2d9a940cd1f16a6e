import type { Connection } from 'mongoose';
import { dataKeysOf } from './data-keys-of.js';

/** The names of the keys that records may be sealed under. */
interface KnownKids {
  readonly _id: 'data_keys';
  readonly kids: readonly string[];
}

const of = (connection: Connection) => connection.collection<KnownKids>('meta');

/** Before a process seals: every other process must have its key, or it says that it is not ready. */
export async function rememberKid(connection: Connection): Promise<void> {
  const { current } = dataKeysOf(connection) ?? {};
  if (current !== undefined)
    await of(connection).updateOne({ _id: 'data_keys' }, { $addToSet: { kids: current } }, { upsert: true });
}

/** No record is sealed under it any more. */
export async function forgetKid(connection: Connection, kid: string): Promise<void> {
  await of(connection).updateOne({ _id: 'data_keys' }, { $pull: { kids: kid } });
}

export async function knownKids(connection: Connection): Promise<readonly string[]> {
  return (await of(connection).findOne({ _id: 'data_keys' }))?.kids ?? [];
}
