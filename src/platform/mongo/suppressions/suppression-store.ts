import type { Connection, mongo } from 'mongoose';
import type { SuppressionLog } from '../../../app/ports/suppression-log.js';
import type { SuppressionStore } from '../../../app/ports/suppressions.js';
import { compact } from '../../../core/catalogue/compact.js';
import { keyOfSuppression, type Suppression } from '../../../core/suppression/suppression.js';
import { newestOf } from '../first-rows.js';
import { readByIndex } from '../named-index.js';
import { allDuplicates, isDuplicateKey } from '../stores/duplicate-key.js';
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
    put: (some) => put(some, byId),
    async putAgain(some) {
      const found = await entries
        .find({ _id: { $in: some.map(({ id }) => id) } }, { projection: { expires_at: 1 } })
        .toArray();
      const there = new Map(found.map((stored) => [stored._id, stored]));
      const wanted = some.filter((entry) => !isLonger(there.get(entry.id), entry));
      const again = wanted.filter(({ id }) => there.has(id)).map(toStored);
      // One that was removed meanwhile may have lost its print too.
      const isReplaced = (await replace(again, false, unlessLonger)) === again.length;
      await put(isReplaced ? wanted.filter(({ id }) => !there.has(id)) : wanted, unlessLonger);
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
    async list(enough, now) {
      const found = await newestOf<Stored>(
        {
          look: (added_at, limit) =>
            readByIndex(entries.find({ added_at }, { hint: 'added', limit }).toArray()),
          at: ({ added_at }) => added_at,
        },
        now,
        enough,
      );
      return found.map(toEntry);
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

  async function put(some: readonly Suppression[], which: Which): Promise<void> {
    if (some.length === 0) return;
    const keys = some.map(({ id }) => keyOfSuppression(id));
    await printsFirst(log, keys, () => replace(some.map(toStored), true, which));
  }

  /** Tells how many of them were there. */
  async function replace(stored: readonly Stored[], upsert: boolean, which: Which): Promise<number> {
    if (stored.length === 0) return 0;
    const steps = stored.map((one) => {
      const { _id, ...replacement } = one;
      return { replaceOne: { filter: which(one), replacement, upsert } };
    });
    for (let tries = 1; ; tries += 1)
      try {
        return (await entries.bulkWrite(steps, { ordered: false })).matchedCount;
      } catch (error) {
        // What holds longer was stored meanwhile, and stays.
        if (tries === MAX_TRIES && which === unlessLonger && allDuplicates(error)) return 0;
        if (tries === MAX_TRIES || !isDuplicateKey(error)) throw error;
      }
  }
}

type Ending = Pick<Stored, '_id' | 'expires_at'>;
/** Which stored entry a new one may replace. */
type Which = (entry: Ending) => mongo.Filter<Stored>;
const byId: Which = ({ _id }) => ({ _id });
const unlessLonger: Which = ({ _id, expires_at }) =>
  expires_at === undefined ? { _id } : { _id, expires_at: { $lte: expires_at } };

/** Whether a stored entry holds longer than a new one. One without an end holds for ever. */
const isLonger = (stored: Ending | undefined, { expires_at }: Suppression): boolean =>
  stored !== undefined &&
  expires_at !== undefined &&
  (stored.expires_at === undefined || stored.expires_at > expires_at);

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
