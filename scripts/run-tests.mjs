/**
 * Runs mocha on the compiled tests with the given arguments. The last line is `N passed, N failed`.
 */
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const cloneDir = fileURLToPath(new URL('..', import.meta.url));
const TESTS = 'dist/test/**/*.test.js';
// Generous, since a busy machine is not a failure. No test depends on it.
const TIMEOUT_MS = '60000';

/** @typedef {{ passed: number, failed: number, skipped: number }} Counts */

/**
 * @param {string} file written by count-reporter.mjs
 * @returns {Counts | null} null if mocha did not finish
 */
function readCounts(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return null;
  }
}

/** @param {readonly string[]} args for mocha; without a file among them, all tests */
async function runTests(args) {
  const dir = mkdtempSync(join(tmpdir(), 'leadkeep-tests-'));
  const countsFile = join(dir, 'counts.json');
  try {
    const files = args.some((arg) => /\.js$/.test(arg)) ? [] : [TESTS];
    const mocha = join(cloneDir, 'node_modules/mocha/bin/mocha.js');
    const reporter = ['--reporter', join(cloneDir, 'scripts/launch/count-reporter.mjs')];
    const child = spawn(process.execPath, [mocha, '--timeout', TIMEOUT_MS, ...args, ...reporter, ...files], {
      cwd: cloneDir,
      stdio: 'inherit',
      env: { ...process.env, LEADKEEP_COUNTS_FILE: countsFile },
    });
    for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM']))
      process.on(signal, () => child.kill(signal));
    const code = await new Promise((resolve, reject) => {
      child.once('error', reject);
      child.once('exit', (exitCode) => resolve(exitCode ?? 1));
    });
    return close(code, readCounts(countsFile));
  } finally {
    rmSync(dir, { recursive: true, force: true });
  }
}

/**
 * @param {number} code mocha's own
 * @param {Counts | null} counts
 * @returns {number} exit code; running no test is a failure
 */
function close(code, counts) {
  const { passed, failed, skipped } = counts ?? { passed: 0, failed: 1, skipped: 0 };
  const ran = passed + failed > 0;
  if (!ran) console.log('no test was executed');
  console.log(`${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`);
  return code || (failed > 0 || !ran ? 1 : 0);
}

process.exitCode = await runTests(process.argv.slice(2));
