import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import { createCallbackTokens } from '../../src/platform/secrets/callback-tokens.js';
import { signatureOf } from '../../src/platform/secrets/signature.js';
import { callApi, newPerson, type Answered } from '../support/api.js';
import { deliveryTo, startContract, type Contract } from '../support/contract.js';
import { noticeServer } from '../../workers/wiring/notices.js';
import { createPersonStore } from '../../src/platform/mongo/person/person-store.js';
import { until } from '../support/until.js';

const SECRET = 'what the buyer and we know';
const LISTED = 'Consumer is on a suppression list';

/** Consumers who revoke their consent (docs/suppression.md#revocations). An extension of ours. */
describe('contract: revoked consents', () => {
  let world: Contract;
  before(async () => {
    process.env['LEADKEEP_SECRET_REVOKE_TEST_HMAC'] = SECRET;
    const callback = { callback: { secret: '${secret:REVOKE_TEST_HMAC}' } };
    world = await startContract(
      (url) => ({
        buyers: {
          lakeshore: { revocation: { url: `${url}/revoked`, insecure_http: true } },
        },
        offers: {
          signed: deliveryTo(url, '/plain', callback),
          unsigned: deliveryTo(url, '/plain'),
        },
        campaigns: { all: { offers: ['signed', 'unsigned'].map((offer) => ({ offer, payout: 25 })) } },
      }),
      { publicUrl: 'https://leads.example' },
    );
    world.buyer.says('/plain', { result: 'accepted' });
  });
  after(async () => {
    delete process.env['LEADKEEP_SECRET_REVOKE_TEST_HMAC'];
    await world.close();
  });

  const revoke = (id: string, headers = {}): Promise<Answered> =>
    world.api.post(`/api/v1/engine/leads/${id}/revocation`, {}, { headers });
  const call = (id: string, said: object, isSigned: boolean): Promise<Answered> => {
    const tokens = createCallbackTokens(world.api.platform.settings.identitySecret!);
    const body = Buffer.from(JSON.stringify(said));
    const t = String(Math.floor(Date.now() / 1000));
    const signature = `t=${t},v1=${signatureOf(SECRET, t, body)}`;
    return callApi(world.api.url, 'post', `/api/v1/callbacks/${tokens.tokenOf({ id, submission: 1 })}`, {
      key: null,
      headers: { 'content-type': 'application/json', ...(isSigned && { 'leadkeep-signature': signature }) },
      body,
    });
  };
  const entries = () => world.api.connection.collection('suppressions').countDocuments();
  /** Sells somebody; gives the lead, and posts the same person to the other offer. */
  async function sell(offer: string) {
    const lead = newPerson();
    const { body } = await world.direct('all', offer, { lead });
    expect(body.code, JSON.stringify(body)).to.equal('ACCEPTED');
    const again = () =>
      world.direct('all', 'unsigned', { lead: { ...newPerson(), personal: lead.personal } });
    return { id: body.svc_lead_id, again };
  }
  const isRefused = async (again: () => Promise<Answered>): Promise<void> => {
    await until(async () => (await again()).body.reason === LISTED, 'the entry is in force');
    const { body } = await again();
    expect([body.code, body.reason]).to.deep.equal(['NOT_ELIGIBLE', LISTED]);
  };

  it('an affiliate passes one on: the person is sold to nobody, and the lead stays as it is', async () => {
    const { id, again } = await sell('signed');
    // Only a submit looks at an Idempotency-Key.
    for (const headers of [{}, { 'Idempotency-Key': 'x'.repeat(256) }]) {
      const { status, body } = await revoke(id, headers);
      expect([status, body.code, body['suppressed']]).to.deep.equal([200, 'OK', ['email', 'phone']]);
    }
    await isRefused(again);
    expect((await world.lead(id)).body.code).to.equal('ACCEPTED');
  });

  it('the buyer that has the lead is told, and one that passed it on is not', async () => {
    const { id } = await sell('signed');
    await revoke(id);
    const { id: passedOn } = await sell('signed');
    await call(passedOn, { result: 'revoked' }, true);
    const server = noticeServer(world.workers.platform);
    await server.look();
    await server.idle();
    const heard = world.buyer.received.filter(({ path }) => path === '/revoked').map(({ body }) => body);
    expect(heard.map((body) => [body['event'], body['lead_id']])).to.deep.include(['revoked', id]);
    expect(heard.map((body) => body['lead_id'])).to.not.include(passedOn);
    expect(JSON.stringify(heard)).to.not.include('@');
  });

  it('is also of the try that a lead fell back to, whose id nobody was told', async () => {
    const { id: tried } = await sell('signed');
    const { id: first } = await sell('signed');
    const next_fallback = { lead_id: tried, offer_id: 'o', submission: 1, at: new Date() };
    const attempts: never[] = [];
    await world.api.changeLead(first, { state: 'rejected', next_fallback, attempts });
    await revoke(first);
    const server = noticeServer(world.workers.platform);
    await server.look();
    await server.idle();
    const heard = world.buyer.received.filter(({ path }) => path === '/revoked').map(({ body }) => body);
    expect(heard.map((body) => body['lead_id']))
      .to.include(tried)
      .and.not.include(first);
  });

  it('a lead of nobody is not found', async () => {
    const before = await entries();
    for (const id of [randomUUID(), 'no-id']) {
      const { status, body } = await revoke(id);
      expect([status, body.code, body.field]).to.deep.equal([404, 'NOT_FOUND', 'svc_lead_id']);
    }
    expect(await entries()).to.equal(before);
  });

  it('a buyer says it in a signed callback', async () => {
    const { id, again } = await sell('signed');
    const { status, body } = await call(id, { result: 'revoked' }, true);
    expect([status, body['outcome'], body['changed']]).to.deep.equal([200, 'revoked', true]);
    await isRefused(again);
    const lead = await world.api.platform.leads.read(id);
    const told = lead!.timeline.find(({ what }) => what === 'callback');
    expect([lead!.state, told?.reason?.['why']]).to.deep.equal([
      'accepted',
      'the person is on the suppression list',
    ]);
  });

  describe('of a lead whose person was removed', () => {
    const removed = async (id: string, isLabelled: boolean): Promise<void> => {
      // Nobody publishes news here.
      const leads = world.api.connection.collection<{ _id: string }>('leads');
      await leads.updateOne({ _id: id }, { $pull: { pending_effects: { kind: 'news' } } });
      const lead = await world.api.platform.leads.read(id);
      const persons = createPersonStore(world.api.connection);
      await persons.forgetLead(lead!, { at: new Date(), why: 'retention' });
      if (!isLabelled) await persons.forgetLabels([id]);
    };
    const noted = async (id: string) =>
      (await world.api.platform.leads.read(id))!.timeline.find(({ what }) => what === 'callback')?.reason?.[
        'why'
      ];

    it('suppresses by the keyed hashes that the lead still has', async () => {
      const { id, again } = await sell('signed');
      await removed(id, true);
      expect((await revoke(id)).body['suppressed']).to.deep.equal(['email', 'phone']);
      await isRefused(again);
    });

    it('does the same when the buyer says it', async () => {
      const { id, again } = await sell('signed');
      await removed(id, true);
      expect((await call(id, { result: 'revoked' }, true)).body['changed']).to.equal(true);
      expect(await noted(id)).to.equal('the person is on the suppression list');
      await isRefused(again);
    });

    it('tells who passes it on when nothing is left to suppress by', async () => {
      const { id } = await sell('signed');
      await removed(id, false);
      const before = await entries();
      const { status, body } = await revoke(id);
      const told = [status, body.code, body.reason, body['suppressed']];
      expect(told).to.deep.equal([200, 'OK', 'Consumer no longer known', []]);
      expect((await call(id, { result: 'revoked' }, true)).body['changed']).to.equal(false);
      expect(await noted(id)).to.contain('nobody is on the suppression list');
      expect(await entries()).to.equal(before);
    });
  });

  it('is ignored where the destination does not sign, and never an answer to a delivery', async () => {
    const before = await entries();
    const { id } = await sell('unsigned');
    const { status, body } = await call(id, { result: 'revoked' }, false);
    expect([status, body.reason, body['changed']]).to.deep.equal([200, 'Revocation ignored', false]);
    expect((await call((await sell('signed')).id, { result: 'revoked' }, false)).status).to.equal(401);
    expect(await entries()).to.equal(before);
  });
});
