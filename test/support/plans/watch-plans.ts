import { appendFileSync, existsSync } from 'node:fs';
import { mongo } from 'mongoose';
import { SHARDED } from '../../../src/platform/mongo/sharding.js';
import { indexFor, shapeOf, type Asked } from './plan.js';
import { SEVERAL_AT_ONCE, SMALL, WALKING } from './walks.js';

type Doc = Readonly<Record<string, unknown>>;
type Method = (this: { readonly collectionName: string }, ...args: never[]) => unknown;

/** Commands that nothing serves, with the place in the code that sends them. */
const unserved = new Map<string, string>();
/** Commands over several documents of a sharded collection that nobody has said are safe. */
const unsafe = new Map<string, string>();
/** All commands that were sent, with what serves them: for the table. */
const served = new Map<string, string>();

/** A file for all commands that are sent, where somebody wants to read them. */
const TABLE = process.env['LEADKEEP_PLANS'];

const FRAMES = 60;
/** Frames of this, and of what sends the commands of other files. */
const OWN = /dist\/test\/support\/plans\/|dist\/src\/platform\/mongo\/(first-batch|each-document|batches\/)/;

/** Keeps the place from which a command is sent. Its text, which takes much longer, is made when somebody reads it. */
function here(): Error {
  const limit = Error.stackTraceLimit;
  Error.stackTraceLimit = FRAMES;
  const place = new Error();
  Error.stackTraceLimit = limit;
  return place;
}

/** Where a command comes from. A model's query is sent later, and tells nobody. Undefined: a test looks at its database. */
function senderOf({ stack = '' }: Error): string | undefined {
  const place = /\/(dist\/(?:src|workers|test|bench|chaos|scripts|sandbox)\/[^:]+):(\d+)/;
  const frames = stack.split('\n').filter((line) => !OWN.test(line));
  const found = frames.map((line) => place.exec(line)).find((match) => match !== null);
  if (!found) return 'a query of a model';
  const [, file = '', line = ''] = found;
  return /^dist\/(src|workers)\//.test(file) ? `${file}:${line}` : undefined;
}

/** The file of a sender, as the lists name it. */
const fileOf = (sender: string): string => /mongo\/(.+)\.js/.exec(sender)?.[1] ?? sender;

function note(collection: string, asked: Asked, place: Error | undefined): void {
  const serving = indexFor(collection, asked) ?? SMALL[collection];
  if (serving !== undefined && TABLE === undefined) return;
  const sender = place && senderOf(place);
  if (sender === undefined) return;
  const shape = shapeOf(collection, asked);
  const by = serving ?? WALKING[fileOf(sender)];
  served.set(shape, by ?? '');
  if (by === undefined) unserved.set(shape, sender);
}

function noteSeveral(collection: string, what: string, filter: Doc): void {
  const place = here();
  note(collection, { filter }, place);
  if (!SHARDED.some((name) => name === collection)) return;
  const sender = senderOf(place);
  if (sender !== undefined && SEVERAL_AT_ONCE[fileOf(sender)] === undefined)
    unsafe.set(`${what} ${shapeOf(collection, { filter })}`, sender);
}

type Step = Readonly<Record<string, { readonly filter?: Doc }>>;

/** Reads by `find` are looked at when they are sent: a cursor is given its order and its limit after it is made. */
const WATCHED: Readonly<Record<string, (collection: string, ...args: never[]) => void>> = {
  aggregate: (of, steps: readonly Doc[]) => {
    const part = (name: string): unknown => steps.slice(0, 3).find((step) => name in step)?.[name];
    const filter = (steps[0]?.['$match'] ?? {}) as Doc;
    note(of, { filter, sort: part('$sort') as Doc, limit: part('$limit') as number }, here());
  },
  findOneAndUpdate: (of, filter: Doc) => {
    note(of, { filter }, here());
  },
  updateOne: (of, filter: Doc) => {
    note(of, { filter }, here());
  },
  deleteOne: (of, filter: Doc) => {
    note(of, { filter }, here());
  },
  updateMany: (of, filter: Doc) => {
    noteSeveral(of, 'update', filter);
  },
  deleteMany: (of, filter: Doc) => {
    noteSeveral(of, 'delete', filter);
  },
  bulkWrite: (of, steps: readonly Step[]) => {
    for (const [name, { filter }] of steps.flatMap((step) => Object.entries(step))) {
      if (filter === undefined) continue;
      if (name.endsWith('Many')) noteSeveral(of, name.slice(0, 6), filter);
      else note(of, { filter }, here());
    }
  },
};

interface Cursor {
  readonly namespace: { readonly collection: string };
  readonly cursorFilter: Doc;
  readonly findOptions: Omit<Asked, 'filter' | 'sort'> & { readonly sort?: ReadonlyMap<string, unknown> };
}
const places = new WeakMap<object, Error>();

/** Looks at each command that the code sends from now on. */
function watch(): void {
  const collection = mongo.Collection.prototype as unknown as Record<string, Method>;
  for (const [name, look] of Object.entries(WATCHED)) {
    const send = collection[name]!;
    collection[name] = function (...args) {
      look(this.collectionName, ...args);
      return Reflect.apply(send, this, args);
    };
  }
  const find = collection['find']!;
  collection['find'] = function (...args) {
    const cursor = Reflect.apply(find, this, args) as object;
    places.set(cursor, here());
    return cursor;
  };
  const cursors = mongo.FindCursor.prototype as unknown as Record<string, (...args: unknown[]) => unknown>;
  const begin = cursors['_initialize']!;
  cursors['_initialize'] = function (this: Cursor, ...args) {
    const { cursorFilter: filter, findOptions, namespace } = this;
    const { sort, limit, hint } = findOptions;
    const order = sort && Object.fromEntries(sort);
    note(namespace.collection, { filter, sort: order, limit, hint }, places.get(this));
    return Reflect.apply(begin, this, args);
  };
}

watch();

/** For mocha: fails when the code sent a command that reads much more than it returns, and that nobody has listed. */
export const mochaHooks = {
  afterAll(): void {
    const table = [...served].map(([shape, by]) => `${shape}\t${by}\n`).sort();
    if (TABLE !== undefined) appendFileSync(TABLE, table.join(''));
    const lines = [
      ...[...unserved].map(([shape, where]) => `no index serves  ${shape}  (${where})`),
      ...[...unsafe].map(
        ([shape, where]) => `may miss a document that moves to another shard:  ${shape}  (${where})`,
      ),
    ];
    const listed = Object.keys({ ...WALKING, ...SEVERAL_AT_ONCE });
    const gone = listed.filter((file) => !existsSync(`src/platform/mongo/${file}.ts`));
    lines.push(...gone.map((file) => `no file  ${file}`));
    // Mocha runs several files in one process, each with this at its end.
    for (const found of [served, unserved, unsafe]) found.clear();
    if (lines.length > 0)
      throw new Error(
        `${lines.sort().join('\n')}\nadd an index, or say in test/support/plans/walks.ts why it may\n`,
      );
  },
};
