import { writeFileSync } from 'node:fs';
import Mocha from 'mocha';

/** Mocha's usual output, and its counts in a file for run-tests.mjs. */
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
      writeFileSync(process.env.LEADKEEP_COUNTS_FILE ?? '/dev/null', JSON.stringify(counts));
    });
  }
}
