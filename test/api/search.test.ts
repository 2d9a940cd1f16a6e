import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import { IDS, testAffiliate, testCampaign, testCatalogue } from '../support/catalogue.js';
import { newPerson, PATHS, searchBody, startApi, type TestApi } from '../support/api.js';
import { storedSearch } from '../support/stored-search.js';
import { until } from '../support/until.js';

const FOREIGN = { affiliate: randomUUID(), campaign: randomUUID() };
const foreign = testAffiliate({ id: FOREIGN.affiliate, handle: 'southwind' });
const catalogue = testCatalogue({
  moreAffiliates: [foreign],
  moreCampaigns: [testCampaign({ id: FOREIGN.campaign, handle: 'southwind-edu', affiliate: foreign })],
});

describe('api: search and results', () => {
  let api: TestApi;
  before(async () => {
    api = await startApi({}, catalogue);
  });
  after(() => api.close());
  afterEach(() => {
    api.setCatalogue(catalogue);
  });

  it('stores the search first and answers without a worker', async () => {
    const lead = newPerson();
    const { status, body } = await api.post(PATHS.search, searchBody({ lead, tcpa_consent: true }));
    expect(status).to.equal(200);
    expect(body).to.deep.include({
      code: 'OK',
      status: 'saved',
      success: true,
      processing_done: false,
      poll_after_ms: 1_000,
      accepted_count: 0,
      max_accepted_submissions: 3,
      true_exclusive_accepted: false,
      offers: [],
    });
    const search = await api.platform.searches.read(body.svc_lead_id);
    expect(search).to.deep.include({
      affiliate_id: IDS.affiliate,
      campaign_id: IDS.campaign,
      state: 'new',
      round: 1,
      lead,
      consent: { tcpa_consent: true },
      request_id: body.request_id,
    });
    expect(search?.identities.map(({ kind }) => kind)).to.deep.equal(['email', 'phone']);
    expect(JSON.stringify(search?.identities)).to.not.contain(lead.personal.phone);
    expect(search?.due_at?.getTime()).to.be.above(search?.created_at.getTime() ?? 0);
  });

  it('answers as soon as it is woken', async () => {
    const slow = await startApi({ searchWaitMs: 8_000 });
    try {
      const answer = slow.post(PATHS.search, searchBody({ marker: 'woken' }));
      const searches = slow.connection.collection<{ _id: string; extra: object }>('searches');
      await until(async () => (await searches.countDocuments()) === 1, 'the search is stored');
      const found = await searches.findOne({});
      await searches.updateOne({ _id: found?._id ?? '' }, { $set: { state: 'done' }, $unset: { due_at: 1 } });
      await slow.platform.wake.wake(slow.processId, found?._id ?? '');
      const { body } = await answer;
      expect(body).to.include({ processing_done: true, svc_lead_id: found?._id });
    } finally {
      await slow.close();
    }
  });

  it('shows all results so far, and never the price', async () => {
    const search = storedSearch();
    await api.storeSearch(search);
    const { status, body, text } = await api.get(`${PATHS.results}/${search.id.toUpperCase()}`);
    expect(status).to.equal(200);
    expect(body.offers).to.have.length(1);
    expect(body.offers[0]).to.include({ svc_result_id: search.results[0]?.id, payout: 20 });
    expect(body.processing_done).to.equal(true);
    expect(text).to.not.contain('99.99').and.not.contain('9999');
  });

  const CAMPAIGNS: readonly (readonly [what: string, id: string, status?: 'inactive' | 'retired'])[] = [
    ['an unknown campaign', randomUUID()],
    ["another affiliate's campaign", FOREIGN.campaign],
    ['an inactive campaign', IDS.campaign, 'inactive'],
    ['a retired campaign', IDS.campaign, 'retired'],
  ];
  for (const [what, svc_campaign_id, status] of CAMPAIGNS)
    it(`${what} can't be searched`, async () => {
      if (status) api.setCatalogue(testCatalogue({ campaign: { status } }));
      const answer = await api.post(PATHS.search, searchBody({ svc_campaign_id }));
      expect([answer.status, answer.body.code, answer.body.field]).to.deep.equal([
        400,
        'NOT_FOUND',
        'svc_campaign_id',
      ]);
    });

  it("does not show another affiliate's search, or one whose campaign was taken away", async () => {
    const other = storedSearch({ affiliate_id: FOREIGN.affiliate, campaign_id: FOREIGN.campaign });
    const taken = storedSearch({ campaign_id: FOREIGN.campaign });
    await api.storeSearch(other);
    await api.storeSearch(taken);
    expect((await api.get(`${PATHS.results}/${other.id}`)).body).to.include({ code: 'NOT_FOUND' });
    expect((await api.get(`${PATHS.results}/${randomUUID()}`)).status).to.equal(404);
    expect((await api.get(`${PATHS.results}/${taken.id}`)).body).to.include({ code: 'FORBIDDEN' });
  });

  it('runs a search again under its id', async () => {
    const search = storedSearch();
    await api.storeSearch(search);
    const lead = newPerson();
    const { status, body } = await api.post(PATHS.search, searchBody({ svc_lead_id: search.id, lead }));
    expect([status, body.svc_lead_id, body.processing_done]).to.deep.equal([200, search.id, false]);
    const again = await api.platform.searches.read(search.id);
    expect(again).to.deep.include({ round: 2, state: 'new', lead, created_at: search.created_at });
    expect(again?.results).to.deep.equal(search.results);
  });

  it('does not run a search again that was submitted, or that is not the client’s', async () => {
    const slot = {
      lead: 'l',
      round: 1,
      offer_id: IDS.shared,
      offer_type: 'shared',
      state: 'reserved',
    } as const;
    const submitted = storedSearch({ slots: [slot] });
    await api.storeSearch(submitted);
    const first = await api.post(PATHS.search, searchBody({ svc_lead_id: submitted.id }));
    expect([first.status, first.body.code, first.body.reason]).to.deep.equal([
      403,
      'FORBIDDEN',
      'Lead already submitted',
    ]);
    const other = storedSearch({ affiliate_id: FOREIGN.affiliate });
    await api.storeSearch(other);
    for (const id of [other.id, randomUUID()]) {
      const { status, body } = await api.post(PATHS.search, searchBody({ svc_lead_id: id }));
      expect([status, body.reason]).to.deep.equal([403, 'Not permitted']);
    }
  });
});
