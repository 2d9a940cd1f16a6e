import type { Connection } from 'mongoose';
import type { PlainCollection } from '../plain-collection.js';
import { plain } from '../stores/documents.js';
import { retryConflicts } from '../stores/retry-conflicts.js';
import { Recent } from './recent.js';

/**
 * Documents under hashes of their content, which are never changed and never deleted. So what a process knows of them is
 * never untrue.
 */
export interface OnceStored<Document> {
  /** The document with this id, if this process has seen that it is stored. */
  known(id: string): Document | undefined;
  /** Stores those of these documents that are not known to be stored. Resolves when a majority has all of them. */
  keep(documents: ReadonlyMap<string, Document>): Promise<void>;
  /** Those of these documents that are stored. */
  read(ids: ReadonlySet<string>): Promise<ReadonlyMap<string, Document>>;
}

/** Documents per insert. */
const BATCH = 500;

/** `most`: characters of documents that the process keeps, as JSON. */
export function createOnceStored<Document extends object>(
  connection: Connection,
  name: string,
  most: number,
): OnceStored<Document> {
  const collection = plain<{ readonly _id: string }>({ collection: connection.collection(name) });
  const stored = new Recent<Document>(most, (document) => JSON.stringify(document).length);
  let storing: Promise<void> | undefined;

  return {
    known: (id) => stored.get(id),

    /** One after another: searches of a new catalogue version come together and need the same. */
    async keep(documents) {
      const notKnown = () => new Map([...documents].filter(([id]) => stored.get(id) === undefined));
      let unknown = notKnown();
      while (storing && unknown.size > 0) {
        await storing.catch(() => undefined);
        unknown = notKnown();
      }
      if (unknown.size === 0) return;
      storing = storeMissing(collection, unknown).finally(() => {
        storing = undefined;
      });
      await storing;
      for (const [id, document] of unknown) stored.set(id, document);
    },

    async read(ids) {
      const found = new Map<string, Document>();
      const far: string[] = [];
      for (const id of ids) {
        const near = stored.get(id);
        if (near) found.set(id, near);
        else far.push(id);
      }
      if (far.length === 0) return found;
      for (const { _id, ...rest } of await collection.find({ _id: { $in: far } }).toArray()) {
        const document = rest as Document;
        stored.set(_id, document);
        found.set(_id, document);
      }
      return found;
    },
  };
}

/**
 * Stores those that are not stored yet. Others may store the same at the same moment: who fails reads what is there and
 * stores the rest. The order of the ids keeps two of them from waiting for each other on FerretDB, where one command is
 * one transaction.
 */
async function storeMissing(
  collection: PlainCollection<{ readonly _id: string }>,
  documents: ReadonlyMap<string, object>,
): Promise<void> {
  const sorted = [...documents].sort(([a], [b]) => (a < b ? -1 : 1));
  const ids = sorted.map(([id]) => id);
  await retryConflicts(async () => {
    const there = await collection.find({ _id: { $in: ids } }, { projection: { _id: 1 } }).toArray();
    const stored = new Set(there.map(({ _id }) => _id));
    const missing = sorted.filter(([id]) => !stored.has(id)).map(([_id, document]) => ({ _id, ...document }));
    for (let i = 0; i < missing.length; i += BATCH)
      await collection.insertMany(missing.slice(i, i + BATCH), { ordered: false });
  });
}
