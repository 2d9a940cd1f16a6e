import type { Connection } from 'mongoose';
import { Counter, type Registry } from 'prom-client';
import { startBatching } from '../mongo/batches/batching.js';
import { EDGE_LIMITS } from '../mongo/mongo.js';
import type { Settings } from './settings.js';

/** These processes answer calls and decide leads. Their commands are counted. */
const BUSY: readonly string[] = ['web', 'search', 'partner', 'submit'];

/** These work on many records at once, too. */
const BATCHING: readonly string[] = [...BUSY, 'sweeper', 'notify'];

/** Batches the commands of a process that works on many records at once, if the settings say so. */
export function openMongoTraffic(
  processName: string,
  { mongoBatches }: Pick<Settings, 'mongoBatches'>,
  connection: Connection,
  metrics: Registry,
): void {
  // Who calls `web` has his answer by then, and may have called again.
  const limits = processName === 'web' ? { mostWaitMs: EDGE_LIMITS.mostMs } : {};
  if (mongoBatches === 'on' && BATCHING.includes(processName)) startBatching(connection, limits);
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
