import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { CLONE_DIR } from '../../scripts/processes/clone-dir.js';
import { quietPort } from './quiet-port.js';

/** A program of a server that can be killed and comes back on the same port with the same data. */
export interface Part {
  readonly name: string;
  readonly dataDir: string;
  kill(): Promise<void>;
  restart(): Promise<void>;
}

/** `parts` is empty for a server that was given by its address: it is not ours to kill. */
export interface Server {
  readonly url: string;
  /** `url`, or how it was found: path, download, packages. */
  readonly way: string;
  readonly parts: readonly Part[];
}

export interface Servers {
  readonly redis: Server;
  readonly mongo: Server;
  /** A folder of ours, removed at the end. */
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
/** What is used of scripts/services, which is plain Node and not compiled. */
interface Scripts {
  readonly openGuard: () => Guard;
  readonly makePrivateDir: (env: NodeJS.ProcessEnv) => string;
  readonly startRestartable: (server: 'redis' | 'mongo', context: object) => Promise<Restartable>;
}

const script = async (name: string): Promise<object> =>
  (await import(pathToFileURL(join(CLONE_DIR, 'scripts/services', name)).href)) as object;

export async function loadScripts(): Promise<Scripts> {
  const names = ['guard.mjs', 'ensure-services.mjs', 'restartable-servers.mjs'];
  return Object.assign({}, ...(await Promise.all(names.map((name) => script(name))))) as Scripts;
}

/**
 * A Redis and a MongoDB-protocol server of our own. One that `env` gives by its address (`MONGO_URL`, `REDIS_URL`) is
 * used instead and left in peace; `npm test` gives both, and tells in `LEADKEEP_WAYS` when they were its own find:
 * then more of them can be had the same way.
 */
export async function openServers(
  env: NodeJS.ProcessEnv,
  signal: AbortSignal,
  say: (line: string) => void,
): Promise<Servers> {
  const { openGuard, makePrivateDir, startRestartable } = await loadScripts();
  const guard = openGuard();
  const dir = makePrivateDir(env);
  guard.throwAway(dir);
  const started: Restartable[] = [];

  const open = async (name: 'redis' | 'mongo', given: string | undefined): Promise<Server> => {
    const way = wayOf(name, env);
    if (given && (way === undefined || way === 'url' || way === 'docker'))
      return { url: given, way: 'url', parts: [] };
    // Redis keeps what it was told, as it does in production; PostgreSQL's cluster need not survive the machine.
    const mode = name === 'redis' ? 'persistent' : 'private';
    const ownEnv = way === undefined ? env : { ...env, LEADKEEP_SERVICES: way };
    const context = { mode, dir, env: ownEnv, log: say, guard, signal, pickPort: quietPort, installed };
    const server = await startRestartable(name, context);
    started.push(server);
    return server;
  };
  const close = async (): Promise<void> => {
    await Promise.all(started.splice(0).map((server) => server.stop()));
    await guard.close();
  };
  const both = [open('redis', env['REDIS_URL']), open('mongo', env['MONGO_URL'])] as const;
  try {
    const [redis, mongo] = await Promise.all(both);
    return { redis, mongo, dir, close };
  } catch (error) {
    await Promise.allSettled(both);
    await close();
    throw error;
  }
}

/** We run compiled, so packages are installed. */
export const installed = (): Promise<void> => Promise.resolve();

/** How `npm test` found its server; undefined when nobody says. */
export const wayOf = (server: 'redis' | 'mongo', { LEADKEEP_WAYS: ways = '' }: NodeJS.ProcessEnv) =>
  new RegExp(`\\b${server}=(\\w+)`).exec(ways)?.[1];
