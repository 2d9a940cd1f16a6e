import { expect } from 'chai';
import { createCallbackTokens } from '../../src/platform/secrets/callback-tokens.js';
import { callApi, newPerson, type Answered } from '../support/api.js';
import { deliveryTo, startContract, type Contract } from '../support/contract.js';
import { until } from '../support/until.js';

describe('contract: a callback while the lead is sent again', function () {
  this.timeout(60_000);
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

  const refuse = (id: string): Promise<Answered> => {
    const tokens = createCallbackTokens(world.api.platform.settings.identitySecret!);
    const path = `/api/v1/callbacks/${tokens.tokenOf({ id, round: 1 })}`;
    return callApi(world.api.url, 'post', path, { key: null, headers: {}, body: { result: 'rejected' } });
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
});
