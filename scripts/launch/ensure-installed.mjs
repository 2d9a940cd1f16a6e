import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { withLock } from '../services/processes/file-lock.mjs';
import { runCommand } from '../services/processes/run-command.mjs';
import { timed } from '../services/processes/timed.mjs';

/**
 * @typedef {object} LaunchContext
 * @property {import('../services/processes/timed.mjs').Log} log
 * @property {AbortSignal} signal
 * @property {import('../services/processes/guard.mjs').Guard} guard
 */

const NPM_CI = ['ci', '--include=dev', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'];

/**
 * Runs `npm ci` if the lockfile differs from the installed one. Two launches in one clone take turns.
 *
 * @param {string} cloneDir
 * @param {LaunchContext} context
 * @param {string} [folder] of a package with a lockfile of its own, below the clone; else the clone itself
 */
export async function ensureInstalled(cloneDir, context, folder = '') {
  const dir = join(cloneDir, folder);
  const what = `npm packages${folder && ` of ${folder}`}`;
  const stamp = join(dir, 'node_modules/.leadkeep-installed');
  const wanted = fingerprint(join(dir, 'package-lock.json'));
  const isInstalled = () => contentOf(stamp) === wanted;
  if (isInstalled()) return;
  const lock = join(cloneDir, '.leadkeep', `install${folder && `-${folder.replaceAll('/', '-')}`}.lock`);
  await withLock(lock, { ...context, what: `installing ${what}` }, async () => {
    if (isInstalled()) return;
    // npm empties node_modules first, and the stamp with it: an interrupted installation is repeated.
    await timed(context.log, `installing ${what} (npm ci)`, () =>
      runCommand('npm', NPM_CI, { cwd: dir, signal: context.signal, guard: context.guard }),
    );
    writeFileSync(stamp, wanted);
  });
}

/**
 * Another launch may be emptying the file's folder at the same time.
 *
 * @param {string} file
 * @returns {string | null} null if it does not exist
 */
function contentOf(file) {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return null;
  }
}

/** @param {string} lockfile */
function fingerprint(lockfile) {
  if (!existsSync(lockfile)) throw new Error(`${lockfile} is missing: this is not a complete clone`);
  const hash = createHash('sha256').update(readFileSync(lockfile));
  return hash.update(`${process.platform} ${process.arch} ${process.versions.modules}`).digest('hex');
}
