import { writeFileSync } from 'node:fs';
import { stopSignal } from '../scripts/processes/stop-signal.js';
import { readOptions } from './options.js';
import { rehearse } from './rehearse.js';
import { summaryOf } from './report.js';

/** `npm run chaos`: exits 0 without a violation, 1 with one, 2 if it could not run, 130 if interrupted. */
const options = readOptions(process.argv.slice(2));
const signal = stopSignal();
// Progress goes to stderr, so that stdout contains only the report.
const say = (line: string): void => {
  process.stderr.write(`chaos: ${line}\n`);
};

try {
  const report = await rehearse(options, signal, say);
  if (options.report !== undefined) writeFileSync(options.report, `${JSON.stringify(report, null, 2)}\n`);
  process.stdout.write(`${summaryOf(report)}\n`);
  process.exitCode = report.violations.length > 0 ? 1 : 0;
} catch (error) {
  say(error instanceof Error ? (error.stack ?? error.message) : String(error));
  process.exitCode = signal.aborted ? 130 : 2;
}
