import type { Connection } from 'mongoose';
import { SettingsError } from '../../process/settings-error.js';
import { unlessTaken } from '../stores/duplicate-key.js';
import { dataKeysOf } from './data-keys-of.js';

/** The names of the keys that records may be sealed under. */
interface KnownKids {
  readonly _id: 'data_keys';
  readonly kids: readonly string[];
}

/** The check value of the key that was first noted under a name. */
interface KeyCheck {
  readonly _id: `data_key ${string}`;
  readonly check: string;
}

const of = (connection: Connection) => connection.collection<KnownKids>('meta');
const checksIn = (connection: Connection) => connection.collection<KeyCheck>('meta');
const checkId = (kid: string): KeyCheck['_id'] => `data_key ${kid}`;

/**
 * Before a process seals: every other process must have its key, or it says that it is not ready. Throws a SettingsError if
 * one of its keys has the name of another one: each of the two could not open what the other seals.
 */
export async function rememberKid(connection: Connection): Promise<void> {
  const keys = dataKeysOf(connection);
  if (!keys) return;
  const { current, checks } = keys;
  await noteCheck(connection, current, checks.get(current) ?? '');
  const noted = await checksIn(connection)
    .find({ _id: { $in: [...checks.keys()].map(checkId) } })
    .toArray();
  const byId = new Map(noted.map(({ _id, check }) => [_id, check]));
  for (const [kid, check] of checks)
    if ((byId.get(checkId(kid)) ?? check) !== check)
      throw new SettingsError(
        `Settings: DATA_KEYS has another key named ${kid} than the one that seals in this database.`,
      );
  await of(connection).updateOne({ _id: 'data_keys' }, { $addToSet: { kids: current } }, { upsert: true });
}

/** The first one stays. */
async function noteCheck(connection: Connection, kid: string, check: string): Promise<void> {
  const first = { $setOnInsert: { check } };
  await unlessTaken(checksIn(connection).updateOne({ _id: checkId(kid) }, first, { upsert: true }));
}

/** No record is sealed under it any more. */
export async function forgetKid(connection: Connection, kid: string): Promise<void> {
  await of(connection).updateOne({ _id: 'data_keys' }, { $pull: { kids: kid } });
  await checksIn(connection).deleteOne({ _id: checkId(kid) });
}

export async function knownKids(connection: Connection): Promise<readonly string[]> {
  return (await of(connection).findOne({ _id: 'data_keys' }))?.kids ?? [];
}
