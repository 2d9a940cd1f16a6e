import type { Connection } from 'mongoose';

/**
 * The collections that every call reads and writes, and the requests and answers that calls leave behind. All commands
 * of a call find their documents by `_id`, and nothing else in them is unique, so they spread over shards by its hash.
 * All other collections stay on the primary shard; of these, processes keep what calls read again and again, as shared terms.
 */
export const SHARDED = ['leads', 'searches', 'claims', 'idempotency_keys', 'exchanges'] as const;

const KEY = { _id: 'hashed' } as const;

/** The steps by which these collections are sharded, as a person types them in `mongosh`. */
export function shardingSteps(database: string): string[] {
  return SHARDED.flatMap((name) => [
    `db.getSiblingDB("${database}").${name}.createIndex({ _id: "hashed" })`,
    `sh.shardCollection("${database}.${name}", { _id: "hashed" })`,
  ]);
}

/** Whether the connection leads to a router of a sharded cluster. */
export async function isRouter(connection: Connection): Promise<boolean> {
  const told = await connection.db?.command({ hello: 1 });
  return told?.['msg'] === 'isdbgrid';
}

/** Shards the collections. The router ignores what is done already. The user needs the right `enableSharding`. */
export async function shardCollections(connection: Connection): Promise<void> {
  const { db } = connection;
  if (!db) throw new Error('the connection is closed');
  for (const name of SHARDED) {
    await db.command({ createIndexes: name, indexes: [{ key: KEY, name: '_id_hashed' }] });
    await connection
      .getClient()
      .db('admin')
      .command({ shardCollection: `${db.databaseName}.${name}`, key: KEY });
  }
}
