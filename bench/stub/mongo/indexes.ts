import { Query } from 'mingo';
import { resolve } from 'mingo/util';
import { duplicateKey } from './fault.js';
import type { Doc } from './wire.js';

/** An index as `createIndexes` names it. */
export interface IndexSpec extends Doc {
  readonly name: string;
  readonly key: Readonly<Record<string, unknown>>;
  readonly unique?: boolean;
  readonly partialFilterExpression?: Doc;
}

/** The keys of documents by what an index knows of them. */
export interface StubIndex {
  readonly spec: IndexSpec;
  /** Throws a Fault if another document has the same values. */
  check(key: unknown, document: Doc): void;
  put(key: unknown, document: Doc): void;
  remove(key: unknown): void;
  /** The keys of all documents that can match the filter. Undefined: the index does not know. */
  candidates(filter: Doc): ReadonlySet<unknown> | undefined;
}

/**
 * Only what our processes need to be quick: which documents a partial index holds, and which values are taken. Other
 * indexes are only names here.
 */
export function createIndex(spec: IndexSpec): StubIndex {
  const { key: paths, unique = false, partialFilterExpression: where } = spec;
  const query = where && new Query(where);
  const held = new Set<unknown>();
  const ownerOf = new Map<string, unknown>();
  const valuesOf = new Map<unknown, string>();
  const valueOf = (document: Doc): string =>
    JSON.stringify(Object.keys(paths).map((path) => resolve(document, path) ?? null));
  const holds = (document: Doc): boolean => query?.test(document) ?? true;

  function forgetValue(key: unknown): void {
    const value = valuesOf.get(key);
    if (value === undefined) return;
    valuesOf.delete(key);
    ownerOf.delete(value);
  }
  function remove(key: unknown): void {
    held.delete(key);
    forgetValue(key);
  }

  return {
    spec,
    remove,
    check(key, document) {
      if (!unique || !holds(document)) return;
      const owner = ownerOf.get(valueOf(document));
      if (owner !== undefined && owner !== key) throw duplicateKey(spec.name);
    },
    put(key, document) {
      if (!unique && !where) return;
      if (!holds(document)) {
        remove(key);
        return;
      }
      if (where) held.add(key);
      if (!unique) return;
      forgetValue(key);
      const value = valueOf(document);
      valuesOf.set(key, value);
      ownerOf.set(value, key);
    },
    candidates: (filter) => (where && implies(filter, where) ? held : undefined),
  };
}

/** None of these matches a document without the value. */
const RANGES = ['$gt', '$gte', '$lt', '$lte'];

/** Whether all that matches the filter is in an index of documents that match `where`. */
const implies = (filter: Doc, where: Doc): boolean =>
  Object.entries(where).every(([path, wanted]) => {
    const asked = filter[path];
    if (typeof wanted !== 'object' || wanted === null) return asked === wanted;
    return isThere(asked) && (wanted as Doc)['$exists'] === true;
  });

function isThere(asked: unknown): boolean {
  if (asked === undefined || asked === null) return false;
  if (typeof asked !== 'object' || asked instanceof Date) return true;
  return (asked as Doc)['$exists'] === true || RANGES.some((name) => name in asked);
}
