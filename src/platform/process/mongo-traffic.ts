import type { Connection } from 'mongoose';
import { Counter, type Registry } from 'prom-client';
import { startBatching } from '../mongo/batches/batching.js';
import type { Settings } from './settings.js';

/** These processes work on many records at once. */
const BUSY: readonly string[] = ['web', 'search', 'partner', 'submit'];

/** In processes that answer calls and decide leads: batches commands if the settings say so, and counts them. */
export function openMongoTraffic(
  processName: string,
  { mongoBatches }: Pick<Settings, 'mongoBatches'>,
  connection: Connection,
  metrics: Registry,
): void {
  if (!BUSY.includes(processName)) return;
  if (mongoBatches === 'on') startBatching(connection);
  countCommands(metrics, connection);
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
