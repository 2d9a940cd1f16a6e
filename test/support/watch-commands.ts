import type { Connection, mongo } from 'mongoose';
import { BEHIND_CALLS } from '../../src/platform/mongo/exchanges/exchange-store.js';
import { asksAllShards } from './shard-keys.js';

/** Requests and answers are written behind the calls, in batches (`keep-exchanges.ts`); the budget counts that apart. */
const isBehind = ({ commandName, command }: mongo.CommandStartedEvent): boolean =>
  command[commandName] === 'exchanges' || command['comment'] === BEHIND_CALLS;

/** Notes what the driver sends on all of the connections: `find searches`. */
export function watchCommands(connections: readonly Connection[]) {
  let commands: string[] = [];
  let unkeyed: string[] = [];
  let behind: string[] = [];
  const note = (event: mongo.CommandStartedEvent): void => {
    const { commandName, command } = event;
    if (isBehind(event)) {
      behind.push(commandName);
      return;
    }
    commands.push(`${commandName} ${String(command[commandName])}`);
    if (asksAllShards(commandName, command)) unkeyed.push(JSON.stringify(command));
  };
  for (const connection of connections) connection.getClient().on('commandStarted', note);
  return {
    begin() {
      commands = [];
      unkeyed = [];
      behind = [];
    },
    behind: () => behind,
    all: () => commands,
    unkeyed: () => unkeyed,
  };
}
