import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { withLock } from '../services/processes/file-lock.mjs';
import { runCommand } from '../services/processes/run-command.mjs';
import { timed } from '../services/processes/timed.mjs';

const NOT_SOURCES = new Set(['node_modules', 'dist', '.git', '.leadkeep']);

/** @typedef {Record<string, string>} Sources path below the clone → size and time of change */

/**
 * Compiles with tsc if a source has changed since the last time. Types are checked by `npm run types`, which takes longer.
 *
 * @param {string} cloneDir
 * @param {import('./ensure-installed.mjs').LaunchContext} context
 * @throws {import('../services/processes/run-command.mjs').CommandFailed} its `output` is the compiler's
 */
export async function ensureCompiled(cloneDir, context) {
  const stamp = join(cloneDir, 'dist/.leadkeep-compiled');
  if (isCurrent(readStamp(stamp), listSources(cloneDir))) return;
  const lock = join(cloneDir, '.leadkeep/compile.lock');
  await withLock(lock, { ...context, what: 'compiling' }, async () => {
    const [before, now] = [readStamp(stamp), listSources(cloneDir)];
    if (isCurrent(before, now)) return;
    mkdirSync(join(cloneDir, 'dist'), { recursive: true });
    removeOutputs(
      cloneDir,
      Object.keys(before.sources).filter((path) => !(path in now)),
    );
    writeFileSync(stamp, JSON.stringify({ done: false, sources: { ...before.sources, ...now } }));
    const tsc = join(cloneDir, 'node_modules/typescript/bin/tsc');
    const run = { cwd: cloneDir, signal: context.signal, guard: context.guard };
    await timed(context.log, 'compiling (tsc)', () => runCommand(process.execPath, [tsc, '--noCheck'], run));
    writeFileSync(stamp, JSON.stringify({ done: true, sources: now }));
  });
}

/**
 * @param {{ done: boolean, sources: Sources }} stamp
 * @param {Sources} sources
 */
function isCurrent({ done, sources: compiled }, sources) {
  const paths = Object.keys(sources);
  return (
    done &&
    paths.length === Object.keys(compiled).length &&
    paths.every((path) => compiled[path] === sources[path])
  );
}

/**
 * @param {string} file
 * @returns {{ done: boolean, sources: Sources }} `done` is false during a compilation and after a failed one
 */
function readStamp(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return { done: false, sources: {} };
  }
}

/**
 * @param {string} cloneDir
 * @param {string} [dir]
 * @param {Sources} [found]
 */
function listSources(cloneDir, dir = cloneDir, found = {}) {
  for (const entry of readdirSync(dir, { withFileTypes: true })) {
    const path = join(dir, entry.name);
    // The page is compiled by itself.
    if (dir === cloneDir && entry.name === 'console') continue;
    if (entry.isDirectory() && !NOT_SOURCES.has(entry.name)) listSources(cloneDir, path, found);
    if (!entry.isFile() || !/\.(ts|mts|cts|json)$/.test(entry.name)) continue;
    const { size, mtimeMs } = statSync(path);
    found[relative(cloneDir, path)] = `${size} ${mtimeMs}`;
  }
  return found;
}

/**
 * Removes the output of deleted sources, which tsc leaves: an old test would still run.
 *
 * @param {string} cloneDir
 * @param {string[]} paths of sources that are gone
 */
function removeOutputs(cloneDir, paths) {
  for (const path of paths) {
    const output = join(cloneDir, 'dist', path.replace(/ts$/, 'js'));
    rmSync(output, { force: true });
    rmSync(`${output}.map`, { force: true });
  }
}
