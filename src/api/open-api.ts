import { randomUUID } from 'node:crypto';
import type { Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import type { Express } from 'express';
import { Counter, Gauge } from 'prom-client';
import { hasElapsed } from '../core/has-elapsed.js';
import type { ApiKey } from '../core/keys/api-key.js';
import { keepRefusedCalls, type RefusedCallKeeper } from '../app/refused-calls/keep-refused-calls.js';
import type { WebPorts } from '../app/ports/web-ports.js';
import { sealerOf } from '../platform/mongo/sealing/keyed-sealer.js';
import { createSignatureCheck } from '../platform/outbound/callback-signature.js';
import { openCallback } from '../platform/outbound/open-callback.js';
import { openStores } from '../platform/process/stores.js';
import { createResultStreams } from '../app/search/stream-results.js';
import type { Waiters } from '../app/ports/waiters.js';
import type { Platform } from '../platform/process/platform.js';
import { createAddressCounts } from '../platform/redis/limits/address-counts.js';
import { createGcra } from '../platform/redis/limits/gcra.js';
import { closeRedis, openRedis } from '../platform/redis/redis.js';
import { createWaiters } from '../platform/redis/wake.js';
import { createAuthentication, createStillAllowed } from './access/authentication.js';
import { createCallbackAccess } from './access/callback-access.js';
import { createRateLimit } from './access/rate-limit.js';
import { createWrongKeys, type WrongKeys } from '../http/access/wrong-keys.js';
import { createApp } from './app.js';
import { createTurns, type Turns } from '../http/turns.js';
import { createOpenStreams, type OpenStreams } from './streams/open-streams.js';
import { noteRefused } from './refused-calls.js';

export interface OpenApi {
  readonly app: Express;
  /** Resolves when wake-ups can arrive. */
  readonly ready: Promise<void>;
  /** Must hear of each connection that the server accepts. */
  connected(socket: Socket): void;
  /** How many calls wait for their turn to be stored. */
  waiting(): number;
  /** Ends all streams, so that the server can drain. */
  endStreams(): void;
  /** Ends all waits and closes the API's own connection. Waiting calls are then answered with what is stored. */
  close(): Promise<void>;
}

/** Wires the API to a platform. The API opens its own connection to Redis, which only listens for wake-ups. */
export function openApi(
  platform: Platform,
  processId: string,
  clock: () => Date = () => new Date(),
  turns: Turns = createTurns(),
): OpenApi {
  const { settings, log, redis, health, clockWatch } = platform;
  const listener = openRedis(settings.redisUrl, 'listener', log, settings);
  const waiters = createWaiters(listener, settings.redisPrefix, processId);
  const ports = webPorts(platform, { waiters, processId, clock });
  const wrongKeys = wrongKeysOf(platform, 'wrong-keys', clock);
  const wrongTokens = wrongKeysOf(platform, 'wrong-tokens', clock);
  const gcra = createGcra(redis, settings.redisPrefix);
  const openStreams = countedStreams(platform);
  measure(platform, WAITING, () => turns.waiting());
  const access = {
    authenticate: createAuthentication(
      platform.keys,
      platform.catalogue,
      wrongKeys,
      noteUses(platform, clock),
    ),
    takeFromBucket: createRateLimit(gcra, () => platform.catalogue.current().affiliates),
    isStillAllowed: createStillAllowed(platform.keys, platform.catalogue),
    openStreams,
    turns,
    calledLead: createCallbackAccess(platform.callbacks, gcra, wrongTokens, platform.catalogue),
    gcra,
  };
  const refusedCalls = openRefusedCalls(platform, clock);
  const onAnswered = noteRefused(refusedCalls, platform.catalogue, clock);
  return {
    app: createApp({ ports, access, settings, log, health, onAnswered, refuses: () => clockWatch.fault() }),
    ready: waiters.ready(),
    connected: (socket) => {
      turns.connected(socket);
    },
    waiting: () => turns.waiting(),
    endStreams() {
      openStreams.close();
    },
    async close() {
      openStreams.close();
      await refusedCalls.close();
      await waiters.close();
      closeRedis(listener);
    },
  };
}

const USE_EVERY_MS = 3_600_000;

/** Notes when keys were used last, each about once an hour. No call waits for it. */
function noteUses({ stores, log }: Platform, clock: () => Date): (key: ApiKey) => void {
  const noted = new Map<string, number>();
  return ({ id, used_at }) => {
    const now = clock();
    const last = noted.get(id) ?? used_at?.getTime();
    if (last !== undefined && !hasElapsed(USE_EVERY_MS, last, now.getTime())) return;
    noted.set(id, now.getTime());
    stores.keys.noteUse(id, now).catch((error: unknown) => {
      log.warn({ err: error }, 'the use of a key could not be stored');
    });
  };
}

const STREAMS = {
  name: 'leadkeep_result_streams',
  help: 'Streams of results that are open in this process',
};
const WAITING = {
  name: 'leadkeep_calls_waiting',
  help: 'Submits that wait for their turn to be stored in this process',
};

function countedStreams(platform: Platform): OpenStreams {
  const streams = createOpenStreams(platform.settings.streamsPerKey);
  measure(platform, STREAMS, () => streams.size());
  return streams;
}

/** A gauge that is read when somebody looks. */
function measure(
  { metrics }: Platform,
  gauge: { readonly name: string; readonly help: string },
  read: () => number,
): void {
  metrics.removeSingleMetric(gauge.name);
  new Gauge({
    ...gauge,
    registers: [metrics],
    collect() {
      this.set(read());
    },
  });
}

const REFUSED = 'leadkeep_refused_calls_total';

/** Keeps calls that were answered 4xx, and counts them. */
function openRefusedCalls({ refusedCalls: store, metrics }: Platform, clock: () => Date): RefusedCallKeeper {
  const counter =
    (metrics.getSingleMetric(REFUSED) as Counter<'kept'> | undefined) ??
    new Counter({
      name: REFUSED,
      help: 'Calls that were answered 4xx, by whether they were kept for the console',
      labelNames: ['kept'],
      registers: [metrics],
    });
  return keepRefusedCalls({
    ...{ store, clock },
    onCounted(kept, calls) {
      counter.inc({ kept: kept ? 'yes' : 'no' }, calls);
    },
  });
}

/** The ports of the API's use cases, connected to the real services. */
export function webPorts(
  platform: Platform,
  own: Pick<WebPorts, 'processId' | 'clock'> & { readonly waiters: Pick<Waiters, 'wait' | 'watch'> },
): WebPorts {
  // Without the limits of those that a search or a submit waits for.
  const { notices, consents, feed, periods, entries, versions } = openStores(platform.connection);
  return {
    ...platform,
    ...own,
    random: Math.random,
    newId: () => randomUUID(),
    pause,
    ...{ notices, consents, feed },
    sealer: sealerOf(platform.connection),
    openCallback,
    checkSignature: createSignatureCheck(process.env),
    statements: { books: platform.books, clock: own.clock, periods, entries, catalogue: versions },
    streams: createResultStreams({ ...platform, ...own }),
  };
}

/** Counts wrong keys or tokens by client address, in Redis. */
export const wrongKeysOf = (
  { redis, settings, log }: Pick<Platform, 'redis' | 'settings' | 'log'>,
  what: 'wrong-keys' | 'wrong-tokens',
  clock: () => Date,
): WrongKeys =>
  createWrongKeys({
    what,
    store: createAddressCounts(redis, settings.redisPrefix, what),
    ...{ settings, log, clock },
  });
