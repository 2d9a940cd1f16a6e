import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import { newPerson, type Answered } from '../support/api.js';
import { deliveryTo, namesOf, startContract, type Contract, type Found } from '../support/contract.js';
import { expectAnswer } from '../support/envelope.js';

const inState = (state: string) => ({ eligibility: [{ field: 'address.state', in: [state] }] });

describe('contract: searching again under the same id', () => {
  let world: Contract;
  before(async () => {
    const offers = (url: string) => ({
      plain: {},
      wi: inState('WI'),
      il: inState('IL'),
      later: deliveryTo(url, '/later'),
      rejecting: deliveryTo(url, '/rejects'),
    });
    world = await startContract((url) => {
      const all = Object.keys(offers(url)).map((offer) => ({ offer, payout: 10 }));
      return {
        offers: { ...offers(url), 'needs-a-city': { required_fields: ['address.city'] } },
        campaigns: {
          edu: { offers: all },
          other: { offers: all.slice(0, 1) },
          needy: { offers: [{ offer: 'needs-a-city' }] },
        },
      };
    });
    world.buyer.says('/later', { result: 'pending' });
    world.buyer.says('/rejects', { result: 'rejected' });
  });
  after(() => world.close());

  let person = newPerson();
  beforeEach(() => {
    person = newPerson();
  });
  const wi = () => ({ ...person, address: { state: 'WI' } });
  const il = () => ({ ...person, address: { state: 'IL' } });
  const again = (found: Found, over: object = {}, campaign = 'edu'): Promise<Answered> =>
    world.search(campaign, { svc_lead_id: found.svc_lead_id, lead: wi(), ...over });
  const expectSubmitted = (answer: Answered): void => {
    expectAnswer(answer, {
      http: 403,
      code: 'FORBIDDEN',
      reason: 'Lead already submitted',
      field: 'svc_lead_id',
    });
  };

  it('keeps the id, replaces the data, and shows the newest run only', async () => {
    const first = await world.searched('edu', { lead: wi(), note: 'first', tcpa_consent: true });
    const lead = il();
    const tracking = { ip_address: '198.51.100.9', utm_source: 'again' };
    const answer = await again(first, { lead, tracking });
    expectAnswer(answer, { http: 200, code: 'OK' });
    expect(answer.body.svc_lead_id).to.equal(first.svc_lead_id);
    expect(namesOf(answer.body as unknown as Found)).to.have.members(['plain', 'il', 'later', 'rejecting']);
    const old = new Set(first.offers.map(({ svc_result_id }) => svc_result_id));
    expect(answer.body.offers.some(({ svc_result_id }) => old.has(svc_result_id as string))).to.equal(false);
    const polled = await world.results(first.svc_lead_id);
    expect(polled.body.offers).to.deep.equal(answer.body.offers);
    const stored = await world.api.platform.searches.read(first.svc_lead_id);
    expect(stored).to.deep.include({ run: 2, lead, tracking, extra: {}, consent: {} });
  });

  it('earlier result ids stay submittable, with the newest lead', async () => {
    const first = await world.searched('edu', { lead: wi() });
    const lead = il();
    await again(first, { lead });
    const answer = await world.submit(first, 'plain');
    expectAnswer(answer, { http: 200, code: 'ACCEPTED' });
    const sent = world.buyer.received.at(-1)?.body['lead'];
    expect(sent).to.deep.include(lead);
  });

  it('an earlier result is evaluated by the newest lead', async () => {
    const first = await world.searched('edu', { lead: wi() });
    await again(first, { lead: il() });
    expect((await world.submit(first, 'wi')).body.code).to.equal('NOT_ELIGIBLE');
  });

  it('an earlier result asks for what its offer needs and the newest lead lacks', async () => {
    const lead = { ...wi(), address: { state: 'WI', city: 'Madison' } };
    const first = await world.searched('needy', { lead });
    expect(first.offers[0]?.form_fields).to.deep.equal([]);
    await again(first, { lead: wi() }, 'needy');
    const lacking = await world.submit(first, 'needs-a-city');
    const missing = { code: 'REQUIRED_FIELD_MISSING', field: 'city', source: 'service' };
    expectAnswer(lacking, { http: 200, ...missing });
    const answer = await world.submit(first, 'needs-a-city', { city: 'Monona' });
    expectAnswer(answer, { http: 200, code: 'ACCEPTED' });
    expect(world.buyer.received.at(-1)?.body['lead']).to.have.nested.property('address.city', 'Monona');
  });

  it('another campaign of the client can be searched under the same id', async () => {
    const first = await world.searched('edu', { lead: wi() });
    const { body } = await again(first, { lead: wi() }, 'other');
    expect(namesOf(body as unknown as Found)).to.deep.equal(['plain']);
    const mixed = { ...first, campaign: 'other' };
    expect((await world.submit(mixed, 'plain')).body['error']).to.equal('result_campaign_mismatch');
    expect((await world.submit(first, 'plain')).body.code).to.equal('ACCEPTED');
  });

  it('again and again; from the 21st run while results live 429 (test/attack)', async () => {
    const first = await world.searched('edu', { lead: wi() });
    for (const lead of [il(), wi(), il()]) expect((await again(first, { lead })).status).to.equal(200);
    expect((await world.api.platform.searches.read(first.svc_lead_id))?.run).to.equal(4);
  });

  it('an expired result of an earlier run: OFFER_UNAVAILABLE, and of it little is stored', async () => {
    const first = await world.searched('edu', { lead: wi() });
    await again(first, { lead: wi() });
    const { connection } = world.api;
    const earlier = connection.collection<{ _id: string }>('earlier_results');
    const past = new Date(Date.now() - 1_000);
    const expired = { 'terms.expires_at': past, terms_until: past };
    await earlier.updateMany({ search_id: first.svc_lead_id }, { $set: expired });
    const unavailable = async () => (await world.submit(first, 'plain')).body.code;
    expect(await unavailable()).to.equal('OFFER_UNAVAILABLE');
    await world.api.platform.searches.forgetTerms(new Date());
    expect(
      await earlier.countDocuments({ search_id: first.svc_lead_id, 'terms.programs.0': { $exists: true } }),
    ).to.equal(0);
    expect(await unavailable()).to.equal('OFFER_UNAVAILABLE');
  });

  it('an earlier result whose terms were forgotten is not sold on what is left, whatever the clocks say', async () => {
    const first = await world.searched('edu', { lead: wi() });
    await again(first, { lead: wi() });
    const earlier = world.api.connection.collection<{ _id: string }>('earlier_results');
    const { searches } = world.api.platform;
    const whole = await searches.earlierResult(first.svc_lead_id, first.offers[0]!.svc_result_id);
    const { campaign_id, priority, terms } = whole!;
    // As a partner's, which has terms of its own.
    const own = { campaign_id, priority, terms, terms_until: new Date(Date.now() - 1_000) };
    await earlier.updateMany({ search_id: first.svc_lead_id }, { $set: own });
    await searches.forgetTerms(new Date());
    const sent = world.buyer.received.length;
    expectAnswer(await world.submit(first, 'plain'), {
      http: 200,
      code: 'OFFER_UNAVAILABLE',
      source: 'service',
    });
    expect(world.buyer.received).to.have.length(sent);
  });

  it('after an acceptance: 403 Lead already submitted, and nothing is changed', async () => {
    const first = await world.searched('edu', { lead: wi() });
    expect((await world.submit(first, 'plain')).body.code).to.equal('ACCEPTED');
    expectSubmitted(await again(first, { lead: il() }));
    expect(namesOf((await world.results(first.svc_lead_id)).body as unknown as Found)).to.deep.equal(
      namesOf(first),
    );
  });

  it('while a submit is pending: 403', async () => {
    const first = await world.searched('edu', { lead: wi() });
    expect((await world.submit(first, 'later')).body.code).to.equal('PENDING');
    expectSubmitted(await again(first));
  });

  it('after submits that were refused, held as tests or invalid it can', async () => {
    const first = await world.searched('edu', { lead: wi() });
    expect((await world.submit(first, 'rejecting')).body.code).to.equal('BUYER_REJECTED');
    expect((await world.submit(first, 'plain', { svc_is_test_lead: true })).body.code).to.equal(
      'TEST_LEAD_HELD',
    );
    expect((await world.submit(first, 'plain', { tcpa_consent: false })).body.code).to.equal('INVALID_FIELD');
    expectAnswer(await again(first), { http: 200, code: 'OK' });
  });

  it('an id that is not a search of the client: 403; one that is no UUID: 400', async () => {
    const { body } = await world.direct('edu', 'plain');
    for (const svc_lead_id of [randomUUID(), body.svc_lead_id])
      expectAnswer(await world.search('edu', { svc_lead_id }), {
        http: 403,
        code: 'FORBIDDEN',
        reason: 'Not permitted',
        field: 'svc_lead_id',
      });
    expectAnswer(await world.search('edu', { svc_lead_id: 'x' }), {
      http: 400,
      code: 'INVALID_FIELD',
      field: 'svc_lead_id',
    });
    for (const svc_lead_id of [null, '', ' '])
      expect((await world.search('edu', { svc_lead_id })).status).to.equal(200);
  });
});
