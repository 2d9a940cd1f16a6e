import type { LedgerView } from '../../src/app/ports/ledger-view.js';
import { guardOutages } from '../../src/platform/process/outage.js';
import type { Platform } from '../../src/platform/process/platform.js';
import { createLedgerView } from '../../src/platform/redis/ledger/read-uses.js';

/** How full caps are, in the ledger. */
export const capUses = ({ redis, settings }: Pick<Platform, 'redis' | 'settings'>): LedgerView =>
  guardOutages('Redis', createLedgerView(redis, settings.redisPrefix));
