import { INDEXES, type IndexSpec } from '../../../src/platform/mongo/indexes.js';

type Doc = Readonly<Record<string, unknown>>;

/** What a command asks of its collection. */
export interface Asked {
  readonly filter: Doc;
  readonly sort?: Doc | undefined;
  readonly limit?: number | undefined;
  readonly hint?: unknown;
}

/** What a filter says of a path: one of some values, between values, only that there is one, or nothing an index can use. */
type Bound = '=' | '<>' | '?' | '!';
const STRENGTH: readonly Bound[] = ['!', '?', '<>', '='];
const RANGES = ['$gt', '$gte', '$lt', '$lte'];

const isPlain = (value: unknown): value is Doc =>
  typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype;
const isOperators = (value: unknown): value is Doc =>
  isPlain(value) && Object.keys(value).some((name) => name.startsWith('$'));

const stronger = (one: Bound | undefined, other: Bound): Bound =>
  one !== undefined && STRENGTH.indexOf(one) > STRENGTH.indexOf(other) ? one : other;

/** The bounds of each path, without the branches of `$or`, which come as filters of their own. */
interface Read {
  readonly bounds: Map<string, Bound>;
  readonly values: Map<string, unknown>;
  readonly branches: Doc[][];
}

function read(filter: Doc, prefix = '', into: Read = { bounds: new Map(), values: new Map(), branches: [] }) {
  for (const [name, value] of Object.entries(filter)) {
    if (name === '$and') for (const one of value as Doc[]) read(one, prefix, into);
    else if (name === '$or') into.branches.push(value as Doc[]);
    else if (!name.startsWith('$')) readPath(`${prefix}${name}`, value, into);
  }
  return into;
}

function readPath(path: string, value: unknown, into: Read): void {
  if (isOperators(value) && '$elemMatch' in value && isPlain(value['$elemMatch'])) {
    read(value['$elemMatch'], `${path}.`, into);
    into.bounds.set(path, stronger(into.bounds.get(path), '?'));
    return;
  }
  into.bounds.set(path, stronger(into.bounds.get(path), boundOf(value)));
  if (!isOperators(value)) into.values.set(path, value);
  else if (Array.isArray(value['$in']) && value['$in'].length === 1) into.values.set(path, value['$in'][0]);
}

function boundOf(value: unknown): Bound {
  if (!isOperators(value)) return value === null || value === undefined ? '!' : '=';
  if ('$eq' in value || '$in' in value) return '=';
  if (RANGES.some((name) => name in value)) return '<>';
  if (value['$exists'] === true || '$type' in value || '$size' in value) return '?';
  return '!';
}

/** Whether all that the filter finds is in a partial index. */
function holds({ where }: IndexSpec, { bounds, values }: Read): boolean {
  return Object.entries(where ?? {}).every(([path, wanted]) => {
    const bound = bounds.get(path);
    if (isPlain(wanted)) return bound !== undefined && bound !== '!';
    return values.get(path) === wanted;
  });
}

const OWN: IndexSpec = { collection: '', name: '_id_', key: { _id: 1 } };

/** The indexes by which a collection's documents are found by these conditions, without all of an index being read. */
function among(collection: string, asked: Read, { sort, limit, hint }: Asked): string[] {
  const known = [OWN, ...INDEXES.filter((index) => index.collection === collection)];
  return known
    .filter((index) => hint === undefined || hint === index.name)
    .filter((index) => {
      if (!holds(index, asked)) return false;
      // Named on purpose: that of what waits, of which all is read.
      if (hint !== undefined) return true;
      const [first = ''] = Object.keys(index.key);
      const bound = asked.bounds.get(first);
      if (bound === '=' || bound === '<>') return true;
      // In the order of an index, and no more than are asked for.
      return (
        limit !== undefined && limit !== 0 && Object.keys(sort ?? {})[0] === first && asked.bounds.size === 0
      );
    })
    .map(({ name }) => name);
}

/**
 * The index that serves a command, as its name; several where each branch of an `$or` has its own. Undefined: the server would
 * read a whole collection, or a whole index.
 */
export function indexFor(collection: string, asked: Asked): string | undefined {
  const whole = read(asked.filter);
  const { sort = {}, limit = 0 } = asked;
  if (limit !== 0 && Object.keys(asked.filter).length + Object.keys(sort).length === 0) return 'the first';
  const [found] = among(collection, whole, asked);
  if (found !== undefined) return found;
  for (const branches of whole.branches) {
    const each = branches.map((branch) =>
      indexFor(collection, { ...asked, filter: merged(asked.filter, branch) }),
    );
    if (each.every((name) => name !== undefined)) return [...new Set(each)].join(' | ');
  }
  return undefined;
}

/** What holds in one branch of an `$or`. */
function merged(filter: Doc, branch: Doc): Doc {
  const { $or: _, $and, ...rest } = filter;
  const others = (($and ?? []) as Doc[]).filter((one) => !('$or' in one));
  return { $and: [rest, ...others, branch] };
}

/** The shape of a command: its collection, the paths of its filter with their bounds, and how its answer is sorted. */
export function shapeOf(collection: string, { filter, sort, limit }: Asked): string {
  const told = (one: Doc): string => {
    const { bounds, branches } = read(one);
    const paths = [...bounds].map(([path, bound]) => `${path}${bound}`).sort();
    const ors = branches.map((some) => `(${[...new Set(some.map(told))].sort().join(' or ')})`);
    return [...new Set([...paths, ...ors])].join(' ');
  };
  const by = Object.keys(sort ?? {}).join(', ');
  const parts = [collection, told(filter), by === '' ? '' : `by ${by}`, limit ? 'some' : ''];
  return parts.filter((part) => part !== '').join(' ');
}
