import { randomBytes } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Redis } from 'ioredis';
import { mongo } from 'mongoose';
import { startSandbox } from '../../scripts/processes/start-sandbox.js';
import { waitReady } from '../../scripts/processes/wait-ready.js';
import { createLogger } from '../../src/platform/process/logger.js';
import { mastersOf } from '../../src/platform/redis/cluster-masters.js';
import { openRedis } from '../../src/platform/redis/redis.js';
import { inHere, inProcesses, type Leadkeep } from '../operate/leadkeep.js';
import { EARLIER_MONTHS, monthsBack, SECRET } from '../plan/books.js';
import { AFFILIATE_HANDLE, chaosCatalogue } from '../plan/catalogue.js';
import { openClosers } from './closers.js';
import { openFleet, type Fleet } from './fleet.js';
import { prepareSandbox } from './sandbox-control.js';
import { openServers, type RedisKind, type Servers } from './servers.js';

/** Everything that a rehearsal runs on. */
export interface Environment {
  readonly servers: Servers;
  readonly fleet: Fleet;
  readonly sandboxUrl: string;
  /** When the catalogue came into force. */
  readonly began: Date;
  /** The affiliate's key, whose limits are sometimes reached. */
  readonly key: string;
  readonly leadkeep: Leadkeep;
  readonly db: mongo.Db;
  readonly redis: Redis;
  /** Ends and removes everything. */
  close(): Promise<void>;
}

export interface PlaceOptions {
  readonly redis: RedisKind;
  readonly submits: number;
  /** The key's limit per operation, in calls per minute. */
  readonly perMinute: number;
  /** Whether buyers and partners sometimes leave an outcome unknown. */
  readonly misbehaves: boolean;
  /** Whether commands run in this process. */
  readonly commandsHere: boolean;
  readonly signal: AbortSignal;
  readonly say: (line: string) => void;
}

const SECRETS = { [`LEADKEEP_SECRET_${SECRET.name}`]: SECRET.value };
const OPERATIONS = ['search', 'results', 'submit'] as const;
/** A server that was killed or stood still may never answer what was asked before. */
const CLIENT_LIMITS = { serverSelectionTimeoutMS: 10_000, socketTimeoutMS: 60_000 };
/** Time for a process to start beside nine others on a small, busy machine. */
const PATIENCE_MS = 300_000;

/** Starts everything: servers, indexes, catalogue, key, sandbox, processes. */
export async function openPlace(options: PlaceOptions): Promise<Environment> {
  const { submits, misbehaves, commandsHere, signal, say } = options;
  const began = new Date();
  const closers = openClosers(say);
  try {
    const servers = await openServers(process.env, signal, say, options.redis);
    closers.add(() => servers.close());
    const sandbox = startSandbox(0, {
      ...process.env,
      ...SECRETS,
      SANDBOX_KEPT: String(submits * 20 + 10_000),
    });
    closers.add(() => sandbox.process.stop(5_000));
    const name = `lk_chaos_${randomBytes(4).toString('hex')}`;
    const mongoUrl = withDatabase(servers.mongo.url, name);
    const client = await new mongo.MongoClient(mongoUrl, CLIENT_LIMITS).connect();
    closers.add(() => client.close());
    closers.add(() => client.db().dropDatabase());
    const redis = openRedis(servers.redis.url, 'listener', createLogger({ logLevel: 'silent' }, 'chaos'));
    closers.add(() => {
      redis.disconnect();
      return Promise.resolve();
    });
    closers.add(() => deleteKeys(redis, name));
    const env: NodeJS.ProcessEnv = {
      PATH: process.env['PATH'],
      MONGO_URL: mongoUrl,
      REDIS_URL: servers.redis.url,
      REDIS_PREFIX: name,
      IDENTITY_SECRET: 'only a rehearsal has this secret, it protects nobody',
      DATA_KEYS: `chaos:${Buffer.alloc(32, 'c').toString('base64')}`,
      OUTBOUND_ALLOW: '127.0.0.0/8',
      // A client that waits sees little, so most clients do not wait and poll.
      SUBMIT_WAIT_MS: '2000',
      SEARCH_WAIT_MS: '1000',
      SEARCH_OPEN_MS: '10000',
      LOG_LEVEL: 'info',
      ...SECRETS,
    };
    const sandboxUrl = await sandbox.url;
    await prepareSandbox(sandboxUrl, misbehaves);
    const leadkeep = (commandsHere ? inHere : inProcesses)(env);
    const key = await prepare(leadkeep, { ...options, sandboxUrl, began, dir: servers.dir });
    await beginBooksEarlier(client.db(), began);
    const fleet = await openFleet(env);
    closers.add(() => fleet.killAll());
    await allReady(fleet, signal);
    const close = (): Promise<void> => closers.close();
    return { servers, fleet, sandboxUrl, began, key, leadkeep, db: client.db(), redis, close };
  } catch (error) {
    await closers.close();
    throw error;
  }
}

/**
 * As if the books had been kept for months: no month ends while a rehearsal runs, and only a month that is over can be
 * closed.
 */
async function beginBooksEarlier(db: mongo.Db, began: Date): Promise<void> {
  await db
    .collection<{ _id: string }>('meta')
    .updateOne({ _id: 'books' }, { $set: { begun_at: monthsBack(began, EARLIER_MONTHS) } });
}

/** Waits until every process reports that it is ready. */
export async function allReady({ members }: Fleet, signal: AbortSignal): Promise<void> {
  await Promise.all(
    members.map((member) => {
      const { name, url } = member;
      const child = {
        name,
        isRunning: () => member.state() !== 'away',
        ended: Promise.resolve('its log says why'),
      };
      return waitReady(child, Number(new URL(url).port), { signal, patienceMs: PATIENCE_MS });
    }),
  );
}

interface Preparation extends Pick<PlaceOptions, 'submits' | 'perMinute' | 'signal'> {
  readonly sandboxUrl: string;
  readonly began: Date;
  readonly dir: string;
}

/** Prepares indexes, catalogue and key with the `leadkeep` command. Returns the key. */
async function prepare(leadkeep: Leadkeep, about: Preparation): Promise<string> {
  const { signal } = about;
  const run = async (...args: string[]): Promise<string> => {
    const { ok, stdout, stderr } = await leadkeep(args, signal);
    signal.throwIfAborted();
    if (!ok) throw new Error(`leadkeep ${args[0]}: ${stderr}`);
    return stdout;
  };
  await run('migrate');
  mkdirSync(about.dir, { recursive: true });
  const file = join(about.dir, 'catalogue.yaml');
  writeFileSync(file, chaosCatalogue(about.submits, about.sandboxUrl, about.began));
  await run('apply', file);
  const limits = OPERATIONS.flatMap((name) => ['--limit', `${name}=${about.perMinute}/min:20`]);
  const issued = await run('key', 'issue', '--affiliate', AFFILIATE_HANDLE, ...limits, '--json');
  return (JSON.parse(issued) as { key: string }).key;
}

function withDatabase(url: string, name: string): string {
  const parsed = new URL(url);
  parsed.pathname = `/${name}`;
  return parsed.href;
}

async function deleteKeys(redis: Redis, name: string): Promise<void> {
  for (const master of mastersOf(redis))
    for await (const keys of master.scanStream({ match: `*${name}*`, count: 1_000 }) as AsyncIterable<
      string[]
    >)
      // One by one: in a cluster they are of several slots.
      for (const key of keys) await master.unlink(key);
}
