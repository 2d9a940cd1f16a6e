import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import { directBody, newPerson, PATHS, resultBody, type Answered } from '../support/api.js';
import { IDS, testAffiliate, testCampaign, testLine } from '../support/catalogue.js';
import { rawCall } from '../support/raw-call.js';
import { until } from '../support/until.js';
import { openWorld, type World } from '../support/world.js';

const HOUR_MS = 3_600_000;

/** The optional `Idempotency-Key` header of submit (ours). */
describe('contract: Idempotency-Key', () => {
  let world: World;
  before(async () => {
    world = await openWorld();
  });
  after(() => world.close());
  afterEach(() => {
    world.use();
    world.buyer.answers();
  });

  const send = (body: object, key: string): Promise<Answered> =>
    world.api.post(PATHS.leads, body, { headers: { 'Idempotency-Key': key } });
  const age = async (answer: Answered, ms: number): Promise<void> => {
    const lead = await world.lead(answer);
    await world.api.changeLead(lead.id, {
      idempotency: lead.idempotency!.map((one) => ({ ...one, at: new Date(Date.now() - ms) })),
    });
  };

  const FORMS: readonly (readonly [form: string, body: () => Promise<object>])[] = [
    ['A', async () => resultBody(...(await resultOf()))],
    ['B', () => Promise.resolve(directBody())],
  ];
  const resultOf = async (): Promise<[string, string]> => {
    const { search, id } = await world.result();
    return [search, id];
  };

  for (const [form, bodyOf] of FORMS) {
    it(`form ${form}: the same key and body answers that lead and delivers nothing again`, async () => {
      const [body, key] = [await bodyOf(), randomUUID()];
      const first = await send(body, key);
      const again = await send(body, key);
      const { request_id: _one, ...one } = first.body;
      const { request_id: _two, ...two } = again.body;
      expect(first.body.code).to.equal('ACCEPTED');
      expect(two).to.deep.equal(one);
      expect(world.sent(first)).to.equal(1);
    });

    it(`form ${form}: the same key with another body → 409 MALFORMED_REQUEST`, async () => {
      const [body, key] = [await bodyOf(), randomUUID()];
      await send(body, key);
      const count = await world.count();
      for (const other of [{ ...body, tcpa_consent: false }, { ...body, extra: 1 }, await bodyOf()]) {
        const answer = await send(other, key);
        expect([answer.status, answer.body.code, answer.body.field]).to.deep.equal([
          409,
          'MALFORMED_REQUEST',
          'Idempotency-Key',
        ]);
      }
      expect(await world.count()).to.equal(count);
    });

    it(`form ${form}: while the first is still at work, the same call waits for the same decision`, async () => {
      const release = world.buyer.hold();
      const [body, key] = [await bodyOf(), randomUUID()];
      const { length } = world.buyer.received;
      const calls = [send(body, key), send(body, key), send(body, key)];
      await until(() => world.buyer.received.length > length, 'the buyer has it');
      calls.push(send(body, key));
      release();
      const answers = await Promise.all(calls);
      const ids = new Set(answers.map((answer) => answer.body.svc_lead_id));
      expect(answers.map((answer) => answer.body.code)).to.deep.equal(Array(4).fill('ACCEPTED'));
      expect(ids.size).to.equal(1);
      expect(world.sent(answers[0]!)).to.equal(1);
    });
  }

  it('answers the lead as it now stands', async () => {
    world.buyer.answers({ result: 'pending' });
    const [body, key] = [directBody(), randomUUID()];
    const first = await send(body, key);
    expect(first.body.code).to.equal('PENDING');
    await world.api.changeLead(first.body.svc_lead_id, {
      state: 'accepted',
      decision: { code: 'ACCEPTED', at: new Date(), payout_cents: 2_000, source: 'buyer' },
    });
    expect((await send(body, key)).body).to.include({ code: 'ACCEPTED', payout: 20 });
  });

  it('a refusal is answered again, too, whatever has changed since', async () => {
    const [body, key] = [directBody(), randomUUID()];
    world.use({ offers: { [IDS.shared]: { status: 'paused' } } });
    const first = await send(body, key);
    expect(first.body.code).to.equal('OFFER_UNAVAILABLE');
    world.use();
    const again = await send(body, key);
    expect([again.body.code, again.body.svc_lead_id]).to.deep.equal([
      'OFFER_UNAVAILABLE',
      first.body.svc_lead_id,
    ]);
  });

  it('the same body is one that says the same: order of keys, blanks, null', async () => {
    const [body, key] = [directBody({ own: { a: 1, b: [1] } }), randomUUID()];
    const first = await send(body, key);
    const { own: _, ...rest } = body;
    const same = { nothing: null, own: { b: [1], a: 1 }, blank: ' ', ...rest };
    expect((await send(same, key)).body.svc_lead_id).to.equal(first.body.svc_lead_id);
  });

  it('holds for 24 hours from the first call', async () => {
    const [body, key] = [directBody(), randomUUID()];
    const first = await send(body, key);
    await age(first, 24 * HOUR_MS - 60_000);
    expect((await send(body, key)).body.svc_lead_id).to.equal(first.body.svc_lead_id);
    expect((await send(directBody(), key)).status).to.equal(409);
    await age(first, 24 * HOUR_MS + 1_000);
    const fresh = await send(directBody(), key);
    expect(fresh.body.code).to.equal('ACCEPTED');
    expect(fresh.body.svc_lead_id).to.not.equal(first.body.svc_lead_id);
  });

  it('without the key, the same body is a lead of its own', async () => {
    const body = directBody();
    await send(body, randomUUID());
    expect((await world.api.post(PATHS.leads, body)).body.code).to.equal('DUPLICATE');
    expect((await send(body, randomUUID())).body.code).to.equal('DUPLICATE');
  });

  it('is the affiliate’s: another affiliate’s same key is another key, another key of the same affiliate’s is the same', async () => {
    const southwind = testAffiliate({ id: randomUUID(), handle: 'southwind' });
    const offer = [...world.api.platform.catalogue.current().offers.values()].find(
      ({ id }) => id === IDS.shared,
    )!;
    const theirs = testCampaign({
      id: randomUUID(),
      affiliate: southwind,
      offers: new Map([[IDS.shared, testLine(offer)]]),
    });
    world.use({ moreAffiliates: [southwind], moreCampaigns: [theirs] });
    const [body, key] = [directBody(), randomUUID()];
    const first = await send(body, key);
    const headers = { 'Idempotency-Key': key };
    const second = await world.api.post(PATHS.leads, body, { headers, key: await world.api.issueKey() });
    expect(second.body.svc_lead_id).to.equal(first.body.svc_lead_id);
    const owner = { svc_affiliate_id: southwind.id, svc_campaign_id: theirs.id };
    const their = await world.api.issueKey({ affiliate_id: southwind.id });
    const third = await world.api.post(PATHS.leads, { ...directBody(), ...owner }, { headers, key: their });
    expect(third.body.code).to.equal('ACCEPTED');
  });

  const UNBOUND: readonly (readonly [what: string, over: object, http: number, sent?: object])[] = [
    ['400', { svc_offer_id: 'x' }, 400],
    ['403', { svc_campaign_id: randomUUID() }, 403],
    ['404', { svc_offer_id: randomUUID() }, 404],
    ['409', { svc_offer_id: null, svc_result_id: 'x' }, 409],
  ];
  for (const [what, over, http] of UNBOUND)
    it(`is not bound by a ${what}`, async () => {
      const key = randomUUID();
      expect((await send(directBody(over), key)).status).to.equal(http);
      expect((await send(directBody(), key)).body.code).to.equal('ACCEPTED');
    });

  it('is not bound by a 429', async () => {
    const limited = await world.api.issueKey({ limits: { submit: { per_minute: 600, burst: 1 } } });
    const headers = { 'Idempotency-Key': randomUUID() };
    await world.api.post(PATHS.leads, {}, { key: limited });
    const body = directBody();
    const refused = await world.api.post(PATHS.leads, body, { key: limited, headers });
    expect(refused.status).to.equal(429);
    expect((await world.api.post(PATHS.leads, directBody(), { headers })).body.code).to.equal('ACCEPTED');
  });

  it('is bound by a lead that is evaluated again, to the body that had it evaluated', async () => {
    const [key, lead] = [randomUUID(), newPerson()];
    const refused = await world.post({ lead, tcpa_consent: false });
    const body = directBody({ svc_lead_id: refused.body.svc_lead_id, lead });
    const first = await send(body, key);
    expect(first.body).to.include({ code: 'ACCEPTED', svc_lead_id: refused.body.svc_lead_id });
    expect((await send(body, key)).body).to.include({
      code: 'ACCEPTED',
      svc_lead_id: refused.body.svc_lead_id,
    });
    expect((await send({ ...body, extra: 1 }, key)).status).to.equal(409);
  });

  it('is another lead’s for a post under the id of a decided one, whose own data it has', async () => {
    const [key, taken, body] = [randomUUID(), directBody(), directBody()];
    const first = await send(taken, key);
    const { svc_lead_id } = (await world.api.post(PATHS.leads, body)).body;
    const again = { ...body, svc_lead_id };
    expect((await world.api.post(PATHS.leads, again)).body).to.include({ code: 'ACCEPTED', svc_lead_id });
    expect((await send(again, randomUUID())).body).to.include({ code: 'ACCEPTED', svc_lead_id });
    const answer = await send(again, key);
    expect([answer.status, answer.body.field]).to.deep.equal([409, 'Idempotency-Key']);
    expect((await send(taken, key)).body.svc_lead_id).to.equal(first.body.svc_lead_id);
  });

  it('stays bound to a lead that is evaluated again under another key: both answer it, and nothing is delivered twice', async () => {
    const [one, two] = [randomUUID(), randomUUID()];
    const refused = directBody({ tcpa_consent: false });
    const first = await send(refused, one);
    const { svc_lead_id } = first.body;
    expect(first.body.code).to.equal('INVALID_FIELD');
    const corrected = directBody({ svc_lead_id, lead: refused['lead'] });
    expect((await send(corrected, two)).body).to.include({ code: 'ACCEPTED', svc_lead_id });
    const count = await world.count();
    for (const [body, key] of [
      [refused, one],
      [corrected, two],
    ] as const)
      expect((await send(body, key)).body).to.include({ code: 'ACCEPTED', svc_lead_id });
    for (const [body, key] of [
      [corrected, one],
      [refused, two],
      [directBody(), one],
    ] as const)
      expect((await send(body, key)).status).to.equal(409);
    expect(await world.count()).to.equal(count);
    expect(world.sent(first)).to.equal(1);
  });

  const FIT = ['k', ' !~', 'x'.repeat(255), '"quoted", with; signs', '  blanks around  '];
  for (const key of FIT)
    it(`${JSON.stringify(key.slice(0, 24))} (${key.length}) is one`, async () => {
      const body = directBody();
      const first = await send(body, key);
      expect(first.body.code).to.equal('ACCEPTED');
      expect((await send(body, key)).body.svc_lead_id).to.equal(first.body.svc_lead_id);
    });

  const UNFIT: readonly (readonly [what: string, key: string])[] = [
    ['empty', ''],
    ['blank', '   '],
    ['too long', 'x'.repeat(256)],
    ['a tab inside', 'tab\there'],
    ['no ASCII', 'schl\u00fcssel'],
  ];
  for (const [what, key] of UNFIT)
    it(`${what} → 400 INVALID_FIELD`, async () => {
      const answer = await rawSubmit(key);
      expect([answer.status, answer.body.code, answer.body.field]).to.deep.equal([
        400,
        'INVALID_FIELD',
        'Idempotency-Key',
      ]);
    });

  // Node's parser refuses these before any header can be told from another: the envelope can't name the field.
  for (const [what, key] of [
    ['DEL', 'a\u007fb'],
    ['NUL', 'a\u0000b'],
    ['another control character', 'a\u0001b'],
  ] as const)
    it(`${what} → 400 MALFORMED_REQUEST`, async () => {
      const { status, body } = await rawSubmit(key);
      expect([status, body.code]).to.deep.equal([400, 'MALFORMED_REQUEST']);
    });

  function rawSubmit(key: string) {
    const body = JSON.stringify(directBody());
    return rawCall(
      world.api.url,
      [
        `POST ${PATHS.leads} HTTP/1.1`,
        `X-API-Key: ${world.api.key}`,
        'Content-Type: application/json',
        `Content-Length: ${Buffer.byteLength(body)}`,
        `Idempotency-Key: ${key}`,
      ],
      body,
    );
  }

  it('comes after the form and the fields of the body', async () => {
    const key = 'x'.repeat(256);
    const broken = await world.api.post(PATHS.leads, '{', { headers: { 'Idempotency-Key': key } });
    expect(broken.body.code).to.equal('MALFORMED_REQUEST');
    expect((await send(directBody({ svc_offer_id: 'x' }), key)).body.field).to.equal('svc_offer_id');
    expect((await send(directBody({ svc_affiliate_id: randomUUID() }), key)).body.field).to.equal(
      'Idempotency-Key',
    );
  });

  it('means nothing to other operations', async () => {
    const headers = { 'Idempotency-Key': 'x'.repeat(300) };
    const body = { email: 'nobody@example.com' };
    expect((await world.api.post(PATHS.dupeCheck, body, { headers })).status).to.equal(200);
    expect((await world.api.get(`${PATHS.leads}/${randomUUID()}`, { headers })).status).to.equal(404);
  });
});
