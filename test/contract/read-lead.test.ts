import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import { newPerson, PATHS, type Answered } from '../support/api.js';
import { testAffiliate } from '../support/catalogue.js';
import { until } from '../support/until.js';
import { openWorld, type World } from '../support/world.js';

const southwind = testAffiliate({ id: randomUUID(), handle: 'southwind' });

/** `GET /api/v1/engine/leads/{svc_lead_id}` (ours). */
describe('contract: reading a lead', () => {
  let world: World;
  before(async () => {
    world = await openWorld({}, { moreAffiliates: [southwind] });
  });
  after(() => world.close());
  afterEach(() => {
    world.buyer.answers();
  });

  const read = (id: string, key?: string): Promise<Answered> =>
    world.api.get(`${PATHS.leads}/${id}`, key === undefined ? {} : { key });

  const OUTCOMES: readonly (readonly [
    what: string,
    over: object,
    buyer: object | undefined,
    code: string,
  ])[] = [
    ['accepted', {}, undefined, 'ACCEPTED'],
    ['rejected by the buyer', {}, { result: 'rejected', reason: 'Too far.' }, 'BUYER_REJECTED'],
    ['the buyer’s duplicate', {}, { result: 'duplicate' }, 'DUPLICATE'],
    ['pending', {}, { result: 'pending' }, 'PENDING'],
    ['held', { svc_is_test_lead: true }, undefined, 'TEST_LEAD_HELD'],
    ['invalid', { tcpa_consent: false }, undefined, 'INVALID_FIELD'],
  ];
  for (const [what, over, buyer, code] of OUTCOMES)
    for (const form of ['A', 'B'] as const)
      it(`${what}, form ${form}: the submit answer as it was → 200 ${code}`, async () => {
        world.buyer.answers(buyer);
        const given = form === 'A' ? await world.submit(await world.result(), over) : await world.post(over);
        expect(given.body.code).to.equal(code);
        const { status, body } = await read(given.body.svc_lead_id);
        const { request_id: own, ...answer } = body;
        const { request_id: before, ...submitted } = given.body;
        expect(status).to.equal(200);
        expect(answer).to.deep.equal(submitted);
        expect(own).to.not.equal(before);
      });

  it("the service's duplicate names the own sale", async () => {
    const lead = newPerson();
    const sold = await world.post({ lead });
    const second = await world.post({ lead });
    expect((await read(second.body.svc_lead_id)).body['disposition']).to.deep.equal({
      duplicate_of: sold.body.svc_lead_id,
    });
  });

  it('undecided → 200 PENDING, never 202; decided later → as it then stands', async () => {
    const release = world.buyer.hold();
    try {
      const { length } = world.buyer.received;
      const answering = world.post();
      await until(() => world.buyer.received.length > length, 'the buyer has it');
      const id = world.buyer.received.at(-1)?.idempotencyKey ?? '';
      const meanwhile = await read(id);
      expect(meanwhile.status).to.equal(200);
      expect(meanwhile.body).to.deep.include({
        ...{ code: 'PENDING', status: 'pending', success: true, accepted: false, payout: 0 },
        ...{ svc_lead_id: id, disposition: {} },
      });
      release();
      await answering;
      expect((await read(id)).body).to.include({ code: 'ACCEPTED', payout: 20 });
    } finally {
      release();
    }
  });

  it('an id is read in any case', async () => {
    const { body } = await world.post();
    expect((await read(body.svc_lead_id.toUpperCase())).body.svc_lead_id).to.equal(body.svc_lead_id);
  });

  it('404 for what is not a lead of the affiliate', async () => {
    const { body } = await world.post();
    const { search } = await world.result();
    const theirs = await world.api.issueKey({ affiliate_id: southwind.id });
    const rows: readonly (readonly [id: string, key?: string])[] = [
      [randomUUID()],
      [search],
      ['no-uuid'],
      ['%20'],
      [body.svc_lead_id, theirs],
    ];
    for (const [id, key] of rows) {
      const answer = await read(id, key);
      expect([answer.status, answer.body.code, answer.body.field], id).to.deep.equal([
        404,
        'NOT_FOUND',
        'svc_lead_id',
      ]);
    }
  });

  it('any key of the affiliate may read it that has the results operation', async () => {
    const { body } = await world.post();
    const reader = await world.api.issueKey({ operations: ['results'] });
    const writer = await world.api.issueKey({ operations: ['search', 'submit', 'dupe_check'] });
    expect((await read(body.svc_lead_id, reader)).status).to.equal(200);
    const refused = await read(body.svc_lead_id, writer);
    expect([refused.status, refused.body.code]).to.deep.equal([403, 'FORBIDDEN']);
  });

  it('counts against the results limit', async () => {
    const key = await world.api.issueKey({ limits: { results: { per_minute: 1, burst: 1 } } });
    expect((await read(randomUUID(), key)).status).to.equal(404);
    expect((await world.api.get(`${PATHS.results}/${randomUUID()}`, { key })).status).to.equal(429);
  });

  it('only GET and HEAD', async () => {
    const { body } = await world.post();
    const path = `${PATHS.leads}/${body.svc_lead_id}`;
    for (const method of ['post', 'put', 'delete'] as const) {
      const { status, headers } = await world.api.call(method, path);
      expect([status, headers['allow']]).to.deep.equal([405, 'GET, HEAD']);
    }
  });
});
