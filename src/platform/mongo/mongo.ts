import { Mongoose, mongo, type Connection, type ConnectOptions } from 'mongoose';
import type { Log } from '../process/logger.js';
import { SettingsError } from '../process/settings.js';
import { wrongMongoOption } from './mongo-url.js';
import { SOCKET_LIMIT_MS } from '../../core/delivery/lease-times.js';

/** `edge`: a caller waits, so fail within a second. `worker`: wait for a failover. `operator`: take the time it takes. */
export type Patience = 'edge' | 'worker' | 'operator';

/**
 * A call through the edge's guard takes at most this long, whatever the driver does (an outage is answered 503
 * within 1 s).
 */
export const EDGE_LIMIT_MS = 750;

/**
 * The driver's own limits. `timeoutMS` has no effect in driver 7.8, so each phase has its limit: finding a server,
 * a connection from the pool, connecting, and an answer (a stopped server accepts bytes and says nothing).
 */
const LIMITS: Readonly<Record<Patience, ConnectOptions>> = {
  edge: {
    serverSelectionTimeoutMS: 700,
    connectTimeoutMS: 700,
    waitQueueTimeoutMS: 700,
    socketTimeoutMS: 1_000,
    heartbeatFrequencyMS: 2_000,
  },
  worker: {
    serverSelectionTimeoutMS: 3_000,
    connectTimeoutMS: 3_000,
    waitQueueTimeoutMS: 3_000,
    socketTimeoutMS: SOCKET_LIMIT_MS,
    heartbeatFrequencyMS: 2_000,
  },
  operator: { serverSelectionTimeoutMS: 5_000, connectTimeoutMS: 5_000 },
};

/** An acknowledged write is on disk, on a majority where there are several servers. */
const WRITTEN = { w: 'majority', journal: true } as const;
/** What a read finds is written in that sense, and comes from the primary. */
const READ = { readConcern: { level: 'majority' }, readPreference: 'primary' } as const;
const RETRY_MS = 500;
const SAY_EVERY_MS = 10_000;

export interface Watched {
  /**
   * Whether the driver tells of every command. It then reads every answer a second time, which costs a busy process
   * a tenth of its work: only for tests.
   */
  readonly monitorCommands?: boolean;
}

export interface Mongo {
  /** Usable at once: a command before MongoDB was found fails as an outage. */
  readonly connection: Connection;
  /** Resolves when MongoDB was found; goes on trying until then. Rejects with a SettingsError on an address it can't read. */
  readonly opened: Promise<void>;
  close(): Promise<void>;
}

const databaseIn = (url: string): string | undefined => /^[^/]+:\/\/[^/]+\/([^?]+)/.exec(url)?.[1];

function createConnection(): Connection {
  const mongoose = new Mongoose();
  mongoose.set({
    autoIndex: false,
    autoCreate: false,
    strictQuery: 'throw',
    sanitizeFilter: true,
    bufferCommands: false,
  });
  return mongoose.createConnection();
}

/** Connects in the background, says while it waits, and goes on when MongoDB comes. Later outages are the driver's. */
export function openMongo(url: string, patience: Patience, log: Log, watched: Watched = {}): Mongo {
  const connection = createConnection();
  const stop = new AbortController();
  const options: ConnectOptions = {
    ...LIMITS[patience],
    dbName: databaseIn(url) ?? 'leadkeep',
    appName: 'leadkeep',
    writeConcern: WRITTEN,
    ...READ,
    ignoreUndefined: true,
    monitorCommands: watched.monitorCommands ?? false,
    bufferCommands: false,
    sanitizeFilter: true,
  };
  // Without a listener an 'error' event would end the process; every error also reaches the command it concerns.
  connection.on('error', () => undefined);
  return {
    connection,
    opened: keepOpening(connection, url, options, log, stop.signal),
    async close() {
      stop.abort();
      await connection.close();
    },
  };
}

async function keepOpening(
  connection: Connection,
  url: string,
  options: ConnectOptions,
  log: Log,
  stop: AbortSignal,
): Promise<void> {
  checkAddress(url);
  let saidAt: number | undefined;
  while (!stop.aborted) {
    try {
      await connection.openUri(url, { ...options });
      if (saidAt !== undefined) log.info('MongoDB is there');
      return;
    } catch (error) {
      if (saidAt === undefined || performance.now() - saidAt >= SAY_EVERY_MS) {
        saidAt = performance.now();
        log.warn({ err: error }, 'waiting for MongoDB');
      }
      await pause(RETRY_MS, stop);
    }
  }
}

/** Nobody waits for an address that can't be read, or that would take a guarantee away. The driver reads it when a client is made, and throws what it likes. */
function checkAddress(url: string): void {
  try {
    new mongo.MongoClient(url);
  } catch (error) {
    // Any other message quotes hosts, and a password that was not escaped is read as one.
    const why =
      error instanceof Error && error.name === 'MongoParseError'
        ? withoutValues(error.message, url)
        : "its hosts can't be read";
    throw new SettingsError(`Settings: MONGO_URL can't be used: ${why}.`);
  }
  const wrong = wrongMongoOption(url);
  if (wrong !== undefined) throw new SettingsError(`Settings: MONGO_URL can't be used: ${wrong}.`);
}

/**
 * The driver ends some sentences with what it was given. And behind a password with an `@` and a `?` that were not
 * escaped, it takes the password's rest for an option, and names it.
 */
const withoutValues = (sentence: string, url: string): string =>
  /\?.*@/s.test(url)
    ? 'its password or its options hold characters that are not escaped'
    : sentence.replace(/, got\b.*|(?<=unescaped characters).*/s, '');

const pause = (ms: number, stop: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const end = (): void => {
      clearTimeout(timer);
      stop.removeEventListener('abort', end);
      resolve();
    };
    const timer = setTimeout(end, ms);
    stop.addEventListener('abort', end);
  });
