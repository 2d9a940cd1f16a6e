import { measureAll } from './measure-all.js';
import { readOptions } from './options.js';
import { reportOf, tableOf } from './report.js';

/** `npm run bench`: prints requests a second and latencies of ours and of the bare pipeline. Exits 1 when it could not measure. */
const options = readOptions(process.argv.slice(2));
const interrupted = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.on(signal, () => {
    interrupted.abort(new Error('interrupted'));
  });

// Progress goes to standard error, so that standard output is the report alone.
const say = (line: string): void => {
  process.stderr.write(`bench: ${line}\n`);
};

try {
  const measured = await measureAll(options, interrupted.signal, say);
  const report = reportOf(measured, options, new Date());
  process.stdout.write(`${options.json ? JSON.stringify(report, null, 2) : tableOf(report)}\n`);
} catch (error) {
  say(error instanceof Error ? error.message : String(error));
  process.exitCode = interrupted.signal.aborted ? 130 : 1;
}
