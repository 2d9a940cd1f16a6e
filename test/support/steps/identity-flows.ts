import type { DuplicatePolicy } from '../../../src/core/catalogue/types.js';
import { IDS, testOffer, type CatalogueOverrides } from '../catalogue.js';
import { personOf } from './client.js';
import type { Flow } from './flow.js';
import { settleUnknown } from './operator.js';

const DAY_MS = 86_400_000;
const { delivery } = testOffer();
const duplicates = (over: Partial<DuplicatePolicy>): DuplicatePolicy => ({
  ...{ match: ['email', 'phone'], window_days: 30, scope: 'offer' },
  ...over,
});
/** The shared offer excludes what any other has sold, and its buyer knows a lead again. */
const SERVICE: CatalogueOverrides = {
  offers: {
    [IDS.shared]: {
      duplicates: duplicates({ scope: 'service' }),
      delivery: { ...delivery, idempotent: true, window_ms: 8_000 },
    },
  },
};
const SHORT: CatalogueOverrides = {
  offers: { [IDS.shared]: { duplicates: duplicates({ window_days: 1 }) } },
};

/** One person, of whom not everything is always known. */
const lead = (email: string, phone: string) =>
  personOf('ann', { email: `${email}@example.com`, phone: `608555010${phone}` });

/** People who overlap in part, at offers whose scopes differ, while windows end. */
export const IDENTITY_FLOWS: readonly Flow[] = [
  {
    name: 'form B: lost at a service-wide offer, its phone sold elsewhere, its e-mail posted again',
    over: SERVICE,
    script: { deliver: (n, m) => (m === 1 && n < 4 ? 'hangs_up' : 'accepted') },
    async act(client) {
      await client.direct('ann', { lead: lead('a', '1') });
      await client.direct('ann', { lead: lead('b', '1'), svc_offer_id: IDS.trueExclusive });
      await client.direct('ann', { lead: lead('a', '2') });
    },
  },
  {
    name: 'form B: unknown beyond the window, the person again, and an operator settles the first',
    over: SHORT,
    script: { deliver: (_n, m) => (m === 1 ? 'hangs_up' : 'accepted') },
    async act(client, world) {
      await client.direct('ann', { lead: lead('a', '1') });
      await world.idle(2 * DAY_MS);
      await client.direct('ann', { lead: lead('a', '2') });
      await settleUnknown(world);
    },
  },
  {
    name: 'form B: an operator settles what the buyer did not get, and the person is sold again',
    over: SHORT,
    script: { deliver: (_n, m) => (m === 1 ? 'lost' : 'accepted') },
    async act(client, world) {
      await client.direct('ann', { lead: lead('a', '1') });
      await world.idle(60_000);
      await settleUnknown(world);
      await client.direct('ann', { lead: lead('b', '1') });
    },
  },
];
