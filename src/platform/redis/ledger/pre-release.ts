import type { Redis } from 'ioredis';
import { SettingsError } from '../../process/settings-error.js';
import { ledgerKeys } from './ledger-keys.js';

/**
 * Throws a SettingsError if the ledger under this prefix is that of a pre-release: no release reads what it stored. Takes
 * one cheap read. An emptied Redis holds no ledger, and is counted anew.
 */
export async function refusePreRelease(redis: Redis, prefix: string): Promise<void> {
  const [token, format] = await redis.hmget(ledgerKeys(prefix).root, 'token', 'format');
  if (token && !format)
    throw new SettingsError(
      `Settings: REDIS_URL leads to the keys of a pre-release of Leadkeep, which no release reads: remove the keys under REDIS_PREFIX (${prefix}), or name another prefix.`,
    );
}
