import { SHARDED } from '../../src/platform/mongo/sharding.js';

type Part = Readonly<Record<string, unknown>>;

/** Whether a filter names ids, so that a router sends the command only to their shards. */
const namesIds = (filter: unknown): boolean => {
  const id: unknown = (filter as { readonly _id?: unknown } | undefined)?._id;
  return typeof id === 'string' || Array.isArray((id as { readonly $in?: unknown } | undefined)?.$in);
};

const each = (list: unknown, holds: (one: Part) => boolean): boolean =>
  Array.isArray(list) && list.every((one) => holds(one as Part));

const NAMES_KEY: Readonly<Record<string, (command: Part) => boolean>> = {
  insert: ({ documents }) => each(documents, namesIds),
  find: ({ filter }) => namesIds(filter),
  findAndModify: ({ query }) => namesIds(query),
  update: ({ updates }) => each(updates, ({ q }) => namesIds(q)),
  delete: ({ deletes }) => each(deletes, ({ q }) => namesIds(q)),
};

/** Whether a command on a collection that may be sharded would have to ask all shards. */
export function asksAllShards(name: string, command: Part): boolean {
  if (!SHARDED.some((collection) => collection === command[name])) return false;
  return !(NAMES_KEY[name]?.(command) ?? false);
}
