import type { Connection, mongo } from 'mongoose';

/** Runs something and tells how often one API key was looked up in MongoDB meanwhile; the list of all is no look-up. */
export async function countLookUps<T>(
  connection: Connection,
  run: () => Promise<T>,
): Promise<{ readonly lookUps: number; readonly result: T }> {
  let lookUps = 0;
  const note = ({ command }: mongo.CommandStartedEvent): void => {
    const { find, filter } = command as { find?: unknown; filter?: { _id?: unknown } };
    if (find === 'api_keys' && filter?._id !== undefined) lookUps += 1;
  };
  const client = connection.getClient();
  client.on('commandStarted', note);
  try {
    const result = await run();
    return { lookUps, result };
  } finally {
    client.off('commandStarted', note);
  }
}
