import { expect } from 'chai';
import { decideReturnRequest } from '../../src/app/money/decide-request.js';
import { undoLeadReturn } from '../../src/app/money/undo-return.js';
import type { LeadRecord } from '../../src/core/lead/lead-record.js';
import { createCallbackTokens } from '../../src/platform/secrets/callback-tokens.js';
import { signatureOf } from '../../src/platform/secrets/signature.js';
import { callApi, type Answered } from '../support/api.js';
import { effectsOf } from '../../src/core/lead/pending-effect.js';
import { deliveryTo, startContract, type Contract } from '../support/contract.js';

const SECRET = 'what the buyer and we know';
const RETURNS = {
  within: '14d',
  max_share: '100%',
  reasons: [
    { code: 'bad_phone', label: 'The number does not exist' },
    { code: 'wrong_age', label: 'Too young' },
  ],
};

/** A buyer sends leads back (docs/returns.md). An extension of ours: the contract has no returns. */
describe('contract: returned leads', () => {
  let world: Contract;
  before(async () => {
    process.env['LEADKEEP_SECRET_RETURN_TEST_HMAC'] = SECRET;
    const callback = { callback: { secret: '${secret:RETURN_TEST_HMAC}' } };
    world = await startContract(
      (url) => ({
        offers: {
          signed: { ...deliveryTo(url, '/plain', callback), returns: RETURNS },
          unsigned: { ...deliveryTo(url, '/plain'), returns: RETURNS },
          agreed: deliveryTo(url, '/plain', callback),
          reviewed: {
            ...deliveryTo(url, '/plain', callback),
            returns: { ...RETURNS, review: { decide_within: '3d', show_evidence: true } },
          },
          scarce: { ...deliveryTo(url, '/plain', callback), returns: { ...RETURNS, max_share: '50%' } },
        },
        campaigns: {
          all: {
            offers: ['signed', 'unsigned', 'agreed', 'reviewed', 'scarce'].map((offer) => ({
              offer,
              payout: 25,
            })),
          },
        },
      }),
      { publicUrl: 'https://leads.example' },
    );
    world.buyer.says('/plain', { result: 'accepted' });
  });
  after(async () => {
    delete process.env['LEADKEEP_SECRET_RETURN_TEST_HMAC'];
    await world.close();
  });

  const sell = async (offer: string): Promise<string> => {
    const { body } = await world.direct('all', offer);
    expect(body.code, JSON.stringify(body)).to.equal('ACCEPTED');
    return body.svc_lead_id;
  };
  const call = (id: string, said: object, secret: string | null = SECRET): Promise<Answered> => {
    const tokens = createCallbackTokens(world.api.platform.settings.identitySecret!);
    const body = JSON.stringify(said);
    const t = Math.floor(Date.now() / 1000);
    return callApi(world.api.url, 'post', `/api/v1/callbacks/${tokens.tokenOf({ id, submission: 1 })}`, {
      key: null,
      headers: {
        'content-type': 'application/json',
        ...(secret === null
          ? {}
          : { 'leadkeep-signature': `t=${t},v1=${signatureOf(secret, String(t), Buffer.from(body))}` }),
      },
      body: Buffer.from(body),
    });
  };
  const returned = (reason: string): object => ({ result: 'returned', reason });
  const stored = async (id: string): Promise<LeadRecord> => (await world.api.platform.leads.read(id))!;
  const read = async (id: string) => (await world.lead(id)).body;

  it('is returned by a signed callback, once; the decision and the payout stay', async () => {
    const id = await sell('signed');
    const before = await read(id);
    expect(before).to.not.have.any.keys('returned_at', 'return_reason', 'payout_reversed');
    for (const changed of [true, false]) {
      const { status, body } = await call(id, returned('bad_phone'));
      expect([status, body['outcome'], body['changed']]).to.deep.equal([200, 'returned', changed]);
    }
    const lead = await stored(id);
    expect(lead.returns).to.have.length(1);
    expect(lead.returns?.[0]).to.include({ code: 'bad_phone', by: 'callback' });
    const owed = effectsOf(lead, 'entry').filter(({ what }) => what === 'return');
    expect(owed.map(({ affiliate_cents }) => affiliate_cents)).to.deep.equal([-2_500]);
    const { request_id: _a, ...after } = await read(id);
    const { request_id: _b, ...unchanged } = before;
    expect(after).to.deep.equal({
      ...unchanged,
      returned_at: lead.returns?.[0]?.at.toISOString(),
      return_reason: 'bad_phone',
      payout_reversed: true,
    });
    expect(after).to.include({ code: 'ACCEPTED', payout: 25 });
  });

  it('is answered with the rule that refuses it', async () => {
    const id = await sell('signed');
    const refusals: [string, object, string][] = [
      [id, returned('Ugly'), 'Unknown reason'],
      [id, { result: 'returned' }, 'Unknown reason'],
      [await sell('agreed'), returned('bad_phone'), 'No returns are agreed'],
    ];
    for (const [lead, said, reason] of refusals) {
      const { status, body } = await call(lead, said);
      expect([status, body.code, body.reason]).to.deep.equal([409, 'MALFORMED_REQUEST', reason]);
    }
    expect((await call(id, returned('wrong_age'))).status).to.equal(200);
    const again = await call(id, returned('bad_phone'));
    expect([again.status, again.body.reason]).to.deep.equal([409, 'Lead was returned before']);
    expect((await stored(id)).returns).to.have.length(1);
    expect((await stored(id)).timeline.filter(({ what }) => what === 'callback')).to.have.length(3);
  });

  it('is not returned again by a repeated callback, once an operator undid the return', async () => {
    const id = await sell('signed');
    const undo = { by: 'ann', why: 'The wrong lead' };
    const { leads, returns } = world.api.platform;
    expect((await call(id, returned('bad_phone'))).body['changed']).to.equal(true);
    expect((await undoLeadReturn({ leads, returns, clock: () => new Date() }, id, undo)).outcome).to.equal(
      'undone',
    );
    const again = await call(id, returned('bad_phone'));
    expect([again.status, again.body.reason]).to.deep.equal([409, 'Lead was returned before']);
    expect((await stored(id)).returns).to.have.length(1);
  });

  it('is under review where that is agreed: nothing changes until an operator accepts it', async () => {
    const id = await sell('reviewed');
    const before = await read(id);
    const said = { ...returned('bad_phone'), evidence: 'It rings out' };
    for (let twice = 0; twice < 2; twice += 1) {
      const { status, body } = await call(id, said);
      expect([status, body['outcome'], body['changed'], body.reason]).to.deep.equal([
        ...[200, 'returned', false],
        'Return under review',
      ]);
    }
    const other = await call(id, returned('wrong_age'));
    expect([other.status, other.body.reason]).to.deep.equal([409, 'Return under review']);
    expect((await stored(id)).return_requests).to.have.length(1);
    const { request_id: _a, ...after } = await read(id);
    const { request_id: _b, ...unchanged } = before;
    expect(after).to.deep.equal(unchanged);
    const { leads, returns, catalogue } = world.api.platform;
    const ports = { leads, returns, catalogue: catalogue.current(), clock: () => new Date() };
    await decideReturnRequest(ports, id, { outcome: 'declined', by: 'ann', why: 'It works' });
    const again = await call(id, said);
    expect([again.status, again.body.reason]).to.deep.equal([409, 'Return was declined']);
    expect((await call(id, { ...said, evidence: 'It is disconnected' })).body['changed']).to.equal(false);
    await decideReturnRequest(ports, id, { outcome: 'accepted', by: 'ann' });
    expect(await read(id)).to.deep.include({
      ...{ return_reason: 'bad_phone', return_evidence: { text: 'It is disconnected' } },
    });
    const repeated = await call(id, said);
    expect([repeated.status, repeated.body['changed']]).to.deep.equal([200, false]);
  });

  it('changes nothing over the share, without a signature, or with a wrong one', async () => {
    const scarce = await sell('scarce');
    const { status, body } = await call(scarce, returned('bad_phone'));
    expect([status, body.reason]).to.deep.equal([409, 'Over the share of returns']);
    const unsigned = await sell('unsigned');
    const ignored = await call(unsigned, returned('bad_phone'), null);
    expect([ignored.status, ignored.body['changed'], ignored.body.reason]).to.deep.equal([
      200,
      false,
      'Return ignored',
    ]);
    const signed = await sell('signed');
    for (const secret of [null, 'another'])
      expect((await call(signed, returned('bad_phone'), secret)).status).to.equal(401);
    for (const id of [scarce, unsigned, signed]) expect((await stored(id)).returns).to.equal(undefined);
  });

  it('is not returned by the answer to a delivery: nobody knows what the buyer means', async () => {
    world.buyer.says('/plain', { result: 'returned', reason: 'bad_phone' });
    const { body } = await world.direct('all', 'signed');
    world.buyer.says('/plain', { result: 'accepted' });
    expect(body.code).to.equal('PENDING');
    const lead = await stored(body.svc_lead_id);
    expect(lead.state).to.equal('unknown');
    expect(lead.attempts[0]?.detail).to.equal('result returned, which only a callback may say');
  });
});
