import { Mongoose, type Connection, type ConnectOptions } from 'mongoose';
import type { Log } from '../process/logger.js';
import { endWaitingWrites } from './end-waiting-writes.js';
import { followTopology, noteError, rejectIfMisnamed } from './mongo-fault.js';
import { raiseFirstBatchSize } from './first-batch.js';
import { checkAddress, databaseIn } from './mongo-url.js';
import { isRefused, wrongSetting } from './refusals.js';
import { SOCKET_LIMIT_MS } from '../../core/delivery/lease-times.js';

/**
 * `edge`: a caller waits, so fail within a second. `worker`: wait for a failover. `operator`: wait as long as a command
 * takes.
 */
export type MongoClientKind = 'edge' | 'worker' | 'operator';

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
const LIMITS: Readonly<Record<MongoClientKind, ConnectOptions>> = {
  edge: {
    serverSelectionTimeoutMS: 700,
    // Also how long a process may stand still before the driver takes its own silence for the server's, and ends all its commands.
    connectTimeoutMS: 3_000,
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
  /** Resolves when MongoDB was found; retries until then. Rejects with a SettingsError if that can't help: MONGO_URL is wrong. */
  readonly opened: Promise<void>;
  readonly close: () => Promise<void>;
}

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
export function openMongo(url: string, patience: MongoClientKind, log: Log, watched: Watched = {}): Mongo {
  endWaitingWrites();
  raiseFirstBatchSize();
  const connection = createConnection();
  const stop = new AbortController();
  const options: ConnectOptions = {
    ...LIMITS[patience],
    dbName: databaseIn(url),
    appName: 'leadkeep',
    writeConcern: WRITTEN,
    ...READ,
    ignoreUndefined: true,
    monitorCommands: watched.monitorCommands ?? false,
    bufferCommands: false,
    sanitizeFilter: true,
    // Whatever NODE_TLS_REJECT_UNAUTHORIZED says.
    rejectUnauthorized: true,
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
      await open(connection, url, options);
      if (saidAt !== undefined) log.info('MongoDB is there');
      followTopology(connection, log, stop);
      return;
    } catch (error) {
      const wrong = wrongSetting(error);
      if (wrong) throw wrong;
      const why = noteError(connection, error);
      if (saidAt === undefined || performance.now() - saidAt >= SAY_EVERY_MS) {
        saidAt = performance.now();
        log.warn({ err: error }, `waiting for MongoDB at MONGO_URL${why === undefined ? '' : `: ${why}`}`);
      }
      await pause(RETRY_MS, stop);
    }
  }
}

/** Throws what is wrong with the address as soon as a server has said it, also that its user may not read the database. */
async function open(connection: Connection, url: string, options: ConnectOptions): Promise<void> {
  const opening = connection.openUri(url, { ...options });
  await rejectIfMisnamed(connection, opening);
  try {
    await connection.collection('meta').findOne({}, { projection: { _id: 1 } });
  } catch (error) {
    // Any other fault meets the commands that follow.
    if (isRefused(error)) throw error;
  }
}

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
