import { measureCopies } from './copies/measure-copies.js';
import { tableOfCopies } from './copies/table-of-copies.js';
import { measureHanging, tableOfHanging } from './hanging/measure-hanging.js';
import { measureLedger, textOfLedger } from './ledger/measure-ledger.js';
import { measureScale } from './scale/measure-scale.js';
import { measureAll } from './measure-all.js';
import { readOptions } from './options.js';
import { measureStub } from './stub/measure-stub.js';
import { tableOfStub } from './stub/table-of-stub.js';
import { measureSuppression, tableOfSuppression } from './suppression/measure-suppression.js';
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

async function measured(): Promise<string> {
  if (options.scale) {
    const { figures, text, failures } = await measureScale(options, interrupted.signal, say);
    for (const failure of failures) say(`missed: ${failure}`);
    if (failures.length > 0) process.exitCode = 1;
    return options.json ? JSON.stringify({ ...figures, failures }, null, 2) : text;
  }
  if (options.suppression) {
    const all = await measureSuppression(say);
    return options.json ? JSON.stringify(all, null, 2) : tableOfSuppression(all);
  }
  if (options.hanging) {
    const report = await measureHanging(options, interrupted.signal, say);
    return options.json ? JSON.stringify(report, null, 2) : tableOfHanging(report);
  }
  if (options.ledger) {
    const report = await measureLedger(options.seconds);
    return options.json ? JSON.stringify(report, null, 2) : textOfLedger(report);
  }
  if (options.stub) {
    const report = await measureStub(options, interrupted.signal, say);
    return options.json ? JSON.stringify(report, null, 2) : tableOfStub(report);
  }
  if (options.copies) {
    const report = await measureCopies(options, interrupted.signal, say);
    return options.json ? JSON.stringify(report, null, 2) : tableOfCopies(report);
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
