import { Redis } from 'ioredis';
import { mongo } from 'mongoose';
import type { BareStart } from './start-message.js';

export const SEARCH_QUEUE = 'bare-search';
export const SUBMIT_QUEUE = 'bare-submit';

/** The channel on which workers notify the one web process. */
export const wakeChannel = (prefix: string): string => `${prefix}:wake`;

/** What the conditions and pushes name; the rest of a document is the sample's. */
export interface BareRow {
  readonly _id: string;
  readonly run?: number;
  readonly submission?: number;
  readonly runs?: number;
  readonly state?: string;
  readonly due_at?: Date;
  readonly slots?: object[];
  readonly owners?: object[];
  readonly attempts?: object[];
  readonly pending_effects?: object[];
  readonly timeline?: object[];
}

/** One Lua call each, as light as the job allows. */
const SCRIPTS = {
  bareLimit:
    "local n = redis.call('INCR', KEYS[1]) if n == 1 then redis.call('PEXPIRE', KEYS[1], 60000) end return n",
  bareUsed: "return redis.call('SCARD', KEYS[1])",
  bareReserve: "redis.call('SADD', KEYS[1], ARGV[1]) return redis.call('SCARD', KEYS[1])",
  bareConfirm: "redis.call('SREM', KEYS[1], ARGV[1]) return redis.call('INCR', KEYS[1] .. ':ok')",
} as const;

export interface BareRedis extends Redis {
  bareLimit(key: string): Promise<number>;
  bareUsed(key: string): Promise<number>;
  bareReserve(key: string, reservationId: string): Promise<number>;
  bareConfirm(key: string, reservationId: string): Promise<number>;
}

/** The plain driver and client, with the same durability as Leadkeep's. */
export function openBare({ mongoUrl, redisUrl }: BareStart) {
  const client = new mongo.MongoClient(mongoUrl, { writeConcern: { w: 'majority', journal: true } });
  const db = client.db();
  const redis = new Redis(redisUrl, { maxRetriesPerRequest: null });
  for (const [name, lua] of Object.entries(SCRIPTS)) redis.defineCommand(name, { numberOfKeys: 1, lua });
  return {
    searches: db.collection<BareRow>('bare_searches'),
    leads: db.collection<BareRow>('bare_leads'),
    claims: db.collection<BareRow>('bare_claims'),
    redis: redis as BareRedis,
  };
}

/** As many unique keys as a lead has identities. */
export const keysOf = (id: string, count: number): string[] =>
  Array.from({ length: count }, (_, index) => `${id}:${index}:${'0'.repeat(24)}`);

/** Options of every queue and worker. */
export const queueOptions = (connection: Redis, prefix: string, name: string) => ({
  connection,
  prefix: `{${prefix}:${name}}`,
});
