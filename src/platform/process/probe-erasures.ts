import type { Redis } from 'ioredis';
import type { Connection } from 'mongoose';
import { createErasureStore } from '../mongo/person/erasure-store.js';
import { lastErasure } from '../redis/erasures.js';
import type { Probe } from './health.js';

/** The database has every erasure that was done. An older backup that was restored has not. */
export const probeErasures =
  (connection: Connection, redis: Redis, prefix: string): Probe =>
  async () => {
    const known = await lastErasure(redis, prefix);
    if (known === 0) return undefined;
    const stored = await createErasureStore(connection).last();
    return stored >= known
      ? undefined
      : `run leadkeep person replay-journal: the database has erasures up to ${stored} of ${known}`;
  };
