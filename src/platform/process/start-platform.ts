import { setTimeout as pause } from 'node:timers/promises';
import type { Redis } from 'ioredis';
import type { KeyCache } from '../../app/ports/key-cache.js';
import type { CatalogueCache } from '../mongo/catalogue/catalogue-cache.js';
import type { Mongo } from '../mongo/mongo.js';
import { wasMigrated } from '../mongo/migrations.js';
import { isRefused, refusedSetting } from '../mongo/refusals.js';
import { rememberKid } from '../mongo/sealing/known-kids.js';
import type { OpenSecrets } from '../mongo/identities/open-secrets.js';
import type { QueueProducers } from '../queues/producer.js';
import { refusePreRelease } from '../redis/ledger/pre-release.js';
import { redisRefused } from '../redis/redis-refusal.js';
import { isDriverOutage } from './outage.js';

interface Parts {
  readonly mongo: Mongo;
  readonly redis: Redis;
  /** Of the keys in Redis. */
  readonly prefix: string;
  readonly queues: Pick<QueueProducers, 'ping'>;
  readonly cache: CatalogueCache;
  /** Opens the stored secrets that the process needs by the catalogue. */
  readonly loadSecrets: () => Promise<void>;
  /** Absent in a process that receives no API keys. */
  readonly keys: Pick<KeyCache, 'load'> | undefined;
  /** Absent in a process that hashes nothing. */
  readonly secrets: Pick<OpenSecrets, 'load' | 'lacking'> | undefined;
}

export interface Starting {
  /** Resolves when all parts have worked once. Rejects if the process must not run, or can't reach Redis by its settings. */
  readonly done: Promise<void>;
  /** Stops waiting. `done` then stays as it is. */
  stop(): void;
}

const RETRY_MS = 200;

/**
 * Waits for Redis and MongoDB, however long they take. Checks the identity secret before it reads the catalogue: a
 * process with another secret would let every duplicate pass. Until then the process answers "unavailable".
 */
export function startPlatform(parts: Parts): Starting {
  const { keys, mongo, redis, prefix, queues, cache, secrets } = parts;
  const stop = new AbortController();
  const start = async (): Promise<void> => {
    await mongo.opened;
    await retryUntilUp(() => wasMigrated(mongo.connection), stop.signal);
    if (secrets) await retryUntilUp(() => secrets.load(), stop.signal);
    if (stop.signal.aborted) return;
    await retryUntilUp(async () => rememberKid(mongo.connection, await secrets?.lacking()), stop.signal);
    // Load the keys before the catalogue. As soon as a call is answered, the process knows every valid key.
    if (keys) await retryUntilUp(() => keys.load(), stop.signal);
    await cache.start();
    await until(() => cache.loaded() && redis.status === 'ready', stop.signal);
    await retryUntilUp(parts.loadSecrets, stop.signal);
    await retryUntilUp(() => refusePreRelease(redis, prefix), stop.signal);
    await retryUntilUp(() => queues.ping(), stop.signal);
  };
  return {
    // Nobody but an operator can make Redis trusted, or its password right, so waiting would not help.
    done: Promise.race([start(), redisRefused(redis)]),
    stop() {
      stop.abort();
    },
  };
}

async function retryUntilUp(attempt: () => Promise<unknown>, stop: AbortSignal): Promise<void> {
  while (!stop.aborted) {
    try {
      await attempt();
      return;
    } catch (error) {
      if (!isDriverOutage(error) || isRefused(error)) throw refusedSetting(error) ?? error;
      await pause(RETRY_MS);
    }
  }
}

async function until(holds: () => boolean, stop: AbortSignal): Promise<void> {
  for (let waitMs = 5; !stop.aborted && !holds(); waitMs = Math.min(2 * waitMs, RETRY_MS))
    await pause(waitMs);
}

/** Waits for work that continues by itself, but no longer than `limitMs`. Rejects if the work rejects in that time. */
export async function waitAtMost(work: Promise<void>, limitMs: number): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, limitMs);
  });
  try {
    await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}
