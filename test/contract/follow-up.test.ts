import { expect } from 'chai';
import { createCallbackTokens } from '../../src/platform/secrets/callback-tokens.js';
import { callApi } from '../support/api.js';
import { deliveryTo, startContract, type Contract } from '../support/contract.js';
import { until } from '../support/until.js';

/** Pending leads are asked about until decided; giving up makes them unknown. */
describe('contract: asking about pending leads', () => {
  let world: Contract;
  before(async () => {
    const asked = (url: string, to: string, over: object = {}) =>
      deliveryTo(url, '/later', {
        headers: { 'X-Ours': 'a' },
        follow_up: { url: `${url}/${to}/\${reference}`, every: '1s', for: '2s', ...over },
      });
    const own = [
      { when: "body.state = 'open'", outcome: 'pending' },
      { when: "body.state = 'sold'", outcome: 'accepted' },
    ];
    world = await startContract((url) => ({
      offers: {
        decided: asked(url, 'decided', { answers: own, headers: { 'X-Ours': 'b' }, for: '1h' }),
        undecided: asked(url, 'undecided'),
        odd: asked(url, 'decided'),
      },
      campaigns: { all: { offers: ['decided', 'undecided', 'odd'].map((offer) => ({ offer })) } },
    }));
    world.buyer.says('/later', { result: 'pending', reference: 't-1' });
    world.buyer.says('/decided/t-1', { state: 'open' });
    world.buyer.says('/undecided/t-1', { result: 'pending' });
  });
  after(() => world.close());

  const submitted = async (offer: string): Promise<string> => {
    const { body } = await world.direct('all', offer);
    expect(body).to.include({ code: 'PENDING', status: 'pending' });
    return body.svc_lead_id;
  };
  const stateOf = async (id: string) => (await world.api.platform.leads.read(id))?.state;

  it('is read by its own answers, and decides', async () => {
    const id = await submitted('decided');
    expect((await world.lead(id)).body.reason).to.equal('Buyer has not decided yet');
    world.buyer.says('/decided/t-1', { state: 'sold' });
    await until(async () => (await world.lead(id)).body.code === 'ACCEPTED', 'it is decided');
    expect(world.buyer.received.some(({ path }) => path === '/decided/t-1')).to.equal(true);
  });

  it('asked long enough, or by rules that read nothing, it is unknown: PENDING for the affiliate', async () => {
    const ids = await Promise.all(['undecided', 'odd'].map((offer) => submitted(offer)));
    for (const id of ids) {
      await until(async () => (await stateOf(id)) === 'unknown', 'it is given up');
      expect((await world.lead(id)).body).to.include({ code: 'PENDING', status: 'pending' });
    }
  });

  it('after giving up, a callback still decides', async () => {
    const id = await submitted('undecided');
    const { identitySecret } = world.api.platform.settings;
    await until(async () => (await stateOf(id)) === 'unknown', 'it is given up');
    const path = `/api/v1/callbacks/${createCallbackTokens(identitySecret!).tokenOf({ id, submission: 1 })}`;
    const { status } = await callApi(world.api.url, 'post', path, {
      key: null,
      body: { result: 'accepted' },
    });
    expect(status).to.equal(200);
    expect((await world.lead(id)).body.code).to.equal('ACCEPTED');
  });
});
