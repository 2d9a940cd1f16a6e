import type { Connection } from 'mongoose';
import type { SuppressionLog } from '../../../app/ports/suppression-log.js';
import type { SuppressionStore } from '../../../app/ports/suppressions.js';
import { compact } from '../../../core/catalogue/compact.js';
import { printOf } from '../../../core/suppression/filter.js';
import { keyOfSuppression, type Suppression } from '../../../core/suppression/suppression.js';
import { isDuplicateKey, isUpsertRace } from '../stores/duplicate-key.js';

type Stored = Omit<Suppression, 'id' | 'scope'> & {
  readonly _id: string;
  readonly scope: Suppression['scope']['of'];
  readonly party_id?: string;
};

const MAX_TRIES = 3;
const MAX_EXPIRED = 10_000;

/** The suppression list in MongoDB. An entry is found by its id alone: the keyed hash, and for whom it holds. */
export function createSuppressionStore(
  connection: Connection,
  log: Pick<SuppressionLog, 'append'>,
): SuppressionStore & { byId(ids: readonly string[]): Promise<Suppression[]> } {
  const entries = connection.collection<Stored>('suppressions');
  const removeOnes = async (ids: readonly string[]): Promise<number> =>
    ids.length === 0 ? 0 : (await entries.deleteMany({ _id: { $in: [...ids] } })).deletedCount;
  return {
    async put(some, known = () => false) {
      const prints = some.map(({ id }) => keyOfSuppression(id)).filter((key) => !known(key));
      // Before the entries: a filter that lacks one would let its person pass.
      if (prints.length > 0) await log.append(prints.map(printOf));
      if (some.length > 0) await upsert(some.map(toStored));
    },
    remove: removeOnes,
    async byId(ids) {
      return (await entries.find({ _id: { $in: [...ids] } }).toArray()).map(toEntry);
    },
    async under(keys) {
      if (keys.length === 0) return [];
      // `;` is the character after `:`, which stands between the key and for whom it holds.
      const $or = keys.map((key) => ({ _id: { $gte: key, $lt: `${key};` } }));
      return (await entries.find({ $or }).sort({ _id: 1 }).toArray()).map(toEntry);
    },
    async list({ limit, before }) {
      const older = before && {
        $or: [{ added_at: { $lt: before.added_at } }, { added_at: before.added_at, _id: { $lt: before.id } }],
      };
      const found = entries
        .find(older ?? {})
        .sort({ added_at: -1, _id: -1 })
        .limit(limit);
      return (await found.toArray()).map(toEntry);
    },
    count: () => entries.estimatedDocumentCount(),
    async expire(before) {
      const gone = await entries
        .find({ expires_at: { $gte: new Date(0), $lt: before } }, { projection: { _id: 1 } })
        .limit(MAX_EXPIRED)
        .toArray();
      return removeOnes(gone.map(({ _id }) => _id));
    },
  };

  async function upsert(stored: readonly Stored[]): Promise<void> {
    const steps = stored.map(({ _id, ...replacement }) => ({
      replaceOne: { filter: { _id }, replacement, upsert: true },
    }));
    for (let tries = 1; ; tries += 1)
      try {
        await entries.bulkWrite(steps, { ordered: false });
        return;
      } catch (error) {
        if (tries === MAX_TRIES || !(isDuplicateKey(error) || isUpsertRace(error))) throw error;
      }
  }
}

function toStored({ id, scope, ...rest }: Suppression): Stored {
  const party = scope.of === 'all' ? {} : { party_id: scope.party_id };
  return { _id: id, ...rest, scope: scope.of, ...party };
}

function toEntry({ _id, scope, party_id = '', ...rest }: Stored): Suppression {
  return compact({
    id: _id,
    ...rest,
    scope: scope === 'all' ? { of: scope } : { of: scope, party_id },
  });
}
