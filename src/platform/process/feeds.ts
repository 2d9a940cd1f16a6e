import type { Redis } from 'ioredis';
import type { ProcessBoard } from '../../app/ports/alert-sources.js';
import type { ProcessReading } from '../../core/alerts/readings.js';
import type { CatalogueCache } from '../mongo/catalogue/catalogue-cache.js';
import { createCountBuffer, type CountBuffer } from '../redis/alerts/count-buffer.js';
import { createHourlyCounts } from '../redis/alerts/hourly-counts.js';
import { createProcessBoard } from '../redis/alerts/process-board.js';
import { guardOutages } from './outage.js';
import { secretsMissing } from './readiness.js';

/** What a process tells those who evaluate the alerts. */
export interface Feeds {
  /** Where processes say that they run. */
  readonly board: ProcessBoard;
  /** What this process counts. */
  readonly happened: CountBuffer;
  /** Secrets that this process needs and does not have. */
  missingSecrets(): ProcessReading['missing_secrets'];
}

export const openFeeds = (
  processName: string,
  cache: Pick<CatalogueCache, 'loaded' | 'current'>,
  redis: Redis,
  prefix: string,
): Feeds => ({
  board: guardOutages('Redis', createProcessBoard(redis, prefix)),
  happened: createCountBuffer(guardOutages('Redis', createHourlyCounts(redis, prefix))),
  missingSecrets: () =>
    [...secretsMissing(processName, cache, process.env)].map(([name, offers]) => ({ name, offers })),
});
