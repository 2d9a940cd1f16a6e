import { expect } from 'chai';
import { createCallbackTokens } from '../../src/platform/secrets/callback-tokens.js';
import { signatureOf } from '../../src/platform/secrets/signature.js';
import { callApi, type Answered } from '../support/api.js';
import { deliveryTo, startContract, type Contract } from '../support/contract.js';

const SECRET = 'what the buyer and we know';
const STAGES = [
  { code: 'contacted', label: 'Contacted', tell_affiliate: true },
  { code: 'enrolled', label: 'Enrolled' },
];

/** A buyer says what became of a lead (docs/stages.md). An extension of ours: the contract has no stages. */
describe('contract: stages after the sale', () => {
  let world: Contract;
  before(async () => {
    process.env['LEADKEEP_SECRET_STAGE_TEST_HMAC'] = SECRET;
    const callback = { callback: { secret: '${secret:STAGE_TEST_HMAC}' } };
    const answers = [
      { when: 'body.sold', outcome: 'accepted' },
      {
        when: 'body.event = "student"',
        outcome: 'stage',
        reason: 'body.step',
        on: 'body.day',
        price: 'body.worth',
      },
    ];
    world = await startContract(
      (url) => ({
        buyers: { lakeshore: { stages: STAGES } },
        offers: {
          signed: deliveryTo(url, '/plain', callback),
          unsigned: deliveryTo(url, '/plain'),
          ruled: deliveryTo(url, '/ruled', { ...callback, answers }),
        },
        campaigns: { all: { offers: ['signed', 'unsigned', 'ruled'].map((offer) => ({ offer })) } },
      }),
      { publicUrl: 'https://leads.example' },
    );
    world.buyer.says('/plain', { result: 'accepted' });
    world.buyer.says('/ruled', { sold: true });
  });
  after(async () => {
    delete process.env['LEADKEEP_SECRET_STAGE_TEST_HMAC'];
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
  const enrolled = { result: 'stage', stage: 'enrolled', value: '1200.50' };
  const stored = (id: string) => world.api.platform.stages.ofLeads([id]);
  const answered = async (answer: Promise<Answered>) => {
    const { status, body } = await answer;
    return [status, body['changed'] ?? body.reason];
  };

  it('takes a signed callback once, and its correction', async () => {
    const id = await sell('signed');
    expect(await answered(call(id, enrolled))).to.deep.equal([200, true]);
    expect(await answered(call(id, enrolled))).to.deep.equal([200, false]);
    expect(await answered(call(id, { ...enrolled, value: 7 }))).to.deep.equal([200, true]);
    const [stage] = await stored(id);
    expect(stage).to.include({ stage: 'enrolled', value_cents: 700, source: 'callback', revision: 1 });
    expect(stage?.earlier?.[0]).to.include({ value_cents: 120_050 });
    expect((await world.lead(id)).text, 'the affiliate').to.not.match(/enrolled/);
  });

  it('keeps the day of a callback without one that comes again on a later day', async () => {
    const id = await sell('signed');
    await call(id, enrolled);
    const { connection } = world.api;
    const sold = new Date(Date.now() - 9 * 86_400_000);
    await connection
      .collection<{ _id: string }>('leads')
      .updateOne({ _id: id }, { $set: { 'decision.at': sold } });
    const on = new Date(Date.now() - 5 * 86_400_000).toISOString().slice(0, 10);
    await connection.collection('lead_stages').updateOne({ lead_id: id }, { $set: { on } });
    expect(await answered(call(id, enrolled))).to.deep.equal([200, false]);
    expect(await answered(call(id, { ...enrolled, value: 9 }))).to.deep.equal([200, true]);
    expect((await stored(id))[0]).to.include({ on, value_cents: 900 });
  });

  it('reads it by the rules of the destination', async () => {
    const id = await sell('ruled');
    const said = { event: 'student', step: 'contacted', worth: 3 };
    expect(await answered(call(id, said))).to.deep.equal([200, true]);
    expect((await stored(id))[0]).to.include({ stage: 'contacted', value_cents: 300 });
    expect(await answered(call(id, { ...said, day: '2020-01-01' }))).to.deep.equal([
      409,
      'Day before the sale',
    ]);
  });

  it('tells the affiliate the stages that the catalogue lets it know, and no value', async () => {
    const id = await sell('signed');
    await call(id, { ...enrolled, stage: 'contacted' });
    await call(id, enrolled);
    const on = (await stored(id)).find(({ stage }) => stage === 'contacted')?.on;
    expect((await world.lead(id)).body['stages']).to.deep.equal([{ stage: 'contacted', on }]);
    await call(id, { ...enrolled, stage: 'contacted', on: 'withdrawn' });
    expect((await world.lead(id)).body).to.not.have.property('stages');
  });

  it('refuses the rest, and keeps nothing of what it says', async () => {
    const id = await sell('signed');
    const table: [object, string][] = [
      [{ ...enrolled, stage: 'Ann Lee' }, 'Unknown stage'],
      [{ result: 'stage' }, 'Unknown stage'],
      [{ ...enrolled, on: '2020-01-01' }, 'Day before the sale'],
      [{ ...enrolled, on: '2999-01-01' }, 'Day in the future'],
      [{ ...enrolled, on: 'yesterday, Ann Lee' }, 'Unknown day'],
      [{ ...enrolled, on: 'withdrawn' }, 'Stage was never reported'],
    ];
    for (const [said, reason] of table)
      expect(await answered(call(id, said)), reason).to.deep.equal([409, reason]);
    expect(await stored(id)).to.deep.equal([]);
    const lead = await world.api.platform.leads.read(id);
    expect(JSON.stringify(lead?.timeline)).to.not.include('Ann Lee');
    expect(await answered(call(await sell('unsigned'), enrolled, null))).to.deep.equal([200, false]);
    expect((await call(id, enrolled, 'another')).status).to.equal(401);
  });

  it('is nothing that the answer to a delivery can say', async () => {
    world.buyer.says('/plain', enrolled);
    const { body } = await world.direct('all', 'signed');
    expect(body.code).to.equal('PENDING');
    expect(await stored(body.svc_lead_id)).to.deep.equal([]);
  });
});
