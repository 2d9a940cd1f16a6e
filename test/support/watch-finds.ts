import type { Connection, mongo } from 'mongoose';

type Filter = Readonly<Record<string, unknown>>;

/** What a server like FerretDB reads to answer a sorted `find`: everything that the filter finds. */
export interface FindsSeen {
  /** Filters of sorted reads whose range has no end, and that equal nothing. */
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
  const endless: Filter[] = [];
  let [most, count] = [0, 0];
  const started = ({ commandName, command }: mongo.CommandStartedEvent): void => {
    if (commandName !== 'find') return;
    count += 1;
    const filter = command['filter'] as Filter;
    if (command['sort'] !== undefined && !hasEnd(filter)) endless.push(filter);
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
    return { result, endless, most, count };
  } finally {
    client.off('commandStarted', started).off('commandSucceeded', succeeded);
  }
}

const hasEnd = (filter: Filter): boolean =>
  Object.values(filter).some((value) => typeof value === 'object' && value !== null && '$lt' in value);
