import { Redis, type CommonRedisOptions } from 'ioredis';
import { startStallTolerantTimeout } from '../process/stall-tolerant-timeout.js';
import type { Log } from '../process/logger.js';
import { clusterFault } from './cluster-fault.js';
import { openCluster } from './open-cluster.js';
import { readRedisAddress, type ClusterAddress } from './redis-address.js';
import {
  certificateFault,
  connectorFor,
  readRedisTls,
  watchCertificate,
  type RedisTlsSettings,
} from './redis-tls.js';
import { notePassword, passwordFault } from './redis-refusal.js';
import { sentinelFault, watchSentinels } from './sentinel-fault.js';

/**
 * `caller`: for commands that a caller waits for. Nothing is queued while Redis is away, and every command has a time
 * limit.
 * `operator`: the same for a person at the command line, with longer limits, so that a slow Redis is not reported as
 * an outage too early.
 * `listener`: for BullMQ's workers and subscriptions. Waits for Redis forever.
 */
export type RedisFlavour = 'caller' | 'operator' | 'listener';

type Options = Omit<CommonRedisOptions, 'replyMapping'>;

/** A command whose connection broke is not resent automatically. The caller knows whether a repetition is harmless. */
const AT_ONCE: Options = {
  enableOfflineQueue: false,
  maxRetriesPerRequest: 0,
  autoResendUnfulfilledCommands: false,
};

/**
 * `socketTimeout`: a connection that leaves a command unanswered for this long is replaced. Without it, a connection
 * that died silently (host replaced, firewall state lost) would stay in use for a quarter of an hour.
 */
const FLAVOURS: Readonly<Record<RedisFlavour, Options>> = {
  caller: { ...AT_ONCE, connectTimeout: 700 },
  operator: { ...AT_ONCE, commandTimeout: 10_000, connectTimeout: 5_000, socketTimeout: 12_000 },
  // Longer than the 10 s that BullMQ's longest blocking command takes.
  listener: { maxRetriesPerRequest: null, connectTimeout: 5_000, socketTimeout: 12_000 },
};

/** A `caller`'s command that takes longer has failed. */
const COMMAND_LIMIT_MS = 700;

/** A `caller`'s connection that receives nothing for this long after a command is replaced (like `socketTimeout`). */
const SILENCE_LIMIT_MS = 2_000;

const SAY_EVERY_MS = 10_000;

const because = (why: string | undefined): string => (why === undefined ? '' : `: ${why}`);

/** What a server answers to SELECT for a database that it does not have. */
const NO_DATABASE = /DB index|SELECT is not allowed/i;

/** How a Redis in protected mode greets whom it lets do nothing. The driver takes it for the answer to a password. */
const PROTECTED = '-DENIED Redis is running in protected mode';
const protecting = new WeakSet<Redis>();

/** Whether the server lets only its own machine in, in a few words for operators. */
export const protectedFault = (redis: Redis): string | undefined =>
  protecting.has(redis)
    ? 'it has no password and is in protected mode, so it takes no command from another machine: give it a password (requirepass)'
    : undefined;

/** The longest pause between two attempts to reach a Redis that is down. */
export const RETRY_MS = 250;

/**
 * Opens a connection that finds Redis again by itself, at most RETRY_MS after its return, and logs when Redis is
 * away. Throws a SettingsError if the settings of TLS do not fit the address.
 */
export function openRedis(
  url: string,
  flavour: RedisFlavour,
  log: Log,
  tlsSettings: RedisTlsSettings = {},
): Redis {
  const tls = readRedisTls(url, tlsSettings);
  const address = readRedisAddress(url, tls?.options);
  const options: Options = {
    ...FLAVOURS[flavour],
    connectionName: `leadkeep-${flavour}`,
    retryStrategy: (times) => (protecting.has(redis) ? SAY_EVERY_MS : Math.min(50 * times, RETRY_MS)),
    // After a failover the old master answers READONLY. Reconnect to reach the new one.
    reconnectOnError: (error) => error.message.startsWith('READONLY'),
    ...(tls && { tls: tls.options }),
    ...(tls?.fingerprints && { Connector: connectorFor(tls) }),
  };
  const redis =
    address.kind === 'cluster'
      ? openClusterFor(flavour, address, options)
      : address.kind === 'server'
        ? new Redis(address.url, options)
        : new Redis({ ...options, ...address.options });
  if (address.kind === 'sentinels') watchSentinels(redis, address);
  if (tls) watchCertificate(redis, address.hosts, tls);
  if (address.kind !== 'cluster') {
    if (flavour === 'caller') limitCommands(redis, replaceSilent(redis));
    joinWrites(redis);
  }
  // Each call that waits in awaitRedis adds a listener, so their number has no limit.
  redis.setMaxListeners(0);
  let saidAt: number | undefined;
  const say = (about: object): void => {
    if (saidAt !== undefined && performance.now() - saidAt < SAY_EVERY_MS) return;
    saidAt = performance.now();
    const known = sentinelFault(redis) ?? protectedFault(redis) ?? passwordFault(redis);
    const told = address.kind === 'cluster' ? clusterFault(redis) : Promise.resolve(known);
    void told.then((why) => {
      log.warn(about, `waiting for Redis${because(certificateFault(redis) ?? why)}`);
    });
  };
  redis.on('error', (error: Error) => {
    notePassword(redis, error);
    say({ err: error });
    // The driver would go on with database 0, which may be another installation's. This comes before the client is ready.
    if (NO_DATABASE.test(error.message)) redis.disconnect(true);
  });
  // A cluster that is down is only seen by the attempts to reach it.
  if (address.kind === 'cluster')
    redis.on('reconnecting', () => {
      say({});
    });
  if (address.kind !== 'cluster')
    redis.on('connect', () => {
      redis.stream.once('data', (first: Buffer) => {
        protecting.delete(redis);
        if (!first.toString('latin1').startsWith(PROTECTED)) return;
        protecting.add(redis);
        say({});
      });
    });
  redis.on('ready', () => {
    notePassword(redis);
    if (saidAt !== undefined) log.info('Redis is there');
    saidAt = undefined;
  });
  return redis;
}

