import type { Connection } from 'mongoose';
import { Counter, type Registry } from 'prom-client';
import { startBatching } from '../mongo/batches/batching.js';
import { EDGE_LIMITS } from '../mongo/mongo.js';
import { refusal } from '../mongo/refusals.js';
import type { Log } from './logger.js';
import { onRefused } from './outage.js';

/** These processes answer calls and decide leads. Their commands are counted. */
const BUSY: readonly string[] = ['web', 'search', 'partner', 'submit'];

/** These work on many records at once, too. */
const BATCHING: readonly string[] = [...BUSY, 'sweeper', 'notify'];

/** Batches the commands of a process that works on many records at once. */
export function openMongoTraffic(processName: string, connection: Connection, metrics: Registry): void {
  // Who calls `web` has his answer by then, and may have called again.
  const limits = processName === 'web' ? { mostWaitMs: EDGE_LIMITS.mostMs } : {};
  if (BATCHING.includes(processName)) startBatching(connection, limits);
  if (BUSY.includes(processName)) countCommands(metrics, connection);
}

/**
 * Each command checks a connection out of the driver's pool. This event costs nothing that the driver does not do anyway,
 * unlike the events of commands.
 */
function countCommands(metrics: Registry, connection: Connection): void {
  const counter = new Counter({
    name: 'leadkeep_mongodb_commands_total',
    help: 'Commands that this process sent to MongoDB.',
    registers: [metrics],
  });
  const count = (): void => {
    counter.inc();
  };
  connection.once('connected', () => connection.getClient().on('connectionCheckedOut', count));
}

/** A refusal does not pass by itself. It is said again as long as it lasts. */
const SAY_AGAIN_MS = 60_000;

/**
 * Counts the calls that MongoDB refuses to the user of this process, and says so at once, once a minute at most. Returns a
 * function that ends it.
 */
export function reportRefusals(metrics: Registry, log: Pick<Log, 'error'>): () => void {
  const counter = new Counter({
    name: 'leadkeep_mongodb_refused_total',
    help: 'Calls that MongoDB refused to the user of MONGO_URL.',
    registers: [metrics],
  });
  let saidAt = Number.NEGATIVE_INFINITY;
  return onRefused((error) => {
    counter.inc();
    if (performance.now() - saidAt < SAY_AGAIN_MS) return;
    saidAt = performance.now();
    log.error({ err: error }, refusal(error));
  });
}
