import { testSentTo } from '../support/records.js';
import { gzipSync } from 'node:zlib';
import { expect } from 'chai';
import type { LeadState } from '../../src/core/lead/lead-states.js';
import type { AttemptOutcome, LeadRecord } from '../../src/core/lead/lead-record.js';
import { createCallbackTokens } from '../../src/platform/secrets/callback-tokens.js';
import { signatureOf } from '../../src/platform/secrets/signature.js';
import { callApi, newPerson, type Answered } from '../support/api.js';
import { deliveryTo, startContract, type Contract } from '../support/contract.js';
import { effectsOf } from '../../src/core/lead/pending-effect.js';
import { until } from '../support/until.js';

const PUBLIC_URL = 'https://leads.example/sub';
const SECRET = 'what the buyer and we know';

/** Buyers call back (docs/callbacks.md). An extension of ours: the contract has no callbacks. */
describe('contract: callbacks', () => {
  let world: Contract;
  before(async () => {
    process.env['LEADKEEP_SECRET_LATER_TEST_HMAC'] = SECRET;
    const mapped = {
      body: '{ "ref": lead_id, "cb": callback_url }',
      answers: [
        { when: 'status = 202', outcome: 'pending', reference: 'body.ticket' },
        {
          when: "body.verdict = 'yes' and headers.`x-system` = 'crm'",
          outcome: 'accepted',
          reference: 'body.id',
        },
        { when: "body.verdict = 'no'", outcome: 'rejected', reason: 'body.why' },
        { when: "body.verdict = 'again'", outcome: 'retry' },
      ],
    };
    world = await startContract(
      (url) => ({
        offers: {
          plain: deliveryTo(url, '/plain'),
          mapped: deliveryTo(url, '/mapped', mapped),
          signed: deliveryTo(url, '/plain', { callback: { secret: '${secret:LATER_TEST_HMAC}' } }),
          unset: deliveryTo(url, '/plain', { callback: { secret: '${secret:LATER_TEST_NOT_SET}' } }),
        },
        campaigns: {
          all: { offers: [{ offer: 'plain', payout: 25 }, 'mapped', 'signed', 'unset'].map(line) },
        },
      }),
      // Thirty wrong tokens, in a window that no busy machine outlives.
      { publicUrl: PUBLIC_URL, wrongKeysPerMinute: 1 },
    );
    world.buyer.says('/plain', { result: 'pending', reference: 't-1' });
    world.buyer.says('/mapped', { something: 'that no rule reads' });
  });
  after(async () => {
    delete process.env['LEADKEEP_SECRET_LATER_TEST_HMAC'];
    await world.close();
  });
  const line = (offer: string | object): object => (typeof offer === 'string' ? { offer } : offer);

  /** A lead that the buyer keeps for later, and the address that came with it. */
  async function pending(offer = 'plain', lead = newPerson()): Promise<{ id: string; path: string }> {
    const { body } = await world.direct('all', offer, { lead });
    expect(body.code, JSON.stringify(body)).to.equal('PENDING');
    const id = body.svc_lead_id;
    return { id, path: pathOf(id) };
  }
  const pathOf = (id: string, submission = 1): string =>
    `/api/v1/callbacks/${createCallbackTokens(world.api.platform.settings.identitySecret!).tokenOf({ id, submission })}`;
  const call = (
    path: string,
    body?: unknown,
    headers: Readonly<Record<string, string>> = {},
  ): Promise<Answered> =>
    callApi(world.api.url, 'post', path, { key: null, headers, ...(body === undefined ? {} : { body }) });
  const stored = async (id: string): Promise<LeadRecord> => {
    const lead = await world.api.platform.leads.read(id);
    if (!lead) throw new Error('no lead');
    return lead;
  };
  const heard = async (id: string) => (await stored(id)).timeline.filter(({ what }) => what === 'callback');

  it('callback_url comes with the lead, in a mapping and in our own shape', async () => {
    const { id, path } = await pending();
    expect(world.buyer.received.at(-1)?.body['callback_url']).to.equal(PUBLIC_URL + path);
    const { body } = await world.direct('all', 'mapped');
    expect(world.buyer.received.at(-1)?.body).to.deep.equal({
      ref: body.svc_lead_id,
      cb: PUBLIC_URL + pathOf(body.svc_lead_id),
    });
    expect(id).to.not.equal(body.svc_lead_id);
  });

  it('decides a pending lead, once; the same again is 200, another decision is 409; each is told once', async () => {
    const { id, path } = await pending();
    const first = await call(path, { result: 'accepted', reference: 'L-1' });
    expect([first.status, first.body.code, first.body['outcome'], first.body['changed']]).to.deep.equal([
      200,
      'OK',
      'accepted',
      true,
    ]);
    // Paid by the sweeper, some seconds from now.
    expect(effectsOf(await stored(id), 'reservations').map(({ what }) => what)).to.deep.equal(['confirm']);
    expect((await world.lead(id)).body).to.include({ code: 'ACCEPTED', payout: 25 });
    for (let i = 0; i < 2; i += 1) {
      const again = await call(path, { result: 'accepted', reference: 'L-1' });
      expect([again.status, again.body['changed']]).to.deep.equal([200, false]);
      const other = await call(path, { result: 'rejected', reason: 'No' });
      expect([other.status, other.body.code]).to.deep.equal([409, 'MALFORMED_REQUEST']);
    }
    const lead = await stored(id);
    expect(lead).to.include({ state: 'accepted', reference: 'L-1' });
    expect((await heard(id)).map(({ outcome }) => outcome)).to.deep.equal(['accepted', 'rejected']);
  });

  it('a rejection gives back what was taken, and its reason is cleaned', async () => {
    const person = newPerson();
    const { id, path } = await pending('plain', person);
    expect((await world.direct('all', 'plain', { lead: person })).body.code).to.equal('DUPLICATE');
    await call(path, { result: 'rejected', reason: 'Already has 12345 of them.' });
    expect((await world.lead(id)).body).to.include({
      code: 'BUYER_REJECTED',
      reason: 'Already has of them - Client',
      source: 'buyer',
    });
    await pending('plain', person);
  });

  it('is read by the same rules: status 200, its own headers, its parsed body', async () => {
    const { body } = await world.direct('all', 'mapped');
    const id = body.svc_lead_id;
    expect((await stored(id)).state).to.equal('unknown');
    const path = pathOf(id);
    const form = { 'content-type': 'application/x-www-form-urlencoded', 'x-system': 'crm' };
    expect((await call(path, 'verdict=maybe', form)).status).to.equal(400);
    expect((await call(path, 'verdict=again', form)).status).to.equal(400);
    expect((await call(path)).body.code).to.equal('MALFORMED_REQUEST');
    expect((await call(path, { verdict: 'yes' })).status, 'another header').to.equal(400);
    expect((await call(path, 'verdict=yes&id=F-7', form)).status).to.equal(200);
    expect(await stored(id)).to.include({ state: 'accepted', reference: 'F-7' });
    expect((await heard(id)).length).to.equal(5);
  });

  it('XML, gzip and Latin-1 are undone', async () => {
    const { body } = await world.direct('all', 'mapped');
    const id = body.svc_lead_id;
    const xml = '<?xml version="1.0" encoding="iso-8859-1"?><verdict>no</verdict>';
    const sent = xml.replace('<verdict>', '<r><why>D\xe9j\xe0 vu</why><verdict>').concat('</r>');
    const headers = { 'content-type': 'text/xml', 'content-encoding': 'gzip' };
    const packed = gzipSync(Buffer.from(sent.replace(/r>/g, 'answer>'), 'latin1'));
    expect((await call(pathOf(id), packed, headers)).status, 'XML has an outermost element').to.equal(400);
    expect((await call(pathOf(id), Buffer.from('not packed'), headers)).status).to.equal(400);
    const json = gzipSync(Buffer.from('{"verdict":"no","why":"D\xe9j\xe0 vu"}', 'latin1'));
    const type = { 'content-type': 'application/json; charset=iso-8859-1', 'content-encoding': 'gzip' };
    expect((await call(pathOf(id), json, type)).status).to.equal(200);
    expect((await world.lead(id)).body.reason).to.equal('Déjà vu - Client');
  });

  const STATES: readonly [LeadState, AttemptOutcome, number, LeadState][] = [
    ['sending', 'open', 200, 'accepted'],
    ['working', 'pending', 200, 'accepted'],
    ['waiting', 'retry', 200, 'accepted'],
    ['unknown', 'unknown', 200, 'accepted'],
    ['waiting', 'never_sent', 409, 'waiting'],
    ['working', 'retry', 503, 'working'],
  ];
  for (const [state, outcome, http, after] of STATES)
    it(`comes while the lead is ${state}, its attempt ${outcome}: ${http}`, async () => {
      const { id, path } = await pending();
      const { attempts } = await stored(id);
      const due_at = new Date(Date.now() + 3_600_000);
      await world.api.changeLead(id, {
        state,
        due_at,
        attempts: attempts.map((one) => ({ ...one, outcome })),
      });
      const answer = await call(path, { result: 'accepted' });
      expect(answer.status, JSON.stringify(answer.body)).to.equal(http);
      const lead = await stored(id);
      expect(lead.state).to.equal(after);
      if (after === 'accepted') expect(lead.attempts[0]?.outcome).to.be.oneOf(['accepted', 'pending']);
    });

  it('a callback that is faster than our own answer decides, and the answer changes nothing', async () => {
    const release = world.buyer.hold();
    try {
      const from = world.buyer.received.length;
      const submitted = world.direct('all', 'plain');
      await until(() => world.buyer.received.length > from, 'the buyer has it');
      const url = String(world.buyer.received.at(-1)?.body['callback_url']);
      expect((await call(new URL(url).pathname.replace('/sub', ''), { result: 'accepted' })).status).to.equal(
        200,
      );
      release();
      const { body } = await submitted;
      expect(body.code).to.equal('ACCEPTED');
      expect((await world.lead(body.svc_lead_id)).body.code).to.equal('ACCEPTED');
    } finally {
      release();
    }
  });

  for (const offer of ['plain', 'signed', 'unset'])
    it(`a lead whose offer has another buyer now (${offer}): nobody is listened to, by no rule or secret`, async () => {
      const { id, path } = await pending(offer);
      const [sent] = (await stored(id)).attempts;
      await world.api.changeLead(id, { attempts: [{ ...sent!, sent_to: testSentTo('the former') }] });
      const answer = await call(path, { result: 'rejected' });
      expect(answer.body).to.include({ reason: 'Offer has another buyer now' });
      expect([answer.status, (await stored(id)).state]).to.deep.equal([409, 'pending']);
      expect((await heard(id)).map(({ reason }) => reason?.['why'])).to.deep.equal(['another_buyer']);
    });

  it('two at once that contradict each other: one decides', async () => {
    const { id, path } = await pending();
    const both = await Promise.all([call(path, { result: 'accepted' }), call(path, { result: 'rejected' })]);
    expect(both.map(({ status }) => status).sort()).to.deep.equal([200, 409]);
    expect((await stored(id)).timeline.filter(({ what }) => what === 'decided')).to.have.length(1);
  });

  it('an address of an earlier submission, and a test lead', async () => {
    const { id } = await pending();
    expect((await call(pathOf(id, 2), { result: 'accepted' })).body).to.include({
      reason: 'Lead was sent again',
    });
    const { body } = await world.direct('all', 'plain', { svc_is_test_lead: true });
    expect(body.code).to.equal('TEST_LEAD_HELD');
    expect((await call(pathOf(body.svc_lead_id), { result: 'accepted' })).status).to.equal(409);
  });

  it('a secret: unsigned and wrongly signed callbacks are refused, and told once', async () => {
    const { id, path } = await pending('signed');
    const body = '{"result":"accepted"}';
    const json = { 'content-type': 'application/json' };
    const t = String(Math.floor(Date.now() / 1_000));
    const old = String(Number(t) - 400);
    const signed = (at: string, secret = SECRET): Record<string, string> => ({
      ...json,
      'leadkeep-signature': `t=${at},v1=${signatureOf(secret, at, Buffer.from(body))}`,
    });
    for (const [headers, code, words] of [
      [json, 'AUTH_REQUIRED', 'Missing signature'],
      [{ ...json, 'leadkeep-signature': 'x' }, 'AUTH_INVALID', 'Invalid signature'],
      [signed(t, 'guessed'), 'AUTH_INVALID', 'Invalid signature'],
      [signed(old), 'AUTH_INVALID', 'Invalid signature'],
      [signed(old), 'AUTH_INVALID', 'Invalid signature'],
    ] as const) {
      const answer = await call(path, Buffer.from(body), headers);
      expect([answer.status, answer.body.code, answer.body.reason]).to.deep.equal([401, code, words]);
    }
    expect((await heard(id)).map(({ reason }) => reason?.['why'])).to.deep.equal([
      'the signature is missing',
      'the signature is malformed',
      'the signature is wrong',
      'the signature is stale',
    ]);
    expect((await call(path, Buffer.from(body), signed(t))).status).to.equal(200);
    expect((await stored(id)).state).to.equal('accepted');
  });

  it('a secret that is not set: 503, and nothing is believed', async () => {
    const { id, path } = await pending('unset');
    expect((await call(path, { result: 'accepted' })).status).to.equal(503);
    expect((await stored(id)).state).to.equal('pending');
  });

  it('envelopes as everywhere: wrong tokens, methods, bodies too large', async () => {
    const { path } = await pending();
    const wrong = path.slice(0, -1) + (path.endsWith('A') ? 'E' : 'A');
    for (const at of [wrong, '/api/v1/callbacks/x', pathOf('00000000-0000-4000-8000-000000000000')])
      expect((await call(at, { result: 'accepted' })).body.code).to.equal('NOT_FOUND');
    const get = await callApi(world.api.url, 'get', path, {});
    expect([get.status, get.headers['allow']]).to.deep.equal([405, 'POST']);
    expect((await call(path, Buffer.alloc(64 * 1024 + 1), { 'content-type': 'text/plain' })).status).to.equal(
      413,
    );
    expect((await call(path, Buffer.from('{"result":"accepted"'), {})).status).to.equal(400);
  });

  it('a limit for each lead; and no more than 20 are told', async () => {
    const { id, path } = await pending();
    const statuses: number[] = [];
    // Every two seconds another one is let through: on a busy machine some more than ten are.
    while (!statuses.includes(429) && statuses.length < 40)
      statuses.push((await call(path, { nothing: statuses.length })).status);
    expect(statuses.slice(0, 10)).to.deep.equal(Array<number>(10).fill(400));
    expect(statuses.at(-1)).to.equal(429);
    expect((await call((await pending()).path, { result: 'accepted' })).status).to.equal(200);
    const reason = { detail: 'x', was: 'pending', mark: 'x' } as const;
    const entry = { at: new Date(), what: 'callback', offer_id: id, outcome: 'pending', reason } as const;
    for (let i = 0; i < 30; i += 1) await world.api.platform.leads.note(id, `mark ${i}`, entry);
    expect(await heard(id)).to.have.length(20);
  });

  it('wrong tokens are limited for each client address, right ones never', async () => {
    const { path } = await pending();
    let status = 404;
    for (let i = 0; i < 40 && status === 404; i += 1)
      ({ status } = await call(`/api/v1/callbacks/wrong-${i}`, { result: 'accepted' }));
    expect(status).to.equal(429);
    expect((await call(path, { result: 'accepted' })).status).to.equal(200);
  });
});
