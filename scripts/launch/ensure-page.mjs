import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { withLock } from '../services/processes/file-lock.mjs';
import { runCommand } from '../services/processes/run-command.mjs';
import { timed } from '../services/processes/timed.mjs';
import { ensureInstalled } from './ensure-installed.mjs';

const SOURCES = [
  'src',
  'scripts',
  'index.html',
  'package-lock.json',
  'vite.config.ts',
  '../src/core/catalogue/entry-form.ts',
  '../src/core/catalogue/named-secrets.ts',
  '../src/core/clean-words.ts',
  '../src/core/delivery/mapping-rows.ts',
  '../src/core/lead/fields.ts',
];

/**
 * Installs and builds the console's page (`console/`), if its sources have changed since the last time.
 *
 * @param {string} cloneDir
 * @param {import('./ensure-installed.mjs').LaunchContext} context
 * @throws {import('../services/processes/run-command.mjs').CommandFailed} its `output` is npm's or the build's
 */
export async function ensurePage(cloneDir, context) {
  const dir = join(cloneDir, 'console');
  const stamp = join(dir, 'dist/.leadkeep-built');
  const isBuilt = () => existsSync(stamp) && readFileSync(stamp, 'utf8') === fingerprint(dir);
  if (isBuilt()) return;
  await ensureInstalled(cloneDir, context, 'console');
  const lock = join(cloneDir, '.leadkeep/page.lock');
  await withLock(lock, { ...context, what: "building the console's page" }, async () => {
    if (isBuilt()) return;
    const wanted = fingerprint(dir);
    const run = { cwd: dir, signal: context.signal, guard: context.guard };
    await timed(context.log, "building the console's page (vite)", () =>
      runCommand(process.execPath, ['scripts/build.mjs'], run),
    );
    writeFileSync(stamp, wanted);
  });
}

/**
 * Of the contents, since a new clone has new times.
 *
 * @param {string} dir
 */
function fingerprint(dir) {
  const hash = createHash('sha256');
  for (const path of SOURCES.flatMap((name) => filesIn(dir, name)).sort())
    hash.update(`${path}\n`).update(readFileSync(join(dir, path)));
  return hash.digest('hex');
}

/**
 * @param {string} dir
 * @param {string} name of a file or folder in it
 * @returns {string[]}
 */
function filesIn(dir, name) {
  if (/\.\w+$/.test(name)) return [name];
  return readdirSync(join(dir, name), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !entry.name.endsWith('.d.ts'))
    .map((entry) => join(entry.parentPath, entry.name).slice(dir.length + 1));
}
