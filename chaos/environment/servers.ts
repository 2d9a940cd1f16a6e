import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { CLONE_DIR } from '../../scripts/processes/clone-dir.js';
import { openClosers } from './closers.js';
import { quietPort } from './quiet-port.js';
import { pairUp, type FailOver } from './redis-pair.js';
import type { Server } from './server.js';
import { clusterLike } from './rehearsed-cluster.js';
import { pairWithSentinels } from './watched-pair.js';

/** How clients find Redis: always behind one address, by asking Sentinels, or as a cluster of three masters. */
export type RedisKind = 'single' | 'sentinel' | 'cluster';

export interface Servers {
  readonly redis: Server;
  readonly mongo: Server;
  /** Absent if Redis was given by its address. */
  readonly failOver?: (how: FailOver) => Promise<void>;
  /** The rehearsal's own folder, removed at the end. */
  readonly dir: string;
  /** Stops what was started here and removes its data. */
  close(): Promise<void>;
}

interface Guard {
  throwAway(dir: string): void;
  close(): Promise<void>;
}
interface Restartable extends Server {
  stop(): Promise<void>;
}
/** The parts of scripts/services that are used here; they are plain Node and not compiled. */
interface Scripts {
  readonly openGuard: () => Guard;
  readonly makePrivateDir: (env: NodeJS.ProcessEnv) => string;
  readonly startRestartable: (server: 'redis' | 'mongo', context: object) => Promise<Restartable>;
}

const script = async (name: string): Promise<object> =>
  (await import(pathToFileURL(join(CLONE_DIR, 'scripts/services', name)).href)) as object;

export async function loadScripts(): Promise<Scripts> {
  const names = ['processes/guard.mjs', 'ensure-services.mjs', 'restartable-servers.mjs'];
  return Object.assign({}, ...(await Promise.all(names.map((name) => script(name))))) as Scripts;
}

/**
 * A Redis and a MongoDB-protocol server of our own. One that `env` gives by its address (`MONGO_URL`, `REDIS_URL`) is
 * used instead and never killed. `npm test` gives both, and says in `LEADKEEP_WAYS` how it found its own: more servers can
 * then be started the same way.
 */
export async function openServers(
  env: NodeJS.ProcessEnv,
  signal: AbortSignal,
  say: (line: string) => void,
  redisKind: RedisKind,
): Promise<Servers> {
  const { openGuard, makePrivateDir, startRestartable } = await loadScripts();
  const guard = openGuard();
  const dir = makePrivateDir(env);
  guard.throwAway(dir);
  const closers = openClosers(say);
  closers.add(() => guard.close());

  const open = async (name: 'redis' | 'mongo', given: string | undefined, within = ''): Promise<Server> => {
    const way = wayOf(name, env);
    if (given && (way === undefined || way === 'url' || way === 'docker'))
      return { url: given, way: 'url', parts: [] };
    const ownDir = join(dir, within);
    // Redis syncs its writes as in production; PostgreSQL's data need not survive a crash of the machine.
    const mode = name === 'redis' ? 'persistent' : 'private';
    const ownEnv = way === undefined ? env : { ...env, LEADKEEP_SERVICES: way };
    const context = {
      mode,
      dir: ownDir,
      env: ownEnv,
      log: say,
      guard,
      signal,
      pickPort: quietPort,
      installed,
    };
    const server = await startRestartable(name, context);
    closers.add(() => server.stop());
    return server;
  };
  const openRedis = async (): Promise<Pick<Servers, 'redis' | 'failOver'>> => {
    const first = await open('redis', env['REDIS_URL']);
    if (first.parts.length === 0) return { redis: first };
    if (redisKind === 'cluster') {
      const cluster = await clusterLike(first);
      closers.add(() => cluster.close());
      return { redis: cluster, failOver: (how) => cluster.failOver(how) };
    }
    const pairing = redisKind === 'sentinel' ? pairWithSentinels : pairUp;
    const pair = await pairing([first, await open('redis', env['REDIS_URL'], 'replica')]);
    closers.add(() => pair.close());
    return { redis: pair, failOver: (how) => pair.failOver(how) };
  };
  const both = [openRedis(), open('mongo', env['MONGO_URL'])] as const;
  try {
    const [redis, mongo] = await Promise.all(both);
    return { ...redis, mongo, dir, close: () => closers.close() };
  } catch (error) {
    await Promise.allSettled(both);
    await closers.close();
    throw error;
  }
}

/** This file runs compiled, so the packages are installed. */
export const installed = (): Promise<void> => Promise.resolve();

/** How `npm test` found its server; undefined if it did not say. */
export const wayOf = (server: 'redis' | 'mongo', { LEADKEEP_WAYS: ways = '' }: NodeJS.ProcessEnv) =>
  new RegExp(`\\b${server}=(\\w+)`).exec(ways)?.[1];
