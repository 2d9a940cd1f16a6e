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
 * one of its keys has the name of another one: each of the two could not open what the other seals. A new key is noted only
 * by who has all that the database needs; `lacking`: what else is not there, in a few words.
 */
export async function rememberKid(connection: Connection, lacking?: string): Promise<void> {
  const keys = dataKeysOf(connection);
  if (!keys) return;
  const { current, checks } = keys;
  await refuseWrongKeys(connection, lacking);
  await noteCheck(connection, current, checks.get(current) ?? '');
  await refuseOtherKeys(connection, checks);
  await of(connection).updateOne({ _id: 'data_keys' }, { $addToSet: { kids: current } }, { upsert: true });
}

/**
 * Throws a SettingsError if one of the keys has the name of another one, or if the key that seals is new to this database, and
 * something that it needs is not there: most likely these are the settings of another installation, and nobody could read what
 * they seal once the right ones are back.
 */
export async function refuseWrongKeys(connection: Connection, lacking?: string): Promise<void> {
  const keys = dataKeysOf(connection);
  if (!keys) return;
  await refuseOtherKeys(connection, keys.checks);
  const known = await knownKids(connection);
  if (known.includes(keys.current)) return;
  const missing = known.filter((kid) => !keys.kids.has(kid));
  const lacks = missing.length > 0 ? `DATA_KEYS lacks ${missing.join(', ')}` : lacking;
  if (lacks !== undefined)
    throw new SettingsError(
      `Settings: ${lacks}, which this database needs, so its new key ${keys.current} may not seal: set all of them. Nothing was changed.`,
    );
}

async function refuseOtherKeys(connection: Connection, checks: ReadonlyMap<string, string>): Promise<void> {
  const noted = await checksIn(connection)
    .find({ _id: { $in: [...checks.keys()].map(checkId) } })
    .toArray();
  const byId = new Map(noted.map(({ _id, check }) => [_id, check]));
  for (const [kid, check] of checks)
    if ((byId.get(checkId(kid)) ?? check) !== check)
      throw new SettingsError(
        `Settings: the key named ${kid} in DATA_KEYS is not the key of that name that seals this database.`,
      );
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
