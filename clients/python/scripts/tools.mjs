/**
 * Prints the path of a Python that has the generator, the packager and the type checker of requirements-dev.txt, which it
 * installs once. Where there is no fitting Python it says so and ends with 3; where they can't be installed, with 4.
 */
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { cacheDir } from '../../../scripts/services/cache-dir.mjs';
import { withLock } from '../../../scripts/services/processes/file-lock.mjs';

const REQUIREMENTS = fileURLToPath(new URL('../requirements-dev.txt', import.meta.url));
const NO_PYTHON = 3;
const NO_PACKAGES = 4;
// Also needs `venv`, which some distributions leave out.
const FITS = 'import sys, venv, ensurepip; print(sys.version); sys.exit(sys.version_info < (3, 11))';

const log = (/** @type {string} */ line) => console.error(`leadkeep: ${line}`);

const found = spawnSync('python3', ['-c', FITS], { encoding: 'utf8' });
if (found.status === 0)
  try {
    console.log(await ensureTools(found.stdout));
  } catch (error) {
    log(`Python's tools can't be installed here: ${error instanceof Error ? error.message : String(error)}`);
    process.exitCode = NO_PACKAGES;
  }
else {
  log('no Python 3.11 or later with venv here');
  process.exitCode = NO_PYTHON;
}

/** @param {string} version */
async function ensureTools(version) {
  const wanted = createHash('sha256')
    .update(version)
    .update(readFileSync(REQUIREMENTS))
    .digest('hex')
    .slice(0, 16);
  const cache = join(cacheDir(), 'python');
  const link = join(cache, wanted);
  const python = join(link, 'bin', 'python');
  if (existsSync(python)) return python;
  await withLock(join(cache, 'install.lock'), { log, what: "installing Python's tools" }, async () => {
    if (!existsSync(python)) install(cache, link);
  });
  return python;
}

/**
 * An environment can't be moved, so a link to it is what appears at once.
 *
 * @param {string} cache
 * @param {string} link
 */
function install(cache, link) {
  mkdirSync(cache, { recursive: true });
  const dir = mkdtempSync(join(cache, 'tools-'));
  const python = join(dir, 'bin', 'python');
  const steps = [
    ['python3', '-m', 'venv', dir],
    [python, '-m', 'pip', 'install', '--quiet', '--disable-pip-version-check', '-r', REQUIREMENTS],
  ];
  for (const [program = '', ...args] of steps) {
    const { status, stderr } = spawnSync(program, args, { encoding: 'utf8' });
    if (status === 0) continue;
    rmSync(dir, { recursive: true, force: true });
    throw new Error(stderr.trim().split('\n').at(-1));
  }
  const draft = `${link}.${process.pid}`;
  symlinkSync(dir, draft);
  renameSync(draft, link);
}
