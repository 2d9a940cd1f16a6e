import { chmodSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runsAsRoot } from './cache-dir.mjs';
import { firstThatWorks } from './ways/first-that-works.mjs';
import { noGuard, openGuard } from './processes/guard.mjs';
import { canEnter, postgresAccount } from './servers/postgres-account.mjs';
import { stopServers } from './processes/stop-servers.mjs';
import { withLock } from './processes/file-lock.mjs';
import { identityOf, isSameProcess } from './processes/process-identity.mjs';
import { isUp, lockFile, readState, removeState, writeState } from './server-state.mjs';

/**
 * @typedef {object} ServiceOptions
 * @property {'private' | 'persistent'} mode private: throw-away instances; persistent: data in `<cloneDir>/.leadkeep`
 * @property {string} cloneDir
 * @property {import('./processes/timed.mjs').Log} [log]
 * @property {NodeJS.ProcessEnv} [env]
 * @property {AbortSignal} [signal]
 * @property {() => Promise<void>} [installed] resolves when node_modules is complete (only way 4 needs it)
 * @property {import('./processes/guard.mjs').Guard} [guard] the caller's watchdog; without one, one is opened and closed here
 * @property {string | null} [owner] persistent only: the command that stops them; null: they stay up when it ends
 *
 * @typedef {object} Services
 * @property {string} mongoUrl
 * @property {string} redisUrl
 * @property {{ mongo: string, redis: string }} how the way by which each was found: url, path, docker, download, packages
 * @property {() => Promise<void>} stop stops what was started here, removes throw-away data; safe to call again
 */

/**
 * Finds or brings up Redis and a MongoDB-protocol server, each on its own by the first way that works (docs/services.md).
 *
 * @param {ServiceOptions} options
 * @returns {Promise<Services>}
 * @throws {Error} a sentence when a server cannot be had; then nothing is left running
 */
export async function ensureServices(options) {
  const { mode, cloneDir, env = process.env, owner = null } = options;
  const stays = mode === 'persistent' && owner === null;
  const guard = stays ? noGuard : (options.guard ?? openGuard());
  const dir = mode === 'private' ? makePrivateDir(env) : makePersistentDir(cloneDir);
  const throwAway = mode === 'private' ? [dir] : [];
  for (const path of throwAway) guard.throwAway(path);
  const failed = new AbortController();
  const context = {
    mode,
    dir,
    env,
    guard,
    log: options.log ?? (() => {}),
    signal: AbortSignal.any([failed.signal, ...(options.signal ? [options.signal] : [])]),
    installed: options.installed ?? (async () => {}),
  };
  /** @type {(() => Promise<void>)[]} */
  const releasers = [];
  const stop = async () => {
    await Promise.all(releasers.splice(0).map((release) => release()));
    for (const path of throwAway) rmSync(path, { recursive: true, force: true, maxRetries: 5 });
    if (!options.guard) await guard.close();
  };
  /**
   * @param {import('./ways/first-that-works.mjs').ServerName} server
   * @param {string | undefined} given
   */
  const provide = async (server, given) => {
    if (given) return { url: given, way: 'url' };
    const { url, way, records } = await (mode === 'private'
      ? firstThatWorks(server, context)
      : persistentServer(server, context, owner));
    if (records.length > 0)
      releasers.push(() =>
        mode === 'private' ? stopServers(records) : stopPersistentServer(dir, server, records),
      );
    return { url, way };
  };
  const both = [provide('redis', env.REDIS_URL), provide('mongo', env.MONGO_URL)];
  try {
    const [redis, mongo] = await Promise.all(both);
    if (!redis || !mongo) throw new Error('unreachable');
    return { redisUrl: redis.url, mongoUrl: mongo.url, how: { redis: redis.way, mongo: mongo.way }, stop };
  } catch (error) {
    failed.abort(error);
    await Promise.allSettled(both);
    await stop();
    throw error;
  }
}

/**
 * In the system's temporary folder; as root, where PostgreSQL's user can get too.
 *
 * @param {NodeJS.ProcessEnv} env
 */
export function makePrivateDir(env) {
  const account = postgresAccount();
  const wanted = env.TMPDIR || tmpdir();
  const base = [wanted, '/tmp', '/var/tmp'].find((path) => !account || canEnter(path, account)) ?? wanted;
  const dir = mkdtempSync(join(base, 'leadkeep-'));
  if (runsAsRoot) chmodSync(dir, 0o711);
  return dir;
}

/** @param {string} cloneDir */
function makePersistentDir(cloneDir) {
  const dir = join(cloneDir, '.leadkeep');
  mkdirSync(dir, { recursive: true });
  return dir;
}

/** @typedef {import('./ways/first-that-works.mjs').StartedServer & { way: string }} RunningServer */

/**
 * The clone's server with persistent data: the one that runs already, or a new one. One at a time works on the data.
 *
 * @param {import('./ways/first-that-works.mjs').ServerName} server
 * @param {import('./ways/first-that-works.mjs').Context} context
 * @param {string | null} owner the command that will stop it; null: it stays until `services down`
 * @returns {Promise<RunningServer>} without records when it was not started here
 */
export function persistentServer(server, context, owner) {
  const { dir, log, signal } = context;
  return withLock(lockFile(dir, server), { log, signal, what: `starting ${server}` }, async () => {
    const state = readState(dir, server);
    // That of a command that was killed is about to end: by its watchdog, or by us.
    const isLeft = state?.owner && !isSameProcess(state.owner.pid, state.owner.identity);
    if (state && isUp(state) && !isLeft) {
      if (state.owner)
        log(`${server} belongs to ${state.owner.what} (process ${state.owner.pid}) and ends with it`);
      return { url: state.url, way: state.way, records: [] };
    }
    // Half of it may have survived a crash, and would hold the data.
    if (state) await stopServers(state.records);
    const started = await firstThatWorks(server, context);
    writeState(dir, server, {
      url: started.url,
      way: started.way,
      since: new Date().toISOString(),
      records: started.records,
      owner: owner === null ? null : { what: owner, pid: process.pid, identity: identityOf(process.pid) },
    });
    return started;
  });
}

/**
 * @param {string} dir the clone's `.leadkeep`
 * @param {import('./ways/first-that-works.mjs').ServerName} server
 * @param {readonly import('./processes/stop-servers.mjs').ServerRecord[]} records
 */
export async function stopPersistentServer(dir, server, records) {
  await stopServers(records);
  removeState(dir, server);
}
