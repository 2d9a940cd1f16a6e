import type { Express } from 'express';
import { closeRedis, openRedis } from '../platform/redis/redis.js';
import { createGcra } from '../platform/redis/limits/gcra.js';
import type { Platform } from '../platform/process/platform.js';
import { createWaiters } from '../platform/redis/wake.js';
import { createAuthentication } from './access/authentication.js';
import { createRateLimit } from './access/rate-limit.js';
import { createWrongKeys } from './access/wrong-keys.js';
import { createApp } from './app.js';
import { createCallbackAccess } from './callbacks/callback-access.js';

export interface OpenApi {
  readonly app: Express;
  /** Resolves when wake-ups can arrive. */
  readonly ready: Promise<void>;
  /** Lets those who wait go on with what they have, and closes what the API opened itself. */
  close(): Promise<void>;
}

/** The API on a platform, with a connection of its own that only listens for wake-ups. */
export function openApi(
  platform: Platform,
  processId: string,
  clock: () => Date = () => new Date(),
): OpenApi {
  const { settings, log, redis } = platform;
  const listener = openRedis(settings.redisUrl, 'listener', log);
  const waiters = createWaiters(listener, settings.redisPrefix, processId);
  const wrongKeys = createWrongKeys('wrong-keys', redis, settings, log, clock);
  const wrongTokens = createWrongKeys('wrong-tokens', redis, settings, log, clock);
  const gcra = createGcra(redis, settings.redisPrefix);
  const app = createApp(
    { platform, waiters, processId, clock },
    {
      authenticate: createAuthentication(platform.keys, platform.catalogue, wrongKeys),
      takeFromBucket: createRateLimit(gcra, () => platform.catalogue.current().affiliates, clock),
      calledLead: createCallbackAccess(platform.callbacks, gcra, wrongTokens),
    },
  );
  return {
    app,
    ready: waiters.ready(),
    async close() {
      await waiters.close();
      closeRedis(listener);
    },
  };
}
