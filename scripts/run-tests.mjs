/**
 * Runs mocha on the compiled tests with the given arguments. The last line is `N passed, N failed`. All tests run in two
 * mochas side by side, the few long ones in one and the many short ones in the other: one core alone takes 22 minutes.
 */
import { spawn } from 'node:child_process';
import { closeSync, existsSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const cloneDir = fileURLToPath(new URL('..', import.meta.url));
const TESTS = 'dist/test/**/*.test.js';
const LONG = ['dist/test/browser', 'dist/test/chaos', 'dist/test/e2e', 'dist/test/steps']
  .filter((dir) => existsSync(join(cloneDir, dir)))
  .map((dir) => `${dir}/**/*.test.js`);
// For new objects: the step tests, which make millions, take a tenth less time.
const ROOM = '--max-semi-space-size=64';
// Generous, since a busy machine is not a failure. No test depends on it.
const TIMEOUT_MS = '60000';

// What to look at first when the whole takes too long.
const SLOWEST = 25;

/**
 * @typedef {object} Counts what one mocha did
 * @property {number} passed
 * @property {number} failed
 * @property {number} skipped
 * @property {readonly { title: string, error: string }[]} failures
 * @property {Record<string, number>} durations ms by file
 */

/** @type {Counts} */
const NOT_FINISHED = { passed: 0, failed: 1, skipped: 0, failures: [], durations: {} };

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

/**
 * @param {readonly string[]} args for mocha
 * @param {'inherit' | number} output a file, by its descriptor
 * @returns {Promise<{ code: number, counts: Counts }>}
 */
async function runMocha(args, output) {
  const dir = mkdtempSync(join(tmpdir(), 'leadkeep-tests-'));
  const countsFile = join(dir, 'counts.json');
  try {
    const mocha = join(cloneDir, 'node_modules/mocha/bin/mocha.js');
    const reporter = ['--reporter', join(cloneDir, 'scripts/launch/count-reporter.mjs')];
    const child = spawn(process.execPath, [ROOM, mocha, '--timeout', TIMEOUT_MS, ...reporter, ...args], {
      cwd: cloneDir,
      stdio: ['inherit', output, output],
      env: { ...process.env, LEADKEEP_COUNTS_FILE: countsFile },
    });
    for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM']))
      process.on(signal, () => child.kill(signal));
    const code = await new Promise((resolve, reject) => {
      child.once('error', reject);
      child.once('exit', (exitCode) => resolve(exitCode ?? 1));
    });
    return { code, counts: readCounts(countsFile) ?? NOT_FINISHED };
  } finally {
    rmSync(dir, { recursive: true, force: true });
  }
}

/** @param {readonly string[]} args for mocha; without a file among them, all tests */
async function runTests(args) {
  if (args.some((arg) => /\.js$/.test(arg))) return close([await runMocha(args, 'inherit')]);
  if (LONG.length === 0) return close([await runMocha([...args, TESTS], 'inherit')]);
  const dir = mkdtempSync(join(tmpdir(), 'leadkeep-tests-'));
  const log = join(dir, 'long-tests.log');
  const output = openSync(log, 'a');
  try {
    const ends = await Promise.all([
      runMocha([...args, ...LONG.flatMap((files) => ['--ignore', files]), TESTS], 'inherit'),
      runMocha([...args, ...LONG], output),
    ]);
    console.log(readFileSync(log, 'utf8'));
    tellSlowest(ends.map(({ counts }) => counts.durations));
    tellFailures(ends.flatMap(({ counts }) => counts.failures));
    return close(ends);
  } finally {
    closeSync(output);
    rmSync(dir, { recursive: true, force: true });
  }
}

/** @param {readonly Record<string, number>[]} halves ms by file, of each of the two mochas */
function tellSlowest(halves) {
  const seconds = (/** @type {number} */ ms) => `${Math.round(ms / 1000)} s`;
  const wholes = halves.map((half) => seconds(Object.values(half).reduce((sum, ms) => sum + ms, 0)));
  const slowest = halves.flatMap((half) => Object.entries(half)).sort(([, a], [, b]) => b - a);
  console.log(`the two halves took ${wholes.join(' and ')}; the slowest files:`);
  for (const [file, ms] of slowest.slice(0, SLOWEST)) console.log(`${seconds(ms).padStart(7)}  ${file}`);
}

/** Again at the end, where somebody looks who has the last lines of a long log. @param {Counts['failures']} failures */
function tellFailures(failures) {
  for (const { title, error } of failures) console.log(`failed: ${title}\n${error}\n`);
}

/**
 * @param {readonly { code: number, counts: Counts }[]} ends `code` is mocha's own
 * @returns {number} exit code; running no test is a failure
 */
function close(ends) {
  /** @param {'passed' | 'failed' | 'skipped'} name */
  const sum = (name) => ends.reduce((total, { counts }) => total + counts[name], 0);
  const [passed, failed, skipped] = [sum('passed'), sum('failed'), sum('skipped')];
  const ran = passed + failed > 0;
  if (!ran) console.log('no test was executed');
  console.log(`${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`);
  return ends.find(({ code }) => code !== 0)?.code ?? (failed > 0 || !ran ? 1 : 0);
}

process.exitCode = await runTests(process.argv.slice(2));
