import { isDeepStrictEqual } from 'node:util';
import type { Connection, mongo } from 'mongoose';
import { OutageError } from '../../../app/outage.js';
import type { Suppressions, SuppressionStore } from '../../../app/ports/suppressions.js';
import {
  concerns,
  isUnexpired,
  keyOfSuppression,
  suppressionId,
  type Suppression,
} from '../../../core/suppression/suppression.js';
import { collectionOf } from '../batches/batching.js';
import { newestOf } from '../first-rows.js';
import { readByIndex } from '../named-index.js';
import type { PlainCollection } from '../plain-collection.js';
import { isConflict, retryConflicts } from '../stores/retry-conflicts.js';

/** What is listed under a keyed hash. A look finds it by that alone, however many buyers have entries of their own. */
export interface Listed {
  readonly _id: string;
  readonly entries: readonly Omit<Suppression, 'id'>[];
  /** When the newest entry was added. */
  readonly added_at: Date;
  /** When the first of them ends. */
  readonly expires_at?: Date;
}

export type ListedKeys = mongo.Collection<Listed>;

const MAX_EXPIRED = 10_000;

/** The suppression list in MongoDB. */
export function createSuppressionStore(
  connection: Connection,
  clock: () => Date = () => new Date(),
): SuppressionStore & Suppressions {
  const listed = connection.collection<Listed>('suppressions');
  // The looks of several calls leave together.
  const looks = collectionOf(listed) as PlainCollection<Listed>;
  const under = async (keys: readonly string[]): Promise<Suppression[]> =>
    keys.length === 0 ? [] : (await looks.find({ _id: { $in: [...keys] } }).toArray()).flatMap(entriesOf);
  const putEach = (
    some: readonly Suppression[],
    put: (held: Suppression | undefined, entry: Suppression) => Suppression,
  ): Promise<void> => {
    const byKey = new Map<string, Suppression[]>();
    for (const entry of some) {
      const key = keyOfSuppression(entry.id);
      byKey.set(key, [...(byKey.get(key) ?? []), entry]);
    }
    return changeListed(listed, [...byKey.keys()], (held, key) =>
      (byKey.get(key) ?? []).reduce((entries, entry) => {
        const there = entries.find(({ id }) => id === entry.id);
        return [...entries.filter((one) => one !== there), put(there, entry)];
      }, held),
    );
  };
  /** Takes off what goes, and tells how many. */
  const take = async (keys: readonly string[], goes: (entry: Suppression) => boolean): Promise<number> => {
    const gone = new Set<string>();
    await changeListed(listed, keys, (held) => {
      for (const entry of held) gone[goes(entry) ? 'add' : 'delete'](entry.id);
      return held.filter(({ id }) => !gone.has(id));
    });
    return gone.size;
  };
  const takeAmong = (ids: readonly string[], goes = (_: Suppression) => true): Promise<number> => {
    const wanted = new Set(ids);
    return take(ids.map(keyOfSuppression), (entry) => wanted.has(entry.id) && goes(entry));
  };
  return {
    async find(keys, parties) {
      const now = clock();
      return (await under(keys)).filter((one) => isUnexpired(one, now) && concerns(one.scope, parties));
    },
    put: (some) => putEach(some, (_held, entry) => entry),
    putAgain: (some) => putEach(some, longer),
    remove: (ids) => takeAmong(ids),
    removeOf: (source, ids) => takeAmong(ids, (one) => one.source === source && one.added_by !== source),
    under: async (keys) => (await under(keys)).sort((a, b) => (a.id < b.id ? -1 : 1)),
    async list(enough, now) {
      const found = await newestOf<Listed>(
        {
          look: (added_at, limit) =>
            readByIndex(listed.find({ added_at }, { hint: 'added', limit }).toArray()),
          at: ({ added_at }) => added_at,
        },
        now,
        enough,
      );
      const entries = found.flatMap(entriesOf);
      return entries.sort((a, b) => b.added_at.getTime() - a.added_at.getTime()).slice(0, enough);
    },
    count: () => listed.estimatedDocumentCount(),
    async expire(before) {
      const ended = { expires_at: { $gte: new Date(0), $lt: before } };
      const found = listed.find(ended, { projection: { _id: 1 } }).limit(MAX_EXPIRED);
      const keys = (await found.toArray()).map(({ _id }) => _id);
      return take(keys, (entry) => !isUnexpired(entry, before));
    },
  };
}

