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

/**
 * Runs `npm ci` if the lockfile differs from the installed one. Two launches in one clone take turns.
 *
 * @param {string} cloneDir
 * @param {LaunchContext} context
 */
export async function ensureInstalled(cloneDir, context) {
  const stamp = join(cloneDir, 'node_modules/.leadkeep-installed');
  const wanted = fingerprint(join(cloneDir, 'package-lock.json'));
  const isInstalled = () => contentOf(stamp) === wanted;
  if (isInstalled()) return;
  const lock = join(cloneDir, '.leadkeep/install.lock');
  await withLock(lock, { ...context, what: 'installing npm packages' }, async () => {
    if (isInstalled()) return;
    // npm empties node_modules first, and the stamp with it: an interrupted installation is repeated.
    const args = ['ci', '--include=dev', '--no-audit', '--no-fund', '--loglevel=error'];
    await timed(context.log, 'installing npm packages (npm ci)', () =>
      runCommand('npm', args, { cwd: cloneDir, signal: context.signal, guard: context.guard }),
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
