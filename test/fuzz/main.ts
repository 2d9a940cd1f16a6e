import { fuzz } from './fuzz.js';
import { readOptions } from './options.js';
import { openPlace } from './place.js';
import { reportOf } from './report.js';

/**
 * `npm run fuzz`: generated requests over all operations against real processes. Exits 1 when one was answered with a
 * 5xx or otherwise than the API's description says, or when a process logged an error.
 */
const options = readOptions(process.argv.slice(2));
process.stderr.write(`fuzz: ${options.requests} requests, seed ${options.seed}\n`);
const place = await openPlace();
try {
  const fuzzed = await fuzz(place, options);
  const said = place.faults();
  process.stdout.write(`${[reportOf(fuzzed, options), ...said.slice(0, 20)].join('\n')}\n`);
  process.exitCode = fuzzed.faults.length + said.length > 0 ? 1 : 0;
} finally {
  await place.close();
}
process.exit();
