import { Aggregator, Query } from 'mingo';
import { compare, resolve } from 'mingo/util';
import { createCollection, type StubCollection } from './collection.js';
import { createCursors, type Cursors } from './cursors.js';
import { Fault } from './fault.js';
import type { IndexSpec } from './indexes.js';
import type { Doc } from './wire.js';

const NAMESPACE_NOT_FOUND = 26;
const NAMESPACE_EXISTS = 48;
const COMMAND_NOT_FOUND = 59;

/** What a driver is told of the server: one server alone, whose wire protocol is that of MongoDB 8. */
const HELLO = {
  ...{ helloOk: true, ismaster: true, isWritablePrimary: true, readOnly: false },
  ...{ maxBsonObjectSize: 16_777_216, maxMessageSizeBytes: 48_000_000, maxWriteBatchSize: 100_000 },
  ...{ minWireVersion: 0, maxWireVersion: 25, logicalSessionTimeoutMinutes: 30 },
};

type Database = Map<string, StubCollection>;

interface Parts {
  readonly name: string;
  readonly database: Database;
  readonly cursors: Cursors;
  readonly collection: (name: unknown) => StubCollection;
  readonly namespace: (name: unknown) => string;
}

type Command = (command: Doc, parts: Parts) => Doc;

/** Returns a function that runs a command on databases in memory and gives its answer. It never throws. */
export function createStub(): (command: Doc) => Doc {
  const databases = new Map<string, Database>();
  const cursors = createCursors();
  return (command) => {
    const [verb = ''] = Object.keys(command);
    const { $db: name = 'admin' } = command as { readonly $db?: string };
    if (!databases.has(name)) databases.set(name, new Map());
    const database = databases.get(name) ?? new Map<string, StubCollection>();
    try {
      const run = COMMANDS[verb.toLowerCase()];
      if (!run) throw new Fault(COMMAND_NOT_FOUND, `no command ${verb}`);
      return { ...run(command, partsOf(name, database, cursors)), ok: 1 };
    } catch (error) {
      return { ok: 0, ...faultOf(error) };
    }
  };
}

const partsOf = (name: string, database: Database, cursors: Cursors): Parts => ({
  ...{ name, database, cursors },
  namespace: (of) => `${name}.${String(of)}`,
  collection(of) {
    const known = database.get(String(of));
    if (known) return known;
    const made = createCollection();
    database.set(String(of), made);
    return made;
  },
});

/** Anything that is not a Fault is a fault of the stub or of its tools; the caller's log has its text. */
const faultOf = (error: unknown): { readonly code: number; readonly errmsg: string } => ({
  code: error instanceof Fault ? error.code : 2,
  errmsg: error instanceof Error ? error.message : String(error),
});

const documentsOf = (value: unknown): readonly Doc[] => value as readonly Doc[];
const numberOr = (value: unknown): number | undefined => (value === undefined ? undefined : Number(value));

