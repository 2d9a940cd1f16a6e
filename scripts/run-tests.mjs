/**
 * Runs mocha on the compiled tests, files side by side: all but the long ones, or the files among the arguments, which are mocha's. With
 * `--long`, the parts of test-parts.mjs that are named, or all. The last line is `N passed, N failed`.
 */
import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { LEFT_OUT, partOf, PARTS, SLOW_FIRST } from './launch/test-parts.mjs';

const cloneDir = fileURLToPath(new URL('..', import.meta.url));
// Looks at every command that tests make the code send to MongoDB.
const WATCH = 'dist/test/support/plans/watch-plans.js';
// For new objects: the step tests, which make millions, take a tenth less time.
const ROOM = '--max-semi-space-size=64';
// It only bounds a hang: no test depends on how fast the machine is.
const TIMEOUT_MS = '300000';
// What to look at first when the whole takes too long.
const SLOWEST = 25;

/**
 * @typedef {object} Counts what mocha did
 * @property {number} passed
 * @property {number} failed
 * @property {number} skipped
 * @property {readonly { title: string, error: string }[]} failures
 */

/** @type {Counts} */
const NOT_FINISHED = { passed: 0, failed: 1, skipped: 0, failures: [] };

/** @param {string} file @returns {string} empty if it does not exist */
const textOf = (file) => (existsSync(file) ? readFileSync(file, 'utf8') : '');

/**
 * @param {readonly string[]} args for mocha, files included
 * @param {Record<string, string>} [env] for the tests
 * @returns {Promise<{ counts: Counts, times: readonly (readonly [file: string, ms: number])[] }>}
 */
async function runMocha(args, env = {}) {
  const dir = mkdtempSync(join(tmpdir(), 'leadkeep-tests-'));
  const files = { LEADKEEP_COUNTS_FILE: join(dir, 'counts'), LEADKEEP_TIMES_FILE: join(dir, 'times') };
  try {
    const mocha = join(cloneDir, 'node_modules/mocha/bin/mocha.js');
    const own = ['--reporter', 'count-reporter.mjs', '--require', 'file-hooks.mjs'].map((arg) =>
      arg.endsWith('.mjs') ? join(cloneDir, 'scripts/launch', arg) : arg,
    );
    const watch = existsSync(join(cloneDir, WATCH)) ? ['--require', join(cloneDir, WATCH)] : [];
    const child = spawn(process.execPath, [ROOM, mocha, '--timeout', TIMEOUT_MS, ...own, ...watch, ...args], {
      cwd: cloneDir,
      stdio: 'inherit',
      env: { ...process.env, ...env, ...files },
    });
    const stop = (/** @type {NodeJS.Signals} */ signal) => child.kill(signal);
    for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, stop);
    const code = await new Promise((resolve, reject) => {
      child.once('error', reject);
      child.once('exit', (exitCode) => resolve(exitCode ?? 1));
    });
    for (const signal of ['SIGINT', 'SIGTERM']) process.off(signal, stop);
    const written = textOf(files.LEADKEEP_COUNTS_FILE);
    /** @type {Counts} */
    const counts = written === '' ? NOT_FINISHED : JSON.parse(written);
    const times = textOf(files.LEADKEEP_TIMES_FILE)
      .split('\n')
      .filter(Boolean)
      .map((line) => /** @type {const} */ ([line.slice(line.indexOf(' ') + 1), Number.parseInt(line, 10)]));
    return { counts: code !== 0 && counts.failed === 0 ? { ...counts, failed: 1 } : counts, times };
  } finally {
    rmSync(dir, { recursive: true, force: true });
  }
}

/**
 * @param {(file: string) => boolean} isMeant whether a test file below dist/test is
 * @returns {string[]} those that take longest first
 */
function filesOf(isMeant) {
  const rank = (/** @type {string} */ file) => SLOW_FIRST.findIndex((name) => file.startsWith(name));
  return readdirSync(join(cloneDir, 'dist/test'), { recursive: true, encoding: 'utf8' })
    .filter((file) => TEST_FILE.test(file) && isMeant(file))
    .sort((a, b) => Number(rank(a) < 0) - Number(rank(b) < 0) || rank(a) - rank(b) || (a < b ? -1 : 1))
    .map((file) => `dist/test/${file}`);
}

/** Those of `volume` have long names of their own, since mocha's usual pattern is not to find them. */
const TEST_FILE = /(\.test|^volume\/[^/]+)\.js$/;

/** One file more than cores: files wait for servers and for time, but those that start processes also take a core or two. */
const SIDE_BY_SIDE = ['--parallel', '--jobs', String(availableParallelism() + 1)];

/** @param {readonly string[]} args for mocha */
async function runTests(args) {
  if (args.some((arg) => /\.js$/.test(arg))) return close([await runMocha(args)]);
  const run = await runMocha([
    ...SIDE_BY_SIDE,
    ...args,
    ...filesOf((file) => !LEFT_OUT.some((pattern) => pattern.test(file))),
  ]);
  tellSlowest(run.times);
  tellFailures(run.counts.failures);
  return close([run]);
}

/** @param {readonly string[]} names of parts */
async function runParts(names) {
  const runs = [];
  for (const name of names) {
    const part = PARTS[name];
    if (!part) throw new Error(`"${name}" is no part; there are ${Object.keys(PARTS).join(', ')}`);
    console.log(`== ${name}`);
    const began = performance.now();
    const files = filesOf((file) => part.files.some((pattern) => pattern.test(file)));
    const run = await runMocha([...(part.oneByOne ? [] : SIDE_BY_SIDE), ...files], part.env);
    tellFailures(run.counts.failures);
    console.log(`${name} took ${Math.round((performance.now() - began) / 60_000)} minutes`);
    if (names.length > 1) close([run], `${name}: `);
    runs.push(run);
  }
  return close(runs);
}

/** @param {Awaited<ReturnType<typeof runMocha>>['times']} times */
function tellSlowest(times) {
  const seconds = (/** @type {number} */ ms) => `${Math.round(ms / 1000)} s`;
  const whole = seconds(times.reduce((sum, [, ms]) => sum + ms, 0));
  console.log(`${times.length} files took ${whole} one by one; the slowest:`);
  for (const [file, ms] of [...times].sort(([, a], [, b]) => b - a).slice(0, SLOWEST))
    console.log(`${seconds(ms).padStart(7)}  ${file}`);
}

/** Again at the end, where somebody looks who has the last lines of a long log. @param {Counts['failures']} failures */
function tellFailures(failures) {
  for (const { title, error } of failures) console.log(`failed: ${title}\n${error}\n`);
}

/**
 * @param {readonly { counts: Counts }[]} runs
 * @param {string} [name] before the line
 * @returns {number} exit code; running no test is a failure, skipping all of them is none
 */
function close(runs, name = '') {
  /** @param {'passed' | 'failed' | 'skipped'} what */
  const sum = (what) => runs.reduce((total, { counts }) => total + counts[what], 0);
  const [passed, failed, skipped] = [sum('passed'), sum('failed'), sum('skipped')];
  const ran = passed + failed + skipped > 0;
  if (!ran) console.log('no test was executed');
  console.log(`${name}${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`);
  return failed > 0 || !ran ? 1 : 0;
}

const [first, ...rest] = process.argv.slice(2);
process.exitCode =
  first !== '--long'
    ? await runTests(process.argv.slice(2))
    : await runParts(
        rest[0] === '--commit' ? [partOf(rest[1] ?? '')] : rest.length > 0 ? rest : Object.keys(PARTS),
      );
