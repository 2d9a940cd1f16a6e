import { Queue } from 'bullmq';
import type { Redis } from 'ioredis';
import type { QueueDepth, Queues } from '../../app/ports/queues.js';
import { awaitRedis, closeRedis, openRedis, RETRY_MS } from '../redis/redis.js';
import type { RedisTlsSettings } from '../redis/redis-tls.js';
import type { Log } from '../process/logger.js';
import { guardOutages } from '../process/outage.js';
import type { Settings } from '../process/settings.js';
import { createFindOldestNew, type FindOldestNew } from './oldest-new.js';
import { JOB_IDS, type JobOf, QUEUE_NAMES, queueKeyPrefix, type QueueName } from './jobs.js';

/** A longer call is an outage. The record is stored and due, so the sweeper finds it. */
const CALL_LIMIT_MS = 500;
/** The counts take milliseconds. A scrape gives up after 2 s. */
const DEPTH_LIMIT_MS = 1_500;
/** How long new jobs are looked for, in all queues together: the counts are told in any case. */
const LOOK_MS = 700;

/**
 * Each connection finds Redis again on its own. The rate limit of a call uses another connection, which may be back
 * first. The call then waits this long for the queue's connection, instead of leaving its job to the sweeper.
 */
const RECONNECT_LIMIT_MS = RETRY_MS + 100;

export interface QueueProducers extends Queues {
  /** Job counts of each queue, for the gauges. */
  depth(): Promise<Record<QueueName, QueueDepth>>;
  /** Rejects if jobs can't be added now. */
  ping(): Promise<void>;
  close(): Promise<void>;
}

/**
 * Producers for all queues on one connection. Nothing is queued locally while Redis is away: a call throws an
 * OutageError after RECONNECT_LIMIT_MS. If Redis hangs, the call throws after CALL_LIMIT_MS; the job may still be
 * added, which is harmless.
 *
 * `newestCatalogue`: the newest catalogue version that this process has seen. Every job carries it.
 */
export function createQueues(
  settings: Pick<Settings, 'redisUrl' | 'redisPrefix'> & RedisTlsSettings,
  log: Log,
  newestCatalogue: () => number,
): QueueProducers {
  const redis = openRedis(settings.redisUrl, 'caller', log, settings);
  const queues = Object.fromEntries(
    QUEUE_NAMES.map((name) => [name, openQueue(redis, settings.redisPrefix, name)]),
  ) as Record<QueueName, Queue>;

  const finders = Object.fromEntries(QUEUE_NAMES.map((name) => [name, createFindOldestNew()])) as Record<
    QueueName,
    FindOldestNew
  >;

  const add = async <N extends QueueName>(name: N, jobs: readonly JobOf[N][]): Promise<void> => {
    if (jobs.length === 0) return;
    // Without this, BullMQ would wait for the first connection without a limit.
    await awaitRedis(redis, RECONNECT_LIMIT_MS);
    const catalogue_version = newestCatalogue();
    const entries = jobs.map((job) => ({
      name,
      data: { ...job, catalogue_version },
      opts: { jobId: JOB_IDS[name](job) },
    }));
    const [first] = entries;
    if (entries.length === 1 && first) await queues[name].add(name, first.data, first.opts);
    else await queues[name].addBulk(entries);
  };

  const calls = {
    search: (jobs: readonly JobOf['search'][]) => add('search', jobs),
    partner: (jobs: readonly JobOf['partner'][]) => add('partner', jobs),
    submit: (jobs: readonly JobOf['submit'][]) => add('submit', jobs),
    ping: async () => {
      await redis.ping();
    },
  };
  const gauges = {
    depth: async () => {
      await awaitRedis(redis, RECONNECT_LIMIT_MS);
      const until = performance.now() + LOOK_MS;
      const rows = QUEUE_NAMES.map(
        async (name) => [name, await depthOf(queues[name], finders[name], until)] as const,
      );
      return Object.fromEntries(await Promise.all(rows)) as Record<QueueName, QueueDepth>;
    },
  };
  const { search, partner, submit, ping } = guardOutages('Redis', calls, CALL_LIMIT_MS);
  const { depth } = guardOutages('Redis', gauges, DEPTH_LIMIT_MS);
  return {
    search,
    partner,
    submit,
    depth,
    ping,
    async close() {
      await Promise.all(Object.values(queues).map((queue) => queue.close()));
      closeRedis(redis);
    },
  };
}

function openQueue(connection: Redis, prefix: string, name: QueueName): Queue {
  const queue = new Queue(name, {
    connection,
    prefix: queueKeyPrefix(prefix, name),
    // BullMQ checks the version only once. If Redis were away at that moment, this queue would never work.
    skipVersionCheck: true,
    // BullMQ's events have no reader here. Its default keeps 10,000.
    streams: { events: { maxLen: 100 } },
    // Kept jobs would block their ids, but a record must be able to come back under the same number. The record controls retries (`due_at`), not the queue.
    defaultJobOptions: { removeOnComplete: true, removeOnFail: true, attempts: 1, stackTraceLimit: 0 },
  });
  queue.on('error', () => undefined);
  return queue;
}

async function depthOf(queue: Queue, findOldestNew: FindOldestNew, until: number): Promise<QueueDepth> {
  const counts = await queue.getJobCounts('waiting', 'active', 'delayed');
  const waiting = counts['waiting'] ?? 0;
  const oldest = await findOldestNew(
    (from, to) => queue.getJobs(['waiting'], from, to, true),
    waiting,
    () => performance.now() < until,
  );
  return {
    waiting,
    active: counts['active'] ?? 0,
    delayed: counts['delayed'] ?? 0,
    ...(oldest ? { oldest } : {}),
  };
}
