import type { Connection, mongo } from 'mongoose';

type Filter = Readonly<Record<string, unknown>>;

/** The `find`s of a connection. To answer a sorted one, a server like FerretDB reads everything that its filter finds. */
export interface FindsSeen {
  /** Filters of sorted reads. */
  readonly sorted: readonly Filter[];
  /** Those of them that are for no range with an end. */
  readonly endless: readonly Filter[];
  /** How many documents the largest answer had. */
  readonly most: number;
  readonly count: number;
}

/** Notes the reads of a connection while something runs; nothing else may use it then. */
export async function watchFinds<T>(
  connection: Connection,
  run: () => Promise<T>,
): Promise<FindsSeen & { readonly result: T }> {
  const sorted: Filter[] = [];
  let [most, count] = [0, 0];
  const started = ({ commandName, command }: mongo.CommandStartedEvent): void => {
    if (commandName !== 'find') return;
    count += 1;
    if (command['sort'] !== undefined) sorted.push(command['filter'] as Filter);
  };
  const succeeded = ({ commandName, reply }: mongo.CommandSucceededEvent): void => {
    if (commandName !== 'find') return;
    const { firstBatch } = (reply as { readonly cursor: { readonly firstBatch: readonly unknown[] } }).cursor;
    most = Math.max(most, firstBatch.length);
  };
  const client = connection.getClient();
  client.on('commandStarted', started).on('commandSucceeded', succeeded);
  try {
    const result = await run();
    return { result, sorted, endless: sorted.filter((filter) => !hasEnd(filter)), most, count };
  } finally {
    client.off('commandStarted', started).off('commandSucceeded', succeeded);
  }
}

const hasEnd = (filter: Filter): boolean =>
  Object.values(filter).some((value) => typeof value === 'object' && value !== null && '$lt' in value);
