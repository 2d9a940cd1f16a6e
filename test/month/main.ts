import { privateServices } from '../support/services.js';
import { readOptions } from './options.js';
import { playMonth } from './play-month.js';
import { reportOf } from './report.js';

/**
 * `npm run month`: a month of a made-up exchange in simulated time, on a real database. Exits 1 if its books do not
 * balance.
 */
const options = readOptions(process.argv.slice(2));
process.stderr.write(`month: ${options.leads} leads, seed ${options.seed}\n`);
const services = privateServices();
const began = performance.now();
const since = (): number => (performance.now() - began) / 1_000;
let told = 0;
try {
  const month = await playMonth(await services.connection(), options, (leads) => {
    if (leads - told < options.leads / 10) return;
    told = leads;
    process.stderr.write(`month: ${leads} leads after ${Math.round(since())} s\n`);
  });
  const { strikes } = month.stage;
  process.stdout.write(`${reportOf({ ...month, strikes, seconds: since() })}\n`);
  process.exitCode = month.proofs.some(({ faults }) => faults.length > 0) ? 1 : 0;
} finally {
  await services.close();
}
process.exit();