const COMMANDS: Readonly<Record<string, Command | undefined>> = {
  hello: () => ({ ...HELLO, localTime: new Date() }),
  ismaster: () => ({ ...HELLO, localTime: new Date() }),
  ping: () => ({}),
  buildinfo: () => ({ version: '8.0.0', versionArray: [8, 0, 0, 0] }),
  endsessions: () => ({}),
  dropdatabase(_, { database }) {
    database.clear();
    return {};
  },
  create({ create }, { database, collection }) {
    if (database.has(String(create))) throw new Fault(NAMESPACE_EXISTS, 'the collection exists');
    collection(create);
    return {};
  },
  createindexes({ createIndexes, indexes }, { collection }) {
    for (const spec of indexes as readonly IndexSpec[]) collection(createIndexes).index(spec);
    return {};
  },
  listindexes({ listIndexes }, { database, cursors, namespace }) {
    const known = database.get(String(listIndexes));
    if (!known) throw new Fault(NAMESPACE_NOT_FOUND, 'no such collection');
    const own = { name: '_id_', key: { _id: 1 } };
    return cursors.open(namespace(listIndexes), [own, ...known.specs], Number.MAX_SAFE_INTEGER);
  },
  listcollections({ filter }, { database, cursors, namespace }) {
    const all = [...database.keys()].map((name) => ({ name, type: 'collection' }));
    return cursors.open(namespace('$cmd.listCollections'), where(all, filter), Number.MAX_SAFE_INTEGER);
  },
  insert({ insert, documents, ordered }, { collection }) {
    return eachOf(documentsOf(documents), ordered !== false, (document) => {
      collection(insert).insert(document);
      return 1;
    });
  },
  update({ update, updates, ordered }, { collection }) {
    const upserted: Doc[] = [];
    const answer = eachOf(documentsOf(updates), ordered !== false, ({ q, u, multi, upsert }, index) => {
      const how = { multi: multi === true, upsert: upsert === true };
      const done = collection(update).update(q as Doc, u, how);
      if (!('upserted' in done)) return done.matched;
      upserted.push({ index, _id: done.upserted });
      return 1;
    });
    return {
      ...answer,
      nModified: Number(answer['n']) - upserted.length,
      ...(upserted.length > 0 && { upserted }),
    };
  },
  delete({ delete: from, deletes, ordered }, { collection }) {
    return eachOf(documentsOf(deletes), ordered !== false, ({ q, limit }) =>
      collection(from).remove(q as Doc, Number(limit) === 1),
    );
  },
  findandmodify({ findAndModify, query, update, new: wantsNew, upsert }, { collection }) {
    if (wantsNew !== true) throw new Fault(COMMAND_NOT_FOUND, 'only the document after its change is given');
    const how = { multi: false, upsert: upsert === true };
    const { matched, after } = collection(findAndModify).update((query ?? {}) as Doc, update, how);
    return { lastErrorObject: { n: after ? 1 : 0, updatedExisting: matched === 1 }, value: after ?? null };
  },
  find({ find, filter, projection, sort, skip, limit, batchSize }, { collection, cursors, namespace }) {
    const from = Number(skip ?? 0);
    const until = Number(limit ?? 0) === 0 ? undefined : from + Math.abs(Number(limit));
    const found = sorted(collection(find).find((filter ?? {}) as Doc), sort as Doc | undefined);
    return cursors.open(
      namespace(find),
      projected(found.slice(from, until), projection as Doc | undefined),
      numberOr(batchSize),
    );
  },
  getmore({ getMore, collection: name, batchSize }, { cursors, namespace }) {
    return cursors.more(namespace(name), getMore, numberOr(batchSize));
  },
  killcursors({ cursors: ids }, { cursors }) {
    cursors.close(ids as readonly unknown[]);
    return {};
  },
  aggregate({ aggregate, pipeline, cursor }, { collection, cursors, namespace }) {
    const [first, ...others] = documentsOf(pipeline);
    const match = (first?.['$match'] ?? {}) as Doc;
    const steps = first && '$match' in first ? others : documentsOf(pipeline);
    const made = new Aggregator([...steps]).run<Doc>(collection(aggregate).find(match));
    return cursors.open(namespace(aggregate), made, numberOr((cursor as Doc | undefined)?.['batchSize']));
  },
  count({ count, query }, { collection }) {
    return { n: query === undefined ? collection(count).size : collection(count).find(query as Doc).length };
  },
};

/** Runs the steps of a write. `ordered`: the first that fails ends it. */
function eachOf(steps: readonly Doc[], ordered: boolean, run: (step: Doc, index: number) => number): Doc {
  const writeErrors: Doc[] = [];
  let n = 0;
  for (const [index, step] of steps.entries())
    try {
      n += run(step, index);
    } catch (error) {
      writeErrors.push({ index, ...faultOf(error) });
      if (ordered) break;
    }
  return { n, ...(writeErrors.length > 0 && { writeErrors }) };
}

const where = (documents: Doc[], filter: unknown): Doc[] => {
  const query = new Query(filter ?? {});
  return documents.filter((document) => query.test(document));
};

function sorted(documents: Doc[], sort: Doc | undefined): Doc[] {
  const order = Object.entries(sort ?? {});
  if (order.length === 0) return documents;
  return documents.sort((a, b) => {
    for (const [path, direction] of order) {
      const difference = compare(resolve(a, path), resolve(b, path)) * Number(direction);
      if (difference !== 0) return difference;
    }
    return 0;
  });
}

const projected = (documents: Doc[], projection: Doc | undefined): Doc[] =>
  projection && Object.keys(projection).length > 0
    ? new Query({}).find<Doc>(documents, projection).all()
    : documents;
