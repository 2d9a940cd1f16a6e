import { randomUUID } from 'node:crypto';
import { Redis } from 'ioredis';
import { createConnection } from 'mongoose';
import { capsOfCatalogue, countedCaps } from '../../src/core/caps/cap-buckets.js';
import { windowOf } from '../../src/core/caps/windows.js';
import { EMPTY_CATALOGUE, type Buyer, type Cap, type Catalogue } from '../../src/core/catalogue/types.js';
import { createLeadScan } from '../../src/platform/mongo/stores/lead-scan.js';
import { createLogger } from '../../src/platform/process/logger.js';
import { createLedger } from '../../src/platform/redis/ledger/ledger.js';
import { rebuildLedger } from '../../src/platform/redis/ledger/rebuild.js';
import { readRedisCpu } from '../redis-cpu.js';
import { openPlace } from '../workspace.js';

/** A sale is counted by its buyer, offer and campaign; each may have a cap. */
const CAPS: readonly Cap[] = ['buyer', 'offer', 'campaign'].map((id) => ({
  ...{ id, scope: 'buyer', window: 'day', limit: 1_000_000_000, time_zone: 'America/Chicago' },
}));
const CATALOGUE: Catalogue = {
  ...EMPTY_CATALOGUE,
  version: 1,
  buyers: new Map([['buyer', { caps: CAPS } as unknown as Buyer]]),
};
const IN_FLIGHT = 64;

export interface LedgerReport {
  /** Sales a second: a reservation of three places, made again when the attempt is stored, and its confirmation. */
  readonly sales_per_second: number;
  /** CPU of Redis for a sale, in microseconds. */
  readonly redis_us: number;
}

/** How many sales one ledger can count in a second. All its keys are in one slot, so one Redis server counts them. */
export async function measureLedger(seconds: number): Promise<LedgerReport> {
  const place = await openPlace(process.env);
  const redis = new Redis(place.redisUrl);
  const connection = await createConnection(place.mongoUrl).asPromise();
  try {
    const log = createLogger({ logLevel: 'silent' }, 'bench');
    const scan = createLeadScan(connection, log);
    const now = new Date();
    await rebuildLedger({ redis, prefix: place.name, scan, catalogue: CATALOGUE, now, log });
    const ledger = createLedger(redis, place.name);
    const counted = countedCaps(CATALOGUE);
    const buckets = capsOfCatalogue(CATALOGUE).map((cap) => windowOf(cap, now));
    let sales = 0;
    const sellUntil = async (end: number): Promise<void> => {
      while (performance.now() < end) {
        const id = `${randomUUID()}:1`;
        await ledger.reserve(id, buckets, counted);
        const { outcome } = await ledger.reserve(id, buckets, counted);
        if (outcome !== 'reserved' || (await ledger.confirm(id, buckets, counted)) !== 'done')
          throw new Error(`the ledger did not count a sale: ${outcome}`);
        sales += 1;
      }
    };
    const before = await readRedisCpu(place.redisUrl);
    const started = performance.now();
    const end = started + seconds * 1_000;
    await Promise.all(Array.from({ length: IN_FLIGHT }, () => sellUntil(end)));
    const took = (performance.now() - started) / 1_000;
    const used = (await readRedisCpu(place.redisUrl)) - before;
    return { sales_per_second: sales / took, redis_us: (used * 1e6) / sales };
  } finally {
    redis.disconnect();
    await connection.close();
    await place.clear();
  }
}

export const textOfLedger = ({ sales_per_second, redis_us }: LedgerReport): string =>
  `${sales_per_second.toFixed(0)} sales a second with three caps each, ${redis_us.toFixed(0)} µs of Redis's core for each: ` +
  `one core counts at most ${(1e6 / redis_us).toFixed(0)} a second`;
