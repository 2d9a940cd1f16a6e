import type { Connection } from 'mongoose';
import type { SuppressionLog } from '../../../app/ports/suppression-log.js';
import type { SuppressionStore } from '../../../app/ports/suppressions.js';
import { compact } from '../../../core/catalogue/compact.js';
import { keyOfSuppression, type Suppression } from '../../../core/suppression/suppression.js';
import { isDuplicateKey, isUpsertRace } from '../stores/duplicate-key.js';
import { printsFirst } from './suppression-log.js';

type Stored = Omit<Suppression, 'id' | 'scope'> & {
  readonly _id: string;
  readonly scope: Suppression['scope']['of'];
  readonly party_id?: string;
};

const MAX_TRIES = 3;
const MAX_EXPIRED = 10_000;
const KEYS_OF_A_PAGE = 65_536;

/** The suppression list in MongoDB. An entry is found by its id alone: the keyed hash, and for whom it holds. */
export function createSuppressionStore(
  connection: Connection,
  log: Pick<SuppressionLog, 'append'>,
): SuppressionStore & { byId(ids: readonly string[]): Promise<Suppression[]> } {
  const entries = connection.collection<Stored>('suppressions');
  const removeOnes = async (ids: readonly string[]): Promise<number> =>
    ids.length === 0 ? 0 : (await entries.deleteMany({ _id: { $in: [...ids] } })).deletedCount;
  return {
    put,
    async putAgain(some) {
      const found = await entries
        .find({ _id: { $in: some.map(({ id }) => id) } }, { projection: { _id: 1 } })
        .toArray();
      const there = new Set(found.map(({ _id }) => _id));
      const again = some.filter(({ id }) => there.has(id)).map(toStored);
      // One that was removed meanwhile may have lost its print too.
      const isReplaced = (await replace(again, false)) === again.length;
      await put(isReplaced ? some.filter(({ id }) => !there.has(id)) : some);
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
    async *keys() {
      for (let after = ''; ;) {
        const page = await entries
          .find({ _id: { $gt: after } }, { projection: { _id: 1 } })
          .sort({ _id: 1 })
          .limit(KEYS_OF_A_PAGE)
          .toArray();
        const last = page.at(-1);
        if (!last) return;
        yield page.map(({ _id }) => keyOfSuppression(_id));
        after = last._id;
      }
    },
    count: () => entries.estimatedDocumentCount(),
    async expire(before) {
      const ended = { expires_at: { $gte: new Date(0), $lt: before } };
      const gone = await entries
        .find(ended, { projection: { _id: 1 } })
        .limit(MAX_EXPIRED)
        .toArray();
      if (gone.length === 0) return 0;
      // Somebody may have put one on the list again since it was found, with another end or with none.
      return (await entries.deleteMany({ _id: { $in: gone.map(({ _id }) => _id) }, ...ended })).deletedCount;
    },
  };

  async function put(some: readonly Suppression[]): Promise<void> {
    if (some.length === 0) return;
    const keys = some.map(({ id }) => keyOfSuppression(id));
    await printsFirst(log, keys, () => replace(some.map(toStored), true));
  }

  /** Tells how many of them were there. */
  async function replace(stored: readonly Stored[], upsert: boolean): Promise<number> {
    if (stored.length === 0) return 0;
    const steps = stored.map(({ _id, ...replacement }) => ({
      replaceOne: { filter: { _id }, replacement, upsert },
    }));
    for (let tries = 1; ; tries += 1)
      try {
        return (await entries.bulkWrite(steps, { ordered: false })).matchedCount;
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
