import { createAuthentication } from '../../src/api/access/authentication.js';
import { createRateLimit } from '../../src/api/access/rate-limit.js';
import { createOpenStreams } from '../../src/api/streams/open-streams.js';
import { createApp } from '../../src/api/app.js';
import { webPorts, wrongKeysOf } from '../../src/api/open-api.js';
import { createHttpServer } from '../../src/http/http-server.js';
import { createTurns } from '../../src/http/turns.js';
import type { Limits, Operation } from '../../src/core/limits/limits.js';
import { closeRedis, openRedis } from '../../src/platform/redis/redis.js';
import { createGcra } from '../../src/platform/redis/limits/gcra.js';
import { createWaiters } from '../../src/platform/redis/wake.js';
import { callApi, PATHS, startApi, type Answered, type TestApi } from './api.js';
import { testCatalogue } from './catalogue.js';
import { openServer } from './open-server.js';

const UNKNOWN = '00000000-0000-4000-8000-00000000ffff';
const AT_ONCE = 25;
export const T0 = Date.UTC(2026, 10, 21, 17);

/** The real app, whose buckets see the test's time instead of Redis' own. */
export interface TimedApi {
  /** In ms. */
  now: number;
  /** Of the catalogue's affiliate, for all its keys. */
  affiliateLimits: Limits;
  readonly url: string;
  /** For keys; it has a server of its own. */
  readonly api: TestApi;
  /** One call of an operation that stores nothing. */
  call(operation: Operation, key: string): Promise<Answered>;
  /** So many of them, some at once. */
  burst(operation: Operation, key: string, calls: number): Promise<Answered[]>;
  close(): Promise<void>;
}

export async function startTimedApi(): Promise<TimedApi> {
  const api = await startApi();
  const { platform } = api;
  const { redis, settings, log, health, keys, catalogue } = platform;
  const clock = (): Date => new Date(timed.now);
  const gcra = createGcra(redis, settings.redisPrefix);
  const listener = openRedis(settings.redisUrl, 'listener', log);
  const waiters = createWaiters(listener, settings.redisPrefix, 'web-timed');
  const app = createApp({
    ports: webPorts(platform, { waiters, processId: 'web-timed', clock }),
    ...{ settings, log, health, refuses: () => undefined },
    access: {
      authenticate: createAuthentication(keys, catalogue, wrongKeysOf(platform, 'wrong-keys', clock)),
      takeFromBucket: createRateLimit(
        { take: (buckets) => gcra.take(buckets, timed.now) },
        () => testCatalogue({ affiliate: { limits: timed.affiliateLimits } }).affiliates,
      ),
      isStillAllowed: () => Promise.resolve(true),
      openStreams: createOpenStreams(1),
      turns: createTurns(),
      calledLead: () => Promise.reject(new Error('no callbacks here')),
      gcra,
    },
  });
  const server = await openServer(createHttpServer(app, log));
  const { url } = server;
  const calls: Readonly<Record<Operation, (key: string) => Promise<Answered>>> = {
    search: (key) => callApi(url, 'post', PATHS.search, { key, body: {} }),
    results: (key) => callApi(url, 'get', `${PATHS.results}/${UNKNOWN}`, { key }),
    submit: (key) => callApi(url, 'post', PATHS.leads, { key, body: {} }),
    reconcile: (key) => callApi(url, 'get', `${PATHS.statements}/2026-10`, { key }),
    dupe_check: (key) => callApi(url, 'post', PATHS.dupeCheck, { key, body: {} }),
  };
  const timed: TimedApi = {
    now: T0,
    affiliateLimits: {},
    url,
    api,
    call: (operation, key) => calls[operation](key),
    async burst(operation, key, count) {
      const answers: Answered[] = [];
      while (answers.length < count) {
        const some = Array.from({ length: Math.min(AT_ONCE, count - answers.length) });
        answers.push(...(await Promise.all(some.map(() => calls[operation](key)))));
      }
      return answers;
    },
    async close() {
      await server.close();
      await waiters.close();
      closeRedis(listener);
      await api.close();
    },
  };
  return timed;
}
