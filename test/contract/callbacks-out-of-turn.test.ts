import { expect } from 'chai';
import { createPersonStore } from '../../src/platform/mongo/person/person-store.js';
import { createCallbackTokens } from '../../src/platform/secrets/callback-tokens.js';
import { callApi, newPerson, type Answered } from '../support/api.js';
import { deliveryTo, startContract, type Contract } from '../support/contract.js';
import { until } from '../support/until.js';

describe('contract: a callback at an unusual moment', () => {
  let world: Contract;
  before(async () => {
    world = await startContract(
      (url) => ({
        offers: { async: deliveryTo(url, '/') },
        campaigns: { all: { offers: [{ offer: 'async' }] } },
      }),
      { publicUrl: 'https://leads.example' },
    );
  });
  after(() => world.close());

  const refuse = (id: string, said: object = {}): Promise<Answered> => {
    const tokens = createCallbackTokens(world.api.platform.settings.identitySecret!);
    const path = `/api/v1/callbacks/${tokens.tokenOf({ id, submission: 1 })}`;
    return callApi(world.api.url, 'post', path, {
      ...{ key: null, headers: {}, body: { result: 'rejected', ...said } },
    });
  };

  it('a refusal that comes while the lead is sent again waits for that answer: the person is sold once', async () => {
    world.buyer.says('/', { result: 'retry' });
    let release = (): void => undefined;
    try {
      const lead = newPerson();
      const sent = () => world.buyer.received.filter(({ body }) => body['lead_id'] === id);
      const from = world.buyer.received.length;
      const submitted = world.direct('all', 'async', { lead });
      await until(() => world.buyer.received.length > from, 'the buyer has it');
      const id = String(world.buyer.received.at(-1)?.body['lead_id']);
      release = world.buyer.hold();
      await until(() => sent().length > 1, 'the buyer has it again');
      expect((await refuse(id)).status).to.equal(503);
      expect((await world.direct('all', 'async', { lead })).body.code).to.equal('DUPLICATE');
      world.buyer.says('/', { result: 'accepted' });
      release();
      await submitted;
      await until(
        async () => (await world.api.platform.leads.read(id))?.state === 'accepted',
        'it is accepted',
      );
      expect((await refuse(id)).status).to.equal(409);
    } finally {
      release();
    }
  });

  it('decides a lead whose person was removed, without the words of the buyer', async () => {
    world.buyer.says('/', { result: 'pending' });
    const { body } = await world.direct('all', 'async');
    const id = body.svc_lead_id;
    // Nobody publishes news here.
    const leads = world.api.connection.collection<{ _id: string }>('leads');
    await leads.updateOne({ _id: id }, { $pull: { pending_effects: { kind: 'news' } } });
    const lead = await world.api.platform.leads.read(id);
    const persons = createPersonStore(world.api.connection);
    expect(await persons.forgetLead(lead!, { at: new Date(), why: 'retention' })).to.equal(true);
    expect((await refuse(id, { reason: 'Ann Lee is enrolled already' })).status).to.equal(200);
    const { decision } = (await world.api.platform.leads.read(id))!;
    expect([decision?.code, decision?.buyer_reason]).to.deep.equal(['BUYER_REJECTED', undefined]);
  });
});