/**
 * A cluster's connections come and go with its servers, so the driver's own limits look after them. Only the limit of a
 * command is ours: the driver's would also end its search for the slots, which first connects. A process that hardly gets
 * to run would never find the cluster. No command waits for a connection, so that may take longer.
 */
function openClusterFor(flavour: RedisFlavour, address: ClusterAddress, options: Options): Redis {
  const isCaller = flavour === 'caller';
  const limits = isCaller ? { connectTimeout: SILENCE_LIMIT_MS, socketTimeout: SILENCE_LIMIT_MS } : {};
  const waits = flavour === 'listener';
  const redis = openCluster(address, { redisOptions: { ...options, ...limits }, waits, retryMs: RETRY_MS });
  if (isCaller) limitCommands(redis);
  return redis;
}

/** Called when a command is sent. What it returns is called if the command takes too long. */
type Watch = () => () => void;
const NO_WATCH: Watch = () => () => undefined;

/**
 * Replaces the driver's `commandTimeout`. If this process was stalled, that would discard an answer that had already
 * arrived.
 */
function limitCommands(redis: Redis, watch: Watch = NO_WATCH): void {
  const send = redis.sendCommand.bind(redis);
  redis.sendCommand = (command, ...where) => {
    const isLate = watch();
    const stop = startStallTolerantTimeout(COMMAND_LIMIT_MS, () => {
      command.reject(new Error('Command timed out'));
      isLate();
    });
    command.promise.then(stop, stop);
    return send(command, ...where);
  };
}

/** Replaces the driver's `socketTimeout` in the same way: a connection that stays silent after a late command is left. */
function replaceSilent(redis: Redis): Watch {
  let heard = 0;
  redis.on('connect', () => redis.stream.on('data', () => (heard += 1)));
  return () => {
    const { stream } = redis;
    const before = heard;
    const leave = (): void => {
      if (heard === before) stream.destroy(new Error('Socket timeout: nothing was answered'));
    };
    return () => void startStallTolerantTimeout(SILENCE_LIMIT_MS - COMMAND_LIMIT_MS, leave);
  };
}

/**
 * The commands of one turn of the event loop leave in one write to the socket. A turn ends when all that had arrived is
 * handled: the answers to many callers arrive together, and what they set going leaves together.
 */
function joinWrites(redis: Redis): void {
  const send = redis.sendCommand.bind(redis);
  const corked = new WeakSet<object>();
  redis.sendCommand = (command, stream) => {
    const connection = redis.stream as Redis['stream'] | undefined;
    if (connection && !corked.has(connection)) {
      corked.add(connection);
      connection.cork();
      setImmediate(() => {
        corked.delete(connection);
        connection.uncork();
      });
    }
    return send(command, stream);
  };
}

/**
 * Resolves when commands can be sent: at once, or when a reconnecting connection has found Redis. After `limitMs` it
 * rejects with an error that counts as an outage.
 */
export async function awaitRedis(redis: Redis, limitMs: number): Promise<void> {
  if (isReady(redis)) return;
  await new Promise<void>((resolve) => {
    const end = (): void => {
      clearTimeout(timer);
      redis.off('ready', end);
      resolve();
    };
    const timer = setTimeout(end, limitMs);
    redis.on('ready', end);
  });
  if (!isReady(redis)) throw new Error('Connection is closed');
}

const isReady = ({ status }: Redis): boolean => status === 'ready';

/** Closes a connection without waiting for a Redis that is down. */
export function closeRedis(redis: Redis): void {
  redis.disconnect();
}
