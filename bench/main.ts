import { measureBurst } from './scale/measure-burst.js';
import { measureOffers } from './scale/measure-offers.js';
import { measureStored } from './scale/stored/measure-stored.js';
import { measureAll } from './measure-all.js';
import { readOptions } from './options.js';
import { reportOf, tableOf, unsteadyOf } from './report.js';

/**
 * `npm run bench`: prints requests per second and latencies of Leadkeep and of the bare pipeline. Exits 1 if it could not
 * measure, or the machine was not quiet.
 */
const options = readOptions(process.argv.slice(2));
const interrupted = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.on(signal, () => {
    interrupted.abort(new Error('interrupted'));
  });

// Progress goes to stderr, so that stdout contains only the report.
const say = (line: string): void => {
  process.stderr.write(`bench: ${line}\n`);
};

const SCALE_RUNS = { offers: measureOffers, stored: measureStored, burst: measureBurst };

async function measured(): Promise<string> {
  if (options.scale) {
    const { figures, text, failures } = await SCALE_RUNS[options.scale](options, interrupted.signal, say);
    for (const failure of failures) say(`missed: ${failure}`);
    if (failures.length > 0) process.exitCode = 1;
    return options.json ? JSON.stringify({ ...figures, failures }, null, 2) : text;
  }
  const report = reportOf(await measureAll(options, interrupted.signal, say), options, new Date());
  const unsteady = unsteadyOf(report);
  for (const sentence of unsteady) say(sentence);
  if (unsteady.length > 0) process.exitCode = 1;
  return options.json ? JSON.stringify(report, null, 2) : tableOf(report);
}

try {
  process.stdout.write(`${await measured()}\n`);
} catch (error) {
  say(error instanceof Error ? error.message : String(error));
  process.exitCode = interrupted.signal.aborted ? 130 : 1;
}
