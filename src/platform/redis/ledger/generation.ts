import type { Redis } from 'ioredis';
import type { BucketUsage } from '../../../core/caps/usage-counts.js';
import { mastersOf } from '../cluster-masters.js';
import { expiryOf, ledgerKeys } from './ledger-keys.js';

/** Members in one SADD, and keys in one SCAN step. */
const BATCH = 1_000;

/** Commands in one pipeline. Limits the memory for waiting commands on both sides. */
const PIPELINE = 100;

type Counted = Pick<BucketUsage, 'bucket' | 'confirmed' | 'reservations'> &
  Partial<Pick<BucketUsage, 'givenBack'>>;
const NONE: ReadonlySet<string> = new Set();
type Command = readonly [name: string, ...args: (string | number)[]];

/** Writes the counted reservations and the known caps under the new token. Nothing reads them before the swap. */
export async function writeGeneration(
  redis: Redis,
  prefix: string,
  token: string,
  counted: { readonly usages: readonly Counted[]; readonly capIds: readonly string[] },
): Promise<void> {
  let pipeline: Command[] = [];
  for (const command of commandsOf(prefix, token, counted.usages, counted.capIds)) {
    pipeline.push(command);
    if (pipeline.length < PIPELINE) continue;
    await run(redis, pipeline);
    pipeline = [];
  }
  await run(redis, pipeline);
}

function* commandsOf(
  prefix: string,
  token: string,
  usages: readonly Counted[],
  capIds: readonly string[],
): Generator<Command> {
  const { generations, generation } = ledgerKeys(prefix);
  const keys = generation(token);
  // Another rebuild may have dropped the token since the lock was lost. A token without a name would keep its keys for good.
  yield ['sadd', generations, token];
  for (const ids of batches(capIds)) yield ['sadd', keys.known, ...ids];
  for (const { bucket, confirmed, reservations, givenBack = NONE } of usages) {
    const expiry = expiryOf(bucket);
    for (const some of batches([...reservations])) yield ['sadd', keys.members(bucket), ...some];
    if (expiry !== null && reservations.size > 0) yield ['pexpireat', keys.members(bucket), expiry];
    for (const some of batches([...givenBack])) yield ['sadd', keys.givenBack(bucket), ...some];
    if (expiry !== null && givenBack.size > 0) yield ['pexpireat', keys.givenBack(bucket), expiry];
    if (confirmed === 0) continue;
    yield ['set', keys.confirmed(bucket), confirmed, ...(expiry === null ? [] : ['PXAT', expiry])];
  }
}

/** A pipeline returns errors instead of throwing them. An incomplete count must never become current. */
async function run(redis: Redis, commands: readonly Command[]): Promise<void> {
  if (commands.length === 0) return;
  const results = await redis.pipeline(commands.map((command) => [...command])).exec();
  const failed = results?.find(([error]) => error !== null);
  if (failed?.[0]) throw failed[0];
}

/**
 * Removes the keys of generations that nothing reads anymore. If the process dies midway, the next rebuild repeats
 * this.
 */
export async function dropGenerations(
  redis: Redis,
  prefix: string,
  tokens: readonly string[],
): Promise<void> {
  const keys = ledgerKeys(prefix);
  for (const token of tokens) {
    for await (const found of scan(redis, `${keys.generation(token).base}:*`))
      if (found.length > 0) await redis.unlink(...found);
    await redis.srem(keys.generations, token);
  }
}

/**
 * Removes the counts of caps that the generation no longer counts. Nothing reads these counts: such a cap returns
 * only with a new generation. That generation also removes what is left if this process dies midway.
 */
export async function dropCaps(
  redis: Redis,
  prefix: string,
  token: string,
  capIds: readonly string[],
): Promise<void> {
  const base = `${ledgerKeys(prefix).generation(token).base}:`;
  const dropped = new Set(capIds);
  for await (const found of scan(redis, `${base}*`)) {
    const keys = found.filter((key) => dropped.has(key.slice(base.length).split(':', 1)[0] ?? ''));
    if (keys.length > 0) await redis.unlink(...keys);
  }
}

/** Keys that match, one SCAN step at a time. A key may appear twice. In a cluster, all masters are asked. */
export async function* scan(redis: Redis, match: string): AsyncGenerator<string[]> {
  for (const master of mastersOf(redis)) yield* scanOne(master, match);
}

async function* scanOne(redis: Redis, match: string): AsyncGenerator<string[]> {
  let cursor = '0';
  do {
    const [next, keys] = await redis.scan(cursor, 'MATCH', match, 'COUNT', BATCH);
    yield keys;
    cursor = next;
  } while (cursor !== '0');
}

function* batches(items: readonly string[]): Generator<readonly string[]> {
  for (let i = 0; i < items.length; i += BATCH) yield items.slice(i, i + BATCH);
}
