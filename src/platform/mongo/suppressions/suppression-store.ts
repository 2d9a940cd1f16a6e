import type { Connection, mongo } from 'mongoose';
import type { SuppressionLog } from '../../../app/ports/suppression-log.js';
import type { SuppressionStore } from '../../../app/ports/suppressions.js';
import { compact } from '../../../core/catalogue/compact.js';
import { keyOfSuppression, type Suppression } from '../../../core/suppression/suppression.js';
import { newestOf } from '../first-rows.js';
import { readByIndex } from '../named-index.js';
import { retryConflicts } from '../stores/retry-conflicts.js';
import { fingerprintsFirst } from './suppression-log.js';

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
    async put(some) {
      if (some.length === 0) return;
      await fingerprintsFirst(log, keysOf(some), () => writeAll(some.map(replacing)));
    },
    async putAgain(some) {
      for (let tries = 1; tries <= MAX_TRIES; tries += 1) {
        const found = await entries.find({ _id: { $in: some.map(({ id }) => id) } }).toArray();
        const there = new Map(found.map((stored) => [stored._id, stored]));
        const longer = some.flatMap((entry) => lengthened(there.get(entry.id), entry) ?? []);
        const isKept = longer.length === 0 || (await writeAll(longer)).matchedCount === longer.length;
        const fresh = some.filter(({ id }) => !there.has(id));
        let added = 0;
        if (fresh.length > 0)
          await fingerprintsFirst(log, keysOf(fresh), async () => {
            added += (await writeAll(fresh.map(adding))).upsertedCount;
          });
        // One was removed meanwhile, and may have lost its fingerprint, or somebody else put one there.
        if (isKept && added === fresh.length) return;
      }
    },
    remove: removeOnes,
    removeOf: async (source, ids) =>
      ids.length === 0
        ? 0
        : (await entries.deleteMany({ _id: { $in: [...ids] }, source, added_by: { $ne: source } }))
            .deletedCount,
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

  /** Steps that meet an entry which was stored at the same moment are tried again. */
  function writeAll(steps: Step[]): Promise<mongo.BulkWriteResult> {
    return retryConflicts(() => entries.bulkWrite(steps, { ordered: false }));
  }
}

type Step = mongo.AnyBulkWriteOperation<Stored>;

const keysOf = (some: readonly Suppression[]): string[] => some.map(({ id }) => keyOfSuppression(id));

/** Puts an entry there, whatever is there. */
function replacing(entry: Suppression): Step {
  const { _id, ...replacement } = toStored(entry);
  return { replaceOne: { filter: { _id }, replacement, upsert: true } };
}

/** Puts an entry there if none is. */
function adding(entry: Suppression): Step {
  const { _id, ...rest } = toStored(entry);
  return { updateOne: { filter: { _id }, update: { $setOnInsert: rest }, upsert: true } };
}

/**
 * Puts an entry in the place of one as it was seen, unless that holds longer. One of another source keeps its own words and
 * is only made to hold as long: a list that names a person who asked to stop must not take her off when it no longer does.
 */
function lengthened(stored: Stored | undefined, entry: Suppression): Step | undefined {
  if (!stored) return undefined;
  const isOther = stored.source !== entry.source;
  if (isOther ? !isLonger(entry, stored) : isLonger(stored, entry)) return undefined;
  const { _id, ...fresh } = toStored(entry);
  const { _id: _, expires_at = { $exists: false }, ...own } = stored;
  const end = entry.expires_at === undefined ? {} : { expires_at: entry.expires_at };
  const seen = { _id, source: stored.source, added_at: stored.added_at, expires_at };
  return { replaceOne: { filter: seen, replacement: isOther ? { ...own, ...end } : fresh } };
}

type Ending = Pick<Suppression, 'expires_at'>;

/** Whether one holds longer than the other. One without an end holds for ever. */
const isLonger = (one: Ending, other: Ending): boolean =>
  other.expires_at !== undefined && (one.expires_at === undefined || one.expires_at > other.expires_at);

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
