import { writeFileSync } from 'node:fs';
import Mocha from 'mocha';

/** Mocha's usual output, and its counts in a file for run-tests.mjs, with what failed. */
export default class CountReporter extends Mocha.reporters.Spec {
  /**
   * @param {Mocha.Runner} runner
   * @param {Mocha.MochaOptions} options
   */
  constructor(runner, options) {
    super(runner, options);
    /** @type {{ title: string, error: string }[]} */
    const failures = [];
    runner.on('fail', (test, error) => {
      failures.push({ title: test.fullTitle(), error: String(error.stack ?? error.message) });
    });
    runner.once('end', () => {
      const { passes: passed = 0, failures: failed = 0, pending: skipped = 0 } = runner.stats ?? {};
      const counts = { passed, failed, skipped, failures };
      writeFileSync(process.env.LEADKEEP_COUNTS_FILE ?? '/dev/null', JSON.stringify(counts));
    });
  }
}