/** The entries under a keyed hash. */
export const entriesOf = ({ _id, entries }: Listed): Suppression[] =>
  entries.map((entry) => ({ id: suppressionId(_id, entry.scope), ...entry }));

/**
 * Changes what is listed under keys. Where somebody else changes it at the same moment, it is read and changed again, so
 * `change` may be called several times for a key.
 */
export async function changeListed(
  listed: ListedKeys,
  keys: readonly string[],
  change: (held: readonly Suppression[], key: string) => readonly Suppression[],
): Promise<void> {
  const sorted = [...new Set(keys)].sort();
  await retryConflicts(
    async () => {
      const rows = sorted.length > 0 ? await listed.find({ _id: { $in: sorted } }).toArray() : [];
      const found = new Map(rows.map((row) => [row._id, row]));
      const steps = sorted.flatMap((key) => stepOf(key, found.get(key), change) ?? []);
      if (steps.length === 0) return;
      const done = await listed.bulkWrite(steps, { ordered: false });
      if (done.insertedCount + done.matchedCount + done.deletedCount < steps.length)
        throw new ChangedMeanwhile();
    },
    { tries: 20, isPassing: (error) => isConflict(error) || error instanceof ChangedMeanwhile },
  );
}

class ChangedMeanwhile extends OutageError {
  constructor() {
    super('MongoDB', new Error('others change the same entries of the list all the time'));
  }
}

/** Undefined: nothing is to be changed. */
function stepOf(
  key: string,
  row: Listed | undefined,
  change: (held: readonly Suppression[], key: string) => readonly Suppression[],
): mongo.AnyBulkWriteOperation<Listed> | undefined {
  const held = row ? entriesOf(row) : [];
  const entries = change(held, key);
  if (isDeepStrictEqual(held, entries)) return undefined;
  const filter = { _id: key, entries: row?.entries ?? [] };
  if (entries.length === 0) return { deleteOne: { filter } };
  const document = documentOf(key, entries);
  return row ? { replaceOne: { filter, replacement: document } } : { insertOne: { document } };
}

function documentOf(_id: string, entries: readonly Suppression[]): Listed {
  const times = (all: readonly (Date | undefined)[]): number[] => all.flatMap((at) => at?.getTime() ?? []);
  const ends = times(entries.map(({ expires_at }) => expires_at));
  return {
    _id,
    entries: entries.map(({ id: _, ...entry }) => entry),
    added_at: new Date(Math.max(...times(entries.map(({ added_at }) => added_at)))),
    ...(ends.length > 0 && { expires_at: new Date(Math.min(...ends)) }),
  };
}

/**
 * What stands there after an entry was put again. One of another source keeps its own words and is only made to hold as long: a
 * list that names a person who asked to stop must not take her off when it no longer does.
 */
function longer(held: Suppression | undefined, entry: Suppression): Suppression {
  if (!held) return entry;
  if (held.source === entry.source) return isLonger(held, entry) ? held : entry;
  if (!isLonger(entry, held)) return held;
  const { expires_at: _, ...own } = held;
  return entry.expires_at === undefined ? own : { ...own, expires_at: entry.expires_at };
}

type Ending = Pick<Suppression, 'expires_at'>;

/** Whether one holds longer than the other. One without an end holds for ever. */
const isLonger = (one: Ending, other: Ending): boolean =>
  other.expires_at !== undefined && (one.expires_at === undefined || one.expires_at > other.expires_at);
