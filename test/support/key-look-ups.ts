import type { Connection, mongo } from 'mongoose';

/** Runs something and tells how often an API key was looked up in MongoDB meanwhile. */
export async function countLookUps<T>(
  connection: Connection,
  run: () => Promise<T>,
): Promise<{ readonly lookUps: number; readonly result: T }> {
  let lookUps = 0;
  const note = ({ command }: mongo.CommandStartedEvent): void => {
    if ((command as { find?: unknown }).find === 'api_keys') lookUps += 1;
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
