import type { Connection, mongo } from 'mongoose';

export interface CommandCounter {
  /** Runs something and tells which commands the driver sent meanwhile; nothing else may use the connection then. */
  during<T>(run: () => Promise<T>): Promise<{ readonly names: string[]; readonly result: T }>;
}

/** Listens to the driver's command monitoring of a connection made by `openMongo`. */
export function countCommands(connection: Connection): CommandCounter {
  return {
    async during(run) {
      const names: string[] = [];
      const note = ({ commandName }: mongo.CommandStartedEvent): void => {
        names.push(commandName);
      };
      const client = connection.getClient();
      client.on('commandStarted', note);
      try {
        return { result: await run(), names };
      } finally {
        client.off('commandStarted', note);
      }
    },
  };
}
