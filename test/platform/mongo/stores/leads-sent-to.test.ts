import { testAttempt } from '../../../support/records.js';
import { expect } from 'chai';
import type { Attempt } from '../../../../src/core/lead/lead-record.js';
import { createLeadOverview } from '../../../../src/platform/mongo/stores/lead-overview.js';
import { createLeadStore } from '../../../../src/platform/mongo/stores/lead-store.js';
import { migratedServices } from '../../../support/services.js';
import { aLead, minute } from '../../../support/stored-records.js';

describe('leads that went to a buyer', () => {
  const services = migratedServices();
  after(() => services.close());

  it('are found behind any number of older ones of others', async () => {
    const connection = await services.migrated();
    const sentTo = (buyer_id: string): Attempt[] => [
      {
        ...testAttempt({ number: 1, submission: 1, at: minute(0), timeout_ms: 1_000, outcome: 'unknown' }),
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

  it('are found by their references beside one that thousands have, with whose they are alone', async () => {
    const connection = await services.migrated();
    const sent: Attempt = {
      ...testAttempt({ number: 1, submission: 1, at: minute(0), timeout_ms: 1_000, outcome: 'accepted' }),
      sent_to: { buyer_id: 'buyer-1', delivery_origin: 'https://buyer.example' },
    };
    const lead = aLead({ state: 'accepted', reference: 'T-1', attempts: [sent] });
    await createLeadStore(connection).insert(lead);
    const same = { reference: 'OK', offer_id: 'offer-1', submission: 1, attempts: [] };
    const many = Array.from({ length: 5_000 }, (_, n) => ({ _id: `of many ${n}` as never, ...same }));
    const overview = createLeadOverview(connection);
    const counts = async (): Promise<number[]> => {
      const found = await overview.byReference(['OK', 'T-1', 'T-1', 'none'], 11);
      const [own] = found.filter(({ reference }) => reference === 'T-1');
      expect(own).to.deep.equal({
        ...{ id: lead.id, reference: 'T-1', offer_id: lead.offer_id, submission: 1 },
        attempts: [{ submission: 1, outcome: 'accepted', sent_to: { buyer_id: 'buyer-1' } }],
      });
      return ['OK', 'T-1'].map((one) => found.filter(({ reference }) => reference === one).length);
    };
    expect(await counts()).to.deep.equal([0, 1]);
    await connection.collection('leads').insertMany(many);
    expect(await counts()).to.deep.equal([11, 1]);
  });
});
