import type { Express } from 'express';
import { isOperatorKey } from '../core/operators/operator-key.js';
import { authenticateBy } from '../http/access/authentication.js';
import { createBucketLimit } from '../http/access/bucket-limit.js';
import { createWrongKeys } from '../http/access/wrong-keys.js';
import { createKeyCache } from '../platform/mongo/keys/key-cache.js';
import { createOperatorKeyStore } from '../platform/mongo/keys/key-store.js';
import { createLeadOverview } from '../platform/mongo/stores/lead-overview.js';
import { guardOutages } from '../platform/process/outage.js';
import type { Platform } from '../platform/process/platform.js';
import { createAddressCounts } from '../platform/redis/limits/address-counts.js';
import { createGcra } from '../platform/redis/limits/gcra.js';
import { createOperatorApp } from './app.js';

/** Wires the operator API to a platform. */
export function openOperatorApi(platform: Platform, clock: () => Date = () => new Date()): Express {
  const { settings, log, redis, health, connection } = platform;
  const { redisPrefix, refreshMs } = settings;
  const keyStore = guardOutages('MongoDB', createOperatorKeyStore(connection));
  const keys = createKeyCache(keyStore, { isKey: isOperatorKey, refreshMs, clock });
  const what = 'wrong-operator-keys';
  const store = createAddressCounts(redis, redisPrefix, what);
  const access = {
    authenticate: authenticateBy(keys, createWrongKeys({ what, store, settings, log, clock })),
    takeFromBuckets: createBucketLimit(createGcra(redis, redisPrefix), clock),
  };
  const overview = guardOutages('MongoDB', createLeadOverview(connection));
  return createOperatorApp({ ports: { ...platform, overview, clock }, access, settings, log, health });
}
