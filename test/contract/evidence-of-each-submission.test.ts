import { expect } from 'chai';
import { createNewsStore } from '../../src/platform/mongo/news/news-store.js';
import { newPerson } from '../support/api.js';
import { deliveryTo, startContract, type Contract } from '../support/contract.js';
import { until } from '../support/until.js';

describe('the evidence of a consent, of a lead that is submitted again', () => {
  let world: Contract;
  before(async () => {
    world = await startContract((url) => ({
      offers: { one: deliveryTo(url, '/leads', { window: '1s' }) },
      campaigns: { first: { offers: [{ offer: 'one' }] } },
    }));
  });
  after(() => world.close());

  it('is kept of a submission that a buyer got, before its news is published', async () => {
    const { connection } = world.api;
    const lead = newPerson();
    const sent = (at: number) => ({
      ...{ lead, tcpa_consent: true, consent_cert_url: `https://certs.example/${at}` },
    });
    world.buyer.answers({ result: 'retry' });
    const { svc_lead_id } = (await world.direct('first', 'one', sent(1))).body;
    await until(
      async () => (await world.lead(svc_lead_id)).body.code === 'DELIVERY_FAILED',
      'the window ends',
    );
    expect(world.buyer.received.length).to.be.greaterThan(0);
    world.buyer.answers();
    const again = await world.direct('first', 'one', { ...sent(2), svc_lead_id });
    expect(again.body.code).to.equal('ACCEPTED');
    // There is no sweeper here.
    expect(await createNewsStore(connection).pending(10)).to.have.lengthOf(1);
    const kept = await connection.collection('consent_evidence').find({ lead_id: svc_lead_id }).toArray();
    expect(kept.map(({ _id }) => String(_id))).to.deep.equal([`${svc_lead_id}:1`]);
  });
});
