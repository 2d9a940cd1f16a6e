import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import { newPerson, PATHS } from '../support/api.js';
import { entryOf, namesOf, startContract, type Contract, type Found } from '../support/contract.js';
import { expectAnswer } from '../support/envelope.js';

const offers = { expiring: {}, lasting: {} };
const lines = { offers: Object.keys(offers).map((offer) => ({ offer, payout: 10 })) };

describe('contract: results', () => {
  let world: Contract;
  before(async () => {
    world = await startContract(() => ({
      affiliates: { southwind: {} },
      offers,
      campaigns: { edu: lines, moving: lines, ending: lines, sleeping: lines },
    }));
  });
  after(() => world.close());
  const list = async ({ svc_lead_id }: Pick<Found, 'svc_lead_id'>): Promise<unknown[]> =>
    namesOf((await world.results(svc_lead_id)).body as unknown as Found);

  /** As when its time is over. */
  const expire = async (found: Found, offer: string): Promise<void> => {
    const searches = world.api.connection.collection<{ _id: string }>('searches');
    const { modifiedCount } = await searches.updateOne(
      { _id: found.svc_lead_id, 'results.id': entryOf(found, offer)?.svc_result_id },
      { $set: { 'results.$.terms.expires_at': new Date(Date.now() - 1) } },
    );
    expect(modifiedCount).to.equal(1);
  };

  it('all results of the search, the same at every poll', async () => {
    const found = await world.searched('edu');
    const polls = await Promise.all([1, 2, 3].map(() => world.results(found.svc_lead_id)));
    for (const { status, body } of polls) {
      expect(status).to.equal(200);
      expect({ ...body, request_id: '' }).to.deep.equal({ ...polls[0]?.body, request_id: '' });
    }
  });

  it('an expired result is left out; submitting it is OFFER_UNAVAILABLE, never 404', async () => {
    const found = await world.searched('edu');
    expect(namesOf(found)).to.have.members(['expiring', 'lasting']);
    await expire(found, 'expiring');
    expect(await list(found)).to.deep.equal(['lasting']);
    expectAnswer(await world.submit(found, 'expiring'), {
      http: 200,
      code: 'OFFER_UNAVAILABLE',
      reason: 'Result has expired',
      source: 'service',
    });
    expect((await world.submit(found, 'lasting')).body.code).to.equal('ACCEPTED');
  });

  it('no search with that id belongs to the key: 404', async () => {
    const found = await world.searched('edu');
    const key = await world.api.issueKey({ affiliate_id: randomUUID() });
    const lead = await world.direct('edu', 'lasting', { lead: newPerson() });
    for (const id of [randomUUID(), lead.body.svc_lead_id, 'x', `${found.svc_lead_id}0`])
      expectAnswer(await world.results(id), { http: 404, code: 'NOT_FOUND', field: 'svc_lead_id' });
    expectAnswer(await world.results(found.svc_lead_id, { key }), { http: 401, code: 'AUTH_INVALID' });
  });

  it('another key of the same affiliate sees it', async () => {
    const found = await world.searched('edu');
    const key = await world.api.issueKey({ operations: ['results'] });
    expect((await world.results(found.svc_lead_id, { key })).status).to.equal(200);
  });

  it('a campaign that ended or sleeps still shows its results; one that was taken away is 403', async () => {
    const found = {
      moving: await world.searched('moving'),
      ending: await world.searched('ending'),
      sleeping: await world.searched('sleeping'),
    };
    await world.apply({
      affiliates: { southwind: {} },
      offers,
      campaigns: {
        edu: lines,
        moving: { ...lines, affiliate: 'southwind' },
        sleeping: { ...lines, status: 'inactive' },
      },
    });
    for (const name of ['ending', 'sleeping'] as const)
      expect((await world.results(found[name].svc_lead_id)).status, name).to.equal(200);
    expectAnswer(await world.results(found.moving.svc_lead_id), {
      http: 403,
      code: 'FORBIDDEN',
      reason: 'Not permitted',
      field: 'svc_campaign_id',
    });
    for (const [name, reason] of [
      ['ending', 'Campaign is no longer available'],
      ['sleeping', 'Campaign is not active'],
    ] as const)
      expectAnswer(await world.submit(found[name], 'lasting'), {
        http: 200,
        code: 'OFFER_UNAVAILABLE',
        reason,
        source: 'service',
      });
    expectAnswer(await world.submit(found.moving, 'lasting'), {
      http: 403,
      code: 'FORBIDDEN',
      field: 'svc_campaign_id',
    });
    for (const name of ['moving', 'ending', 'sleeping'])
      expectAnswer(await world.search(name), { http: 400, code: 'NOT_FOUND', field: 'svc_campaign_id' });
  });

  it('has no body: one that is sent is not read', async () => {
    const found = await world.searched('edu');
    const answer = await world.api.call('get', `${PATHS.results}/${found.svc_lead_id}`, {
      body: '{ no JSON',
    });
    expect(answer.status).to.equal(200);
  });
});
