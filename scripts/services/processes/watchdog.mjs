/**
 * A process of its own that outlives its owner by a moment: when the owner's end of the pipe closes, for whatever
 * reason (also SIGKILL), it stops what the owner had started and removes the throw-away folders.
 *
 * Reads one JSON message a line: `{"watch": ServerRecord}`, `{"forget": pid}`, `{"throwAway": dir}`.
 */
import { createInterface } from 'node:readline';
import { stopServers } from './stop-servers.mjs';

/** @type {import('./stop-servers.mjs').ServerRecord[]} */
let records = [];
/** @type {string[]} */
const dirs = [];

for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])) process.on(signal, () => {});

const lines = createInterface({ input: process.stdin });
lines.on('line', (line) => {
  const message = JSON.parse(line);
  if (message.watch) records.push(message.watch);
  if (message.forget) records = records.filter((r) => r.kind !== 'process' || r.pid !== message.forget);
  if (message.throwAway) dirs.push(message.throwAway);
});
lines.on('close', () => {
  void stopServers(records, dirs).finally(() => process.exit(0));
});
