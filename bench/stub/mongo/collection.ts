import { Query } from 'mingo';
import { mongo } from 'mongoose';
import { changed, seedOf } from './change.js';
import { duplicateKey } from './fault.js';
import { createIndex, type IndexSpec, type StubIndex } from './indexes.js';
import type { Doc } from './wire.js';

const { serialize, deserialize } = mongo.BSON;

export interface Updated {
  readonly matched: number;
  /** The `_id` of a document that the update made. */
  readonly upserted?: unknown;
  /** The document that was changed last, as it is now. */
  readonly after?: Doc;
}

export interface StubCollection {
  readonly specs: readonly IndexSpec[];
  readonly size: number;
  index(spec: IndexSpec): void;
  /** Throws a Fault if its `_id` or a value of a unique index is taken. */
  insert(document: Doc): void;
  /** The documents themselves: nobody else may change them. */
  find(filter: Doc): Doc[];
  update(filter: Doc, update: unknown, how: { readonly multi: boolean; readonly upsert: boolean }): Updated;
  /** How many were removed. */
  remove(filter: Doc, onlyOne: boolean): number;
}

/** Documents in memory. They are found by `_id` and by partial indexes; everything else looks at all of them. */
export function createCollection(): StubCollection {
  const documents = new Map<unknown, Doc>();
  const indexes = new Map<string, StubIndex>();
  const hasUnique = (): boolean => [...indexes.values()].some(({ spec }) => spec.unique);

  function put(key: unknown, document: Doc): void {
    for (const index of indexes.values()) index.check(key, document);
    documents.set(key, document);
    for (const index of indexes.values()) index.put(key, document);
  }

  function candidates(filter: Doc): Iterable<Doc> {
    const keys = keysOf(filter['_id']) ?? fewestOf([...indexes.values()], filter);
    return keys === undefined
      ? documents.values()
      : keys.flatMap((key): readonly Doc[] => {
          const document = documents.get(key);
          return document ? [document] : [];
        });
  }

  function find(filter: Doc): Doc[] {
    const found = [...candidates(filter)];
    const names = Object.keys(filter);
    const isById = names.length === 1 && keysOf(filter['_id']) !== undefined;
    if (names.length === 0 || isById) return found;
    const query = new Query(filter);
    return found.filter((document) => query.test(document));
  }

  function changeOne(document: Doc, filter: Doc, update: unknown): Doc {
    // What a unique index refuses must stay as it was.
    const own = hasUnique() ? deserialize(serialize(document)) : document;
    const after = changed(own, filter, update, false);
    put(keyOf(document['_id']), after);
    return after;
  }

  function insert(document: Doc): void {
    const key = keyOf((document['_id'] ??= new mongo.ObjectId()));
    if (documents.has(key)) throw duplicateKey('_id_');
    put(key, document);
  }

  return {
    insert,
    find,
    get specs() {
      return [...indexes.values()].map(({ spec }) => spec);
    },
    get size() {
      return documents.size;
    },
    index(spec) {
      if (indexes.has(spec.name)) return;
      const index = createIndex(spec);
      for (const [key, document] of documents) index.put(key, document);
      indexes.set(spec.name, index);
    },
    update(filter, update, { multi, upsert }) {
      const matching = find(filter);
      const found = multi ? matching : matching.slice(0, 1);
      let after: Doc | undefined;
      for (const document of found) after = changeOne(document, filter, update);
      if (after !== undefined) return { matched: found.length, after };
      if (!upsert) return { matched: 0 };
      const made = changed(seedOf(filter), filter, update, true);
      insert(made);
      return { matched: 0, upserted: made['_id'], after: made };
    },
    remove(filter, onlyOne) {
      const matching = find(filter);
      const found = onlyOne ? matching.slice(0, 1) : matching;
      for (const { _id } of found) {
        const key = keyOf(_id);
        documents.delete(key);
        for (const index of indexes.values()) index.remove(key);
      }
      return found.length;
    },
  };
}

/** Objects that are ids by what they say. */
const keyOf = (id: unknown): unknown => (typeof id === 'object' && id !== null ? JSON.stringify(id) : id);

/** The keys that a condition on `_id` names. Undefined: it names none. */
function keysOf(condition: unknown): unknown[] | undefined {
  if (condition === undefined || condition === null) return undefined;
  if (typeof condition !== 'object' || condition instanceof mongo.ObjectId) return [keyOf(condition)];
  const { $in, $eq } = condition as { readonly $in?: readonly unknown[]; readonly $eq?: unknown };
  if ($in) return [...new Set($in.map(keyOf))];
  return $eq === undefined ? undefined : [keyOf($eq)];
}

/** Those of the partial index that knows the fewest. */
function fewestOf(indexes: readonly StubIndex[], filter: Doc): unknown[] | undefined {
  const known = indexes.flatMap((index) => index.candidates(filter) ?? []);
  const [fewest] = known.sort((a, b) => a.size - b.size);
  return fewest && [...fewest];
}
