import { writeFileSync } from 'node:fs';
import Mocha from 'mocha';

/** How long something that a test closes may take to be gone, even on a busy machine. */
const LEAK_MS = 60_000;

/**
 * Mocha's usual output, and its counts in a file for run-tests.mjs. A suite that has ended but leaves something open
 * (a server, a worker, a connection) is a failure that says what, instead of a process that never ends.
 */
export default class CountReporter extends Mocha.reporters.Spec {
  /**
   * @param {Mocha.Runner} runner
   * @param {Mocha.MochaOptions} options
   */
  constructor(runner, options) {
    super(runner, options);
    runner.once('end', () => {
      const { passes = 0, failures = 0, pending = 0 } = runner.stats ?? {};
      const counts = { passed: passes, failed: failures, skipped: pending };
      const write = () =>
        writeFileSync(process.env.LEADKEEP_COUNTS_FILE ?? '/dev/null', JSON.stringify(counts));
      write();
      setTimeout(() => {
        console.log(`a test left something open: ${process.getActiveResourcesInfo().join(', ')}`);
        counts.failed += 1;
        write();
        process.exit(1);
      }, LEAK_MS).unref();
    });
  }
}
