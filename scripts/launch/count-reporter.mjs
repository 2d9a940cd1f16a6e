import { writeFileSync } from 'node:fs';
import { relative } from 'node:path';
import { performance } from 'node:perf_hooks';
import Mocha from 'mocha';

/** How long something that a test closes may take to be gone, even on a busy machine. */
const LEAK_MS = 60_000;

/** @param {(file: string) => void} act @returns {(suite: Mocha.Suite) => void} for the outermost suites of a file */
const outermost = (act) => (suite) => {
  if (suite.parent?.root && suite.file) act(relative(process.cwd(), suite.file));
};

/**
 * @param {Mocha.Runner} runner
 * @returns {Record<string, number>} filled while the tests run: ms that each file's suites took, with their hooks
 */
function timeFiles(runner) {
  /** @type {Record<string, number>} */
  const durations = {};
  let startedAt = 0;
  runner.on(
    'suite',
    outermost(() => {
      startedAt = performance.now();
    }),
  );
  runner.on(
    'suite end',
    outermost((file) => {
      durations[file] = (durations[file] ?? 0) + performance.now() - startedAt;
    }),
  );
  return durations;
}

/**
 * @param {Mocha.Runner} runner
 * @returns {{ title: string, error: string }[]} filled while the tests run: what failed, and its error with its stack
 */
function collectFailures(runner) {
  /** @type {{ title: string, error: string }[]} */
  const failures = [];
  runner.on('fail', (test, error) => {
    failures.push({ title: test.fullTitle(), error: String(error.stack ?? error.message) });
  });
  return failures;
}

/**
 * @param {Mocha.Runner} runner
 * @returns {() => string[]} sockets, servers and processes that are still open, one line each, with the file at whose end each was first seen. Timers are not among them
 */
function watchOpen(runner) {
  /** @type {WeakMap<object, string>} */
  const seenAfter = new WeakMap();
  // Not in Node's documented interface, and the only one that hands out the things themselves.
  const handles = () => /** @type {any} */ (process)._getActiveHandles();
  runner.on(
    'suite end',
    outermost((file) => {
      for (const handle of handles()) if (!seenAfter.has(handle)) seenAfter.set(handle, file);
    }),
  );
  return () =>
    handles().map((/** @type {any} */ handle) => {
      const { remotePort, localPort, spawnargs } = handle;
      const details = JSON.stringify({ remotePort, localPort, spawnargs });
      return `${handle.constructor.name} ${details}, first seen after ${seenAfter.get(handle) ?? 'the last file'}`;
    });
}

/**
 * Mocha's usual output, and its counts in a file for run-tests.mjs, with what failed and how long each file took. A
 * suite that has ended but leaves something open (a server, a worker, a connection) is a failure that says what, and
 * after which file, instead of a process that never ends.
 */
export default class CountReporter extends Mocha.reporters.Spec {
  /**
   * @param {Mocha.Runner} runner
   * @param {Mocha.MochaOptions} options
   */
  constructor(runner, options) {
    super(runner, options);
    const durations = timeFiles(runner);
    const failures = collectFailures(runner);
    const open = watchOpen(runner);
    runner.once('end', () => {
      const { passes: passed = 0, failures: failed = 0, pending: skipped = 0 } = runner.stats ?? {};
      const counts = { passed, failed, skipped, failures, durations };
      const write = () =>
        writeFileSync(process.env.LEADKEEP_COUNTS_FILE ?? '/dev/null', JSON.stringify(counts));
      write();
      setTimeout(() => {
        const error = [process.getActiveResourcesInfo().join(', '), ...open()].join('\n');
        failures.push({ title: 'a test left something open', error });
        counts.failed += 1;
        write();
        process.exit(1);
      }, LEAK_MS).unref();
    });
  }
}
