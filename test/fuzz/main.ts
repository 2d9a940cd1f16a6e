import { fuzz } from './fuzz.js';
import { watchFigures } from './flat.js';
import { readOptions, warmUpOf } from './options.js';
import { openPlace } from './running-service.js';
import { reportOf } from './report.js';

/**
 * `npm run fuzz`: generated searches, submits, pre-checks and reads against real processes. Exits 1 when one was answered with a
 * 5xx or otherwise than the API's description says, when a process logged an error, and when a `web` process holds more
 * descriptors or memory afterwards.
 */
const options = readOptions(process.argv.slice(2));
process.stderr.write(`fuzz: ${options.requests} requests, seed ${options.seed}\n`);
const place = await openPlace();
try {
  // Requests of another seed warm the processes up; what they find counts too.
  const warm = await fuzz(place, { ...options, seed: options.seed + 1, requests: warmUpOf(options) });
  const look = await watchFigures(place.webs);
  const fuzzed = await fuzz(place, options);
  const flat = await look();
  const said = [
    ...place.faults(),
    ...flat.faults,
    ...(warm.faults.length > 0 ? [reportOf(warm, options)] : []),
  ];
  process.stdout.write(`${[reportOf(fuzzed, options), ...flat.lines, ...said.slice(0, 20)].join('\n')}\n`);
  process.exitCode = fuzzed.faults.length + said.length > 0 ? 1 : 0;
} finally {
  await place.close();
}
process.exit();
