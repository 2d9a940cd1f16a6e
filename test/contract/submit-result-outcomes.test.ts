import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import { openApi } from '../../src/api/open-api.js';
import { callApi, newPerson, PATHS, resultBody } from '../support/api.js';
import { IDS, testAffiliate, testBuyer, testCampaign, testLine } from '../support/catalogue.js';
import { until } from '../support/until.js';
import { openWorld, type Result, type World } from '../support/world.js';

const OTHER = testBuyer({ id: randomUUID(), handle: 'other' });

describe('contract: submit, form A, duplicates, test leads and late decisions', () => {
  let world: World;
  before(async () => {
    world = await openWorld();
  });
  after(() => world.close());
  afterEach(() => {
    world.use();
    world.buyer.answers();
  });

  it("DUPLICATE held by the client's own lead names it", async () => {
    const lead = newPerson();
    const first = await world.submit(await world.result({}, { lead }));
    const second = await world.submit(await world.result({}, { lead, identities: [] }));
    expect(second.body).to.deep.include({
      code: 'DUPLICATE',
      reason: 'Duplicate lead - Offer',
      source: 'service',
      payout: 0,
      disposition: { duplicate_of: first.body.svc_lead_id },
    });
    expect(second.body.svc_lead_id).to.not.equal(first.body.svc_lead_id);
    expect(world.sent(second)).to.equal(0);
  });

  it("DUPLICATE held by another affiliate's lead names nothing", async () => {
    const southwind = testAffiliate({ id: randomUUID(), handle: 'southwind' });
    const lead = newPerson();
    await world.submit(await world.result({}, { lead }));
    const offer = [...world.api.platform.catalogue.current().offers.values()].find(
      ({ id }) => id === IDS.shared,
    );
    const theirs = testCampaign({
      id: randomUUID(),
      affiliate: southwind,
      offers: new Map([[IDS.shared, testLine(offer!)]]),
    });
    world.use({ moreAffiliates: [southwind], moreCampaigns: [theirs] });
    const key = await world.api.issueKey({ affiliate_id: southwind.id });
    const owner = { svc_affiliate_id: southwind.id, svc_campaign_id: theirs.id };
    const answer = await world.post({ ...owner, lead }, { key });
    expect(answer.body).to.deep.include({ code: 'DUPLICATE', disposition: {}, payout: 0 });
  });

  const ofPartner = async (): Promise<Result> => {
    const search = await world.search();
    const path = `${PATHS.results}/${search.body.svc_lead_id}`;
    await until(
      async () => (await world.api.get(path)).body['processing_done'] === true,
      'the partner answered',
    );
    return world.found(await world.api.get(path), IDS.partner);
  };

  for (const [what, over] of [
    ['went to another buyer', { moreBuyers: [OTHER], buyers: { [IDS.partner]: OTHER.id } }],
    ['became a direct one', { offers: { [IDS.partner]: { kind: 'direct', partner: undefined as never } } }],
  ] as const)
    it(`a partner’s result whose offer ${what} since: OFFER_UNAVAILABLE, and the lead goes nowhere`, async () => {
      const result = await ofPartner();
      world.use(over);
      const answer = await world.submit(result);
      expect(answer.body).to.include({
        ...{ code: 'OFFER_UNAVAILABLE', status: 'rejected', source: 'service', payout: 0 },
        reason: 'Result is no longer available',
      });
      expect(world.sent(answer)).to.equal(0);
    });

  for (const [what, tcpa_text, code] of [
    ['another consent text', 'I agree that Other may call me.', 'OFFER_UNAVAILABLE'],
    ['the same consent text', 'By clicking Send I agree that Lakeshore University may call me.', 'ACCEPTED'],
  ] as const)
    it(`a direct offer’s result whose offer went to another buyer with ${what} since: ${code}`, async () => {
      const result = world.found(await world.search(), IDS.shared);
      world.use({
        ...{ moreBuyers: [OTHER], buyers: { [IDS.shared]: OTHER.id } },
        offers: { [IDS.shared]: { tcpa_text } },
      });
      const answer = await world.submit(result);
      expect([answer.body['code'], world.sent(answer)]).to.deep.equal([code, code === 'ACCEPTED' ? 1 : 0]);
    });

  it('a partner that rejects is the source', async () => {
    world.buyer.answers({ result: 'rejected', reason: 'Class is full.' });
    const answer = await world.submit(await ofPartner());
    expect(answer.body).to.include({
      code: 'BUYER_REJECTED',
      source: 'partner',
      reason: 'Class is full - Client',
    });
  });

  it('no decision in time → 202 PENDING, and the work goes on', async () => {
    const { platform } = world.api;
    const settings = { ...platform.settings, submitWaitMs: 100 };
    const hasty = openApi({ ...platform, settings }, 'web-hasty');
    const release = world.buyer.hold();
    try {
      await hasty.ready;
      const { search, id } = await world.result();
      const body = resultBody(search, id);
      const answer = await callApi(hasty.app, 'post', PATHS.leads, { key: world.api.key, body });
      expect(answer.status).to.equal(202);
      expect(answer.body).to.deep.include({
        ...{ code: 'PENDING', status: 'pending', reason: 'Decision is pending', success: true },
        ...{ accepted: false, payout: 0, disposition: {} },
      });
      release();
      const path = `${PATHS.leads}/${answer.body.svc_lead_id}`;
      await until(async () => (await world.api.get(path)).body.code === 'ACCEPTED', 'it is decided');
      expect(world.sent(answer)).to.equal(1);
    } finally {
      release();
      await hasty.close();
    }
  });

  it('a test lead consumes nothing: the same person is sold after it', async () => {
    const lead = newPerson();
    const result = await world.result({}, { lead });
    expect((await world.submit(result, { svc_is_test_lead: true })).body.code).to.equal('TEST_LEAD_HELD');
    const sold = await world.submit(result);
    expect(sold.body.code).to.equal('ACCEPTED');
    const test = await world.submit(result, { svc_is_test_lead: true });
    expect(test.body, 'it reads claims').to.deep.include({
      code: 'DUPLICATE',
      disposition: { duplicate_of: sold.body.svc_lead_id },
    });
    expect(world.sent(test)).to.equal(0);
  });

  it('what the buyer refused can be submitted again; what it called a duplicate can not', async () => {
    const lead = newPerson();
    const result = await world.result({}, { lead });
    world.buyer.answers({ result: 'rejected' });
    expect((await world.submit(result)).body.code).to.equal('BUYER_REJECTED');
    world.buyer.answers({ result: 'duplicate' });
    expect((await world.submit(result)).body.reason).to.equal('Duplicate lead - Client');
    world.buyer.answers();
    expect((await world.submit(result)).body.reason).to.equal('Duplicate lead - Offer');
  });
});
