import { countedCaps } from '../../../../src/core/caps/cap-buckets.js';
import type { Catalogue } from '../../../../src/core/catalogue/types.js';
import type { CapBucket } from '../../../../src/core/caps/windows.js';
import { createLedger } from '../../../../src/platform/redis/ledger/ledger.js';
import { rebuildLedger } from '../../../../src/platform/redis/ledger/rebuild.js';
import { testPlace } from '../../../support/caps.js';
import { memoryLedger } from '../../../support/fakes/memory-ledger.js';
import { countedLeads } from '../../../support/counted-leads.js';
import { bornLedger, forget, withCaps } from '../../../support/ledger.js';
import { privateServices, silentLog } from '../../../support/services.js';

export const day = testPlace({ id: 'day', limit: 2 });
export const total: CapBucket = {
  ...testPlace({ id: 'total', window: 'total', limit: 7 }, 'all'),
  resets_at: null,
};
export const catalogue = withCaps([day.cap, total.cap]);

/** The real ledger, and the fake that stands for it: one contract is run against both. */
export const KINDS = [
  {
    name: 'in Redis',
    open() {
      const services = privateServices();
      const redis = services.redis();
      const { redisPrefix: prefix } = services;
      return {
        ledger: createLedger(redis, prefix),
        lose: () => forget(redis, prefix),
        born: () => bornLedger(redis, prefix, [day.cap, total.cap]),
        async sync(of: Catalogue): Promise<string> {
          const { scan } = countedLeads([]);
          const request = { redis, prefix, scan, catalogue: of, now: new Date(), log: silentLog };
          return (await rebuildLedger({ ...request, when: 'when_stale' })).outcome;
        },
        close: () => services.close(),
      };
    },
  },
  {
    name: 'in memory',
    open() {
      const ledger = memoryLedger();
      return {
        ledger,
        lose() {
          ledger.goStale();
          return Promise.resolve();
        },
        async born() {
          await this.sync(catalogue);
        },
        async sync(of: Catalogue): Promise<string> {
          const begun = await ledger.begin(countedCaps(of), new Date());
          if (typeof begun === 'string') return begun;
          await ledger.swap(begun.token, [], countedCaps(of));
          return 'rebuilt';
        },
        close: () => Promise.resolve(),
      };
    },
  },
];
