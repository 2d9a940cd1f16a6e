import type { Connection } from 'mongoose';
import type { SecretStore, SecretValues, StoredSecret } from '../../../app/ports/secret-store.js';
import { compact } from '../../../core/catalogue/compact.js';
import { dataKeysOf } from '../sealing/data-keys-of.js';
import { rememberKid } from '../sealing/known-kids.js';
import { unlessTaken } from '../stores/duplicate-key.js';

interface Row extends Omit<StoredSecret, 'name'> {
  /** Its name. */
  readonly _id: string;
  /** `SealedText`, under the data key `sealed_by`. */
  readonly sealed: string;
  readonly sealed_by: string;
}

/** The name is sealed too, so that who can only write to the database can't pass one buyer's secret to another. */
interface SealedText extends SecretValues {
  readonly name: string;
}

const HOUR_MS = 3_600_000;
const WITHOUT_VALUE = { projection: { sealed: 0, sealed_by: 0 } } as const;

/** The secrets in MongoDB. */
export function createSecretStore(connection: Connection): SecretStore {
  const secrets = connection.collection<Row>('secrets');
  // One that was changed in the database counts as none, so that it keeps no other from being read.
  const open = ({ _id, sealed }: Pick<Row, '_id' | 'sealed'>): SealedText | undefined => {
    try {
      const text = dataKeysOf(connection)?.open(sealed);
      const opened = text === undefined ? undefined : (JSON.parse(text) as SealedText);
      return opened?.name === _id ? opened : undefined;
    } catch {
      return undefined;
    }
  };
  return {
    async list() {
      const rows = await secrets.find({}, WITHOUT_VALUE).sort({ _id: 1 }).toArray();
      return rows.map(({ _id, ...rest }) => ({ name: _id, ...rest }));
    },
    async set({ name, ...by }, value, keepUntil) {
      const keys = dataKeysOf(connection);
      if (!keys) throw new Error('a process without DATA_KEYS stores no secret');
      await rememberKid(connection);
      const before = await secrets.findOne({ _id: name });
      const previous = before && keepUntil ? open(before)?.value : undefined;
      const sealed = keys.seal(JSON.stringify({ name, value, ...compact({ previous }) }));
      const previous_until = previous === undefined ? undefined : keepUntil;
      const row = {
        ...by,
        sealed,
        sealed_by: keys.current,
        ...compact({ previous_until, used_at: before?.used_at }),
      };
      if (!before) return unlessTaken(secrets.insertOne({ _id: name, ...row }));
      const { matchedCount } = await secrets.replaceOne(
        { _id: name, set_at: before.set_at, sealed: before.sealed },
        row,
      );
      return matchedCount === 1;
    },
    async remove(name) {
      return (await secrets.deleteOne({ _id: name })).deletedCount === 1;
    },
    async values(names, now) {
      if (names.length === 0) return new Map();
      const rows = await secrets.find(names === 'all' ? {} : { _id: { $in: [...names] } }).toArray();
      return new Map(
        rows.flatMap((row) => {
          const opened = open(row);
          if (!opened) return [];
          const { value, previous } = opened;
          const isValid = row.previous_until !== undefined && now < row.previous_until;
          return [[row._id, { value, ...(isValid && compact({ previous })) }] as const];
        }),
      );
    },
    async noteUse(names, now) {
      const before = new Date(now.getTime() - HOUR_MS);
      const isOld = { $or: [{ used_at: { $exists: false } }, { used_at: { $lt: before } }] };
      await secrets.updateMany({ _id: { $in: [...names] }, ...isOld }, { $set: { used_at: now } });
    },
  };
}
