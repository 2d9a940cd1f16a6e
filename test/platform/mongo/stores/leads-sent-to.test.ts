import { expect } from 'chai';
import type { Attempt } from '../../../../src/core/lead/lead-record.js';
import { createLeadOverview } from '../../../../src/platform/mongo/stores/lead-overview.js';
import { createLeadStore } from '../../../../src/platform/mongo/stores/lead-store.js';
import { privateServices } from '../../../support/services.js';
import { aLead, minute } from '../../../support/stored-records.js';

describe('leads that went to a buyer', () => {
  const services = privateServices();
  after(() => services.close());

  it('are found behind any number of older ones of others', async () => {
    const connection = await services.migrated();
    const sentTo = (buyer_id: string): Attempt[] => [
      {
        ...{ n: 1, round: 1, at: minute(0), timeout_ms: 1_000, outcome: 'unknown' },
        sent_to: { buyer_id, delivery_origin: 'https://buyer.example' },
      },
    ];
    for (const [at, buyer_id] of ['buyer-1', 'buyer-1', 'buyer-2', 'buyer-1'].entries())
      await createLeadStore(connection).insert(
        aLead({ state: 'unknown', received_at: minute(at), attempts: sentTo(buyer_id) }),
      );
    const query = { kind: 'unknown', sent_to: 'buyer-2', before: minute(60) } as const;
    const [found, ...more] = await createLeadOverview(connection).list(query, 'oldest', 1);
    expect([found?.attempts[0]?.sent_to?.buyer_id, more]).to.deep.equal(['buyer-2', []]);
  });
});
