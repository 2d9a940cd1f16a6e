import { Mongoose, mongo, type Connection, type ConnectOptions } from 'mongoose';
import type { Log } from '../process/logger.js';
import { SettingsError } from '../process/settings.js';
import { endWaitingWrites } from './end-waiting-writes.js';
import { followTopology, noteError } from './mongo-fault.js';
import { askForOneAnswer } from './one-answer.js';
import { wrongMongoOption } from './mongo-url.js';
import { SOCKET_LIMIT_MS } from '../../core/delivery/lease-times.js';

/**
 * `edge`: a caller waits, so fail within a second. `worker`: wait for a failover. `operator`: wait as long as a command
 * takes.
 */
export type Patience = 'edge' | 'worker' | 'operator';

/**
 * The limits of a guarded edge call, whatever the driver does. An outage must be answered with 503 within 1 s. In a
 * burst, calls wait for their turn, and the driver's own limits end a single command that is not answered.
 */
export const EDGE_LIMITS = { silentMs: 750, mostMs: 5_000 };

/**
 * The driver's own limits. `timeoutMS` has no effect in driver 7.8, so each phase has a limit: finding a server,
 * getting a connection from the pool, connecting, and waiting for an answer (a stopped server accepts bytes and sends
 * nothing).
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

/** An acknowledged write is on disk. With several servers, it is on disk on a majority. */
const WRITTEN = { w: 'majority', journal: true } as const;
/** A read comes from the primary and returns only what a majority has. */
const READ = { readConcern: { level: 'majority' }, readPreference: 'primary' } as const;
const RETRY_MS = 500;
const SAY_EVERY_MS = 10_000;

export interface Watched {
  /**
   * Whether the driver emits an event for every command. It then parses every answer a second time, which costs a
   * busy process a tenth of its capacity. Use it only in tests.
   */
  readonly monitorCommands?: boolean;
}

export interface Mongo {
  /** Usable at once. A command before MongoDB was found fails as an outage. */
  readonly connection: Connection;
  /** Resolves when MongoDB was found; retries until then. Rejects with a SettingsError if the address can't be read. */
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

/**
 * Connects in the background and logs while it waits. Returns at once. After the first connection, the driver handles
 * outages.
 */
export function openMongo(url: string, patience: Patience, log: Log, watched: Watched = {}): Mongo {
  endWaitingWrites();
  askForOneAnswer();
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
  // Without a listener, an 'error' event would end the process. Every error also reaches its own command.
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
      followTopology(connection, log, stop);
      return;
    } catch (error) {
      const why = noteError(connection, error);
      if (saidAt === undefined || performance.now() - saidAt >= SAY_EVERY_MS) {
        saidAt = performance.now();
        log.warn({ err: error }, why === undefined ? 'waiting for MongoDB' : `waiting for MongoDB: ${why}`);
      }
      await pause(RETRY_MS, stop);
    }
  }
}

/**
 * Rejects at once an address that can't be read or that would break a guarantee. The driver reads the address when it
 * creates a client, and may throw any kind of error.
 */
function checkAddress(url: string): void {
  try {
    new mongo.MongoClient(url);
  } catch (error) {
    // Any other message may quote hosts, and an unescaped password can be parsed as a host.
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
 * Some of the driver's messages end with the given value. And if a password contains an unescaped `@` and `?`, the
 * driver takes the rest of the password for an option and names it.
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
