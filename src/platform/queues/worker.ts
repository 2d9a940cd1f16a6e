import { setTimeout as sleep } from 'node:timers/promises';
import { DelayedError, ErrorCode, type Job, Worker } from 'bullmq';
import type { CatalogueCache } from '../mongo/catalogue/catalogue-cache.js';
import { closeRedis, openRedis } from '../redis/redis.js';
import type { RedisTlsSettings } from '../redis/redis-tls.js';
import type { Log } from '../process/logger.js';
import { isDriverOutage } from '../process/outage.js';
import type { Settings } from '../process/settings.js';
import { parsePayload, type JobOf, queueKeyPrefix, type QueueName } from './jobs.js';
import { JOB_LOCK_MS } from '../../core/delivery/lease-times.js';

/**
 * A living process renews its locks every half of this time, however long a job takes. So this is only how long a
 * killed or stopped worker's job stays invisible. An open attempt also gets this time on top of its own limit before
 * it counts as unknown.
 *
 * The time is long enough that a busy event loop does not lose its locks. It need not be shorter, because the
 * record's `due_at` brings back a lead whose worker died (docs/adr/0023).
 */
const LOCK_MS = JOB_LOCK_MS;

/** How often a worker looks for jobs with lapsed locks. A job is back after at most LOCK_MS + STALLED_EVERY_MS. */
const STALLED_EVERY_MS = 10_000;

/**
 * The record ends a job that kills its workers: it counts the broken runs, and the tenth becomes a decision. The
 * queue must not end the job earlier, so its limit is twice as high. A job that the queue ends anyway is removed, and
 * the sweeper brings its record back. BullMQ's default of 1 would fail a lead that met two deploys.
 */
const MAX_STALLS = 20;

/**
 * How long a worker waits after a lost connection before it asks for jobs again. BullMQ's default of 15 seconds
 * would leave leads undelivered long after Redis is back, for half a minute where a failover breaks two questions.
 */
const ASK_AGAIN_MS = 1_000;

/**
 * How long BullMQ may need after the last job to write that the job is done. A longer wait means that Redis is down.
 */
const QUIET_MS = 2_000;

/** The time at which the job comes back, or nothing. */
// eslint-disable-next-line @typescript-eslint/no-invalid-void-type -- a use case that never comes back returns nothing
type ProcessEnd = { readonly again_at?: Date } | void;

export interface WorkerRequest<N extends QueueName> {
  readonly name: N;
  readonly settings: Pick<Settings, 'redisUrl' | 'redisPrefix'> & RedisTlsSettings;
  /** Jobs that this process runs at once. */
  readonly concurrency: number;
  readonly log: Log;
  /**
   * Before a job runs, the worker ensures that the catalogue is at least the version that the producer had seen, and that
   * it is not from before a time in which this process stood still.
   */
  readonly catalogue: Pick<CatalogueCache, 'reach'>;
  /** Runs a job. `isFirst`: no worker was given it before. With `again_at`, the same job comes back at that time. */
  readonly process: (job: JobOf[N], isFirst: boolean) => Promise<ProcessEnd>;
}

export interface RunningWorker {
  /** The number of jobs that are running. */
  inHand(): number;
  /** Takes no new jobs, finishes running jobs, then closes. If Redis is away, it ends after the last running job. */
  drain(): Promise<void>;
}

/** Processes the jobs of a queue until drained. Recovers from a Redis outage by itself. */
export function startWorker<N extends QueueName>(request: WorkerRequest<N>): RunningWorker {
  const { name, settings, concurrency, log } = request;
  const redis = openRedis(settings.redisUrl, 'listener', log, settings);
  let inHand = 0;

  const run = async (job: Job, token?: string): Promise<void> => {
    inHand += 1;
    try {
      await runJob(request, job, token);
    } finally {
      inHand -= 1;
    }
  };

  const worker = new Worker(name, run, {
    connection: redis,
    prefix: queueKeyPrefix(settings.redisPrefix, name),
    concurrency,
    lockDuration: LOCK_MS,
    stalledInterval: STALLED_EVERY_MS,
    maxStalledCount: MAX_STALLS,
    runRetryDelay: ASK_AGAIN_MS,
    removeOnComplete: { count: 0 },
    removeOnFail: { count: 0 },
  });
  worker.on('failed', (job) => {
    log.error({ queue: name, job_id: job?.id }, 'the queue gave up on a job; the sweeper will add it again');
  });
  worker.on('error', (error) => {
    // Skip outages: the connection itself logs when Redis is away.
    if (isLostJob(error)) log.warn({ queue: name, err: error }, 'the queue lost a job, its record is kept');
    else if (!isDriverOutage(error)) log.error({ queue: name, err: error }, 'the queue reports a fault');
  });

  const drain = async (): Promise<void> => {
    const ended = new AbortController();
    await Promise.race([worker.close(), quiet(() => inHand === 0, ended.signal)]);
    ended.abort();
    await lockRenewalOf(worker).close();
    closeRedis(redis);
  };
  let drained: Promise<void> | undefined;
  return { inHand: () => inHand, drain: () => (drained ??= drain()) };
}

interface Renewing {
  readonly lockManager: { close(): Promise<void> };
}

/**
 * Protected in the library's types. A close that waits for a lost connection never comes to it, and its timer would keep a
 * program from ending.
 */
const lockRenewalOf = (worker: Worker): Renewing['lockManager'] =>
  (worker as unknown as Renewing).lockManager;

/** An error is logged once and ends the job. The record is still due, so the sweeper brings it back. */
async function runJob<N extends QueueName>(
  request: WorkerRequest<N>,
  job: Job,
  token?: string,
): Promise<void> {
  const { name, log, catalogue, process } = request;
  const payload = parsePayload(name, job.data);
  if (payload === null) {
    log.error({ queue: name, job_id: job.id }, 'a job without a proper payload was dropped');
    return;
  }
  const delayed = await catalogue
    .reach(payload.catalogue_version ?? 0)
    .then(() => process(payload, job.attemptsStarted === 1))
    .then(async (end) => {
      if (!end?.again_at) return false;
      await job.moveToDelayed(end.again_at.getTime(), token);
      return true;
    })
    .catch((error: unknown) => {
      const fields: object = { queue: name, ...payload, err: error };
      const expected = isDriverOutage(error) || isLostJob(error);
      log[expected ? 'warn' : 'error'](fields, 'a job failed; the sweeper will add it again');
      return false;
    });
  if (delayed) throw new DelayedError();
}

/** Resolves when no job has run for a while, or when aborted. */
async function quiet(isIdle: () => boolean, signal: AbortSignal): Promise<void> {
  const step = 50;
  for (let idleMs = 0; idleMs < QUIET_MS && !signal.aborted; idleMs = isIdle() ? idleMs + step : 0)
    await sleep(step, undefined, { signal }).catch(() => undefined);
}

const CODES: ReadonlySet<unknown> = new Set([
  ErrorCode.JobNotExist,
  ErrorCode.JobLockNotExist,
  ErrorCode.JobNotInState,
  ErrorCode.JobLockMismatch,
]);

/**
 * True if a running job no longer exists (Redis lost it) or no longer belongs to this process (the process was
 * stopped for longer than the lock). This is no error: the record shows what is still to be done.
 */
const isLostJob = (error: unknown): boolean =>
  error instanceof Error &&
  (CODES.has((error as { code?: unknown }).code) || error.message.startsWith('could not renew lock for job'));
