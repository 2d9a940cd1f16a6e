import type { Redis } from 'ioredis';
import { askedDestinations } from '../../../core/alerts/watched-destinations.js';
import { capsOfCatalogue } from '../../../core/caps/cap-buckets.js';
import { readDestinationId } from '../../../core/destination-gate/destination.js';
import { readBrokenGates } from '../../redis/destination-gate/read-gate.js';
import { ledgerKeys } from '../../redis/ledger/ledger-keys.js';
import { ledgerState } from '../../redis/ledger/read-uses.js';
import { mastersOf } from '../../redis/cluster-masters.js';
import type { Platform } from '../platform.js';
import { createLeadOverview } from '../../mongo/stores/lead-overview.js';
import { createRollupStore } from '../../mongo/reports/rollup-store.js';
import type { GaugeSources } from './gauges.js';

/** Of the fullest master. Undefined: none has a `maxmemory`. */
async function memoryShare(redis: Redis): Promise<number | undefined> {
  const shares = await Promise.all(
    mastersOf(redis).map(async (master) => {
      const info = await master.info('memory');
      const of = (name: string): number => Number(new RegExp(`^${name}:(\\d+)`, 'm').exec(info)?.[1] ?? 0);
      return of('maxmemory') === 0 ? [] : [of('used_memory') / of('maxmemory')];
    }),
  );
  const limited = shares.flat();
  return limited.length === 0 ? undefined : Math.max(...limited);
}

/** The gauges' sources but for the retention, backed by the real services. */
export const gaugeSources = (
  platform: Pick<Platform, 'connection' | 'redis' | 'queues' | 'catalogue' | 'settings'>,
): Omit<GaugeSources, 'retention'> => {
  const { connection, redis, queues, catalogue, settings } = platform;
  return {
    overview: createLeadOverview(connection),
    queues,
    rollups: createRollupStore(connection),
    async ledger() {
      const caps = capsOfCatalogue(catalogue.current());
      const { root } = ledgerKeys(settings.redisPrefix);
      const [epoch = null, rebuilds] = await redis.hmget(root, 'epoch', 'rebuilds');
      const state = await ledgerState(redis, settings.redisPrefix, caps);
      const memory_share = await memoryShare(redis);
      return {
        state,
        epoch,
        rebuilds: Number(rebuilds ?? 0),
        ...(memory_share !== undefined && { memory_share }),
      };
    },
    async down() {
      const broken = await readBrokenGates(redis, settings.redisPrefix, 'now');
      const current = catalogue.current();
      const { offers, campaigns, buyers } = current;
      // Nobody asks one that was paused, retired or removed, so its breaker can't close.
      const asked = askedDestinations(current);
      return broken
        .filter(({ destination }) => asked.has(destination))
        .map(({ destination, at_proxy }) => {
          const { owner_id, what } = readDestinationId(destination);
          const owner = offers.get(owner_id) ?? campaigns.get(owner_id) ?? buyers.get(owner_id);
          return { offer: owner?.handle ?? owner_id, what, at: at_proxy ? 'proxy' : 'destination' };
        });
    },
    clock: () => new Date(),
  };
};
