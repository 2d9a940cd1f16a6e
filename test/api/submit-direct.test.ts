import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import type { LeadRecord } from '../../src/core/records/lead-record.js';
import { IDS, testAffiliate, testCampaign, testCatalogue, testOffer } from '../support/catalogue.js';
import { directBody, PATHS, startApi, type Answered, type TestApi } from '../support/api.js';

const FOREIGN = { campaign: randomUUID(), offer: randomUUID() };
const foreign = testAffiliate({ id: randomUUID(), handle: 'southwind' });
const catalogue = testCatalogue({
  moreOffers: [testOffer({ id: FOREIGN.offer, handle: 'foreign' })],
  lines: { [FOREIGN.offer]: null },
  moreAffiliates: [foreign],
  moreCampaigns: [testCampaign({ id: FOREIGN.campaign, handle: 'southwind-edu', affiliate: foreign })],
});
const ACCEPTED = {
  state: 'accepted',
  decision: { code: 'ACCEPTED', at: new Date(), payout_cents: 2_000 },
} as const;
const refusedBy = (source: 'service' | 'buyer') =>
  ({ state: 'rejected', decision: { code: 'DUPLICATE', at: new Date(), source } }) as const;

describe('api: direct post', () => {
  let api: TestApi;
  before(async () => {
    api = await startApi({}, catalogue);
  });
  after(() => api.close());
  afterEach(() => {
    api.setCatalogue(catalogue);
  });

  const post = (body: object, key?: string): Promise<Answered> =>
    api.post(PATHS.leads, body, key === undefined ? {} : { headers: { 'Idempotency-Key': key } });

  it('stores the lead, its answers apart, and answers 202', async () => {
    const sent = directBody({
      svc_offer_id: IDS.exclusive,
      campus_visit: 'no',
      phone: 'extra here',
      tcpa_consent: null,
    });
    const { status, body } = await post(sent);
    expect(status).to.equal(202);
    const lead = await api.platform.leads.read(body.svc_lead_id);
    expect(lead).to.deep.include({
      form: 'B',
      answers: { campus_visit: 'no' },
      extra: { phone: 'extra here' },
    });
    expect(lead?.terms).to.equal(undefined);
    expect(lead?.consent).to.deep.include({ decision: null, text: testOffer().tcpa_text });
    expect(lead?.program_id).to.equal(undefined);
  });

  const FAULTS: readonly (readonly [
    what: string,
    over: object,
    http: number,
    code: string,
    field?: string,
  ])[] = [
    ['offer no UUID', { svc_offer_id: 'x', lead: 1 }, 400, 'INVALID_FIELD', 'svc_offer_id'],
    ['lead missing', { lead: null, tracking: null }, 400, 'REQUIRED_FIELD_MISSING', 'lead'],
    [
      'address missing',
      { tracking: {}, svc_lead_id: 'x' },
      400,
      'REQUIRED_FIELD_MISSING',
      'tracking.ip_address',
    ],
    ['svc_lead_id no UUID', { svc_lead_id: 'x' }, 400, 'INVALID_FIELD', 'svc_lead_id'],
    ['unknown offer', { svc_offer_id: randomUUID() }, 404, 'NOT_FOUND', 'svc_offer_id'],
    ['offer not on the campaign', { svc_offer_id: FOREIGN.offer }, 403, 'FORBIDDEN', 'svc_offer_id'],
    ['partner offer', { svc_offer_id: IDS.partner }, 403, 'FORBIDDEN', 'svc_offer_id'],
    ['foreign campaign', { svc_campaign_id: FOREIGN.campaign }, 403, 'FORBIDDEN', 'svc_campaign_id'],
    ['unknown campaign', { svc_campaign_id: randomUUID() }, 403, 'FORBIDDEN', 'svc_campaign_id'],
    ['unknown lead', { svc_lead_id: randomUUID() }, 404, 'NOT_FOUND', 'svc_lead_id'],
  ];
  for (const [what, over, http, code, field] of FAULTS)
    it(`${what} → ${http} ${code}`, async () => {
      const { status, body } = await post(directBody(over));
      expect([status, body.code, body.field]).to.deep.equal([http, code, field]);
    });

  it('lets what is retired or inactive through to its decision', async () => {
    for (const over of [
      { campaign: { status: 'inactive' } },
      { campaign: { status: 'retired' }, lines: { [IDS.shared]: null } },
      { offers: { [IDS.shared]: { status: 'retired' } }, lines: { [IDS.shared]: null } },
    ] as const) {
      api.setCatalogue(testCatalogue(over));
      expect((await post(directBody())).status).to.equal(202);
    }
  });

  describe('under the id of an earlier lead', () => {
    const posted = async (change: Partial<LeadRecord>, sent = directBody()) => {
      const { body } = await post(sent);
      await api.changeLead(body.svc_lead_id, change);
      return { ...sent, svc_lead_id: body.svc_lead_id };
    };

    it('answers the recorded decision for the same data, however it is written', async () => {
      const sent = await posted(ACCEPTED);
      const { lead } = sent as unknown as { lead: { personal: object; address: object } };
      const flat = { ...lead.personal, ...lead.address, gender: ' ' };
      const { status, body } = await post({ ...sent, lead: flat, svc_is_test_lead: null });
      expect([status, body.code, body.svc_lead_id]).to.deep.equal([200, 'ACCEPTED', sent.svc_lead_id]);
      expect(body.payout).to.equal(20);
    });

    it('refuses other data for a lead that reached a buyer or is on its way', async () => {
      for (const change of [
        ACCEPTED,
        refusedBy('buyer'),
        { state: 'held' },
        { state: 'pending' },
        {},
      ] as const) {
        const sent = await posted(change);
        const { status, body } = await post({ ...sent, tcpa_consent: false });
        expect([status, body.code, body.reason]).to.deep.equal([403, 'FORBIDDEN', 'Lead already submitted']);
      }
    });

    it('judges again, under the same id, what the service refused or could not deliver', async () => {
      for (const change of [refusedBy('service'), { state: 'failed' }, { state: 'invalid' }] as const) {
        const sent = await posted(change);
        const { status, body } = await post({ ...sent, program_id: 'p' });
        expect([status, body.svc_lead_id]).to.deep.equal([202, sent.svc_lead_id]);
        const lead = await api.platform.leads.read(sent.svc_lead_id);
        expect(lead).to.include({ round: 2, state: 'queued', program_id: 'p' });
        expect(lead?.timeline.map(({ what }) => what)).to.deep.equal(['received', 'received_again']);
      }
    });

    it("does not confirm another affiliate's lead", async () => {
      const sent = await posted({ affiliate_id: foreign.id });
      expect((await post(sent)).body).to.include({ code: 'NOT_FOUND' });
      expect((await api.get(`${PATHS.leads}/${sent.svc_lead_id}`)).status).to.equal(404);
    });
  });

  describe('Idempotency-Key', () => {
    it('answers the first lead as it now stands, and stores no second one', async () => {
      const sent = directBody();
      const first = await post(sent, 'key-1');
      const again = await post(sent, 'key-1');
      expect([again.status, again.body.svc_lead_id]).to.deep.equal([202, first.body.svc_lead_id]);
      await api.changeLead(first.body.svc_lead_id, ACCEPTED);
      const { status, body } = await post(sent, 'key-1');
      expect([status, body.code, body.svc_lead_id]).to.deep.equal([200, 'ACCEPTED', first.body.svc_lead_id]);
    });

    it('refuses the key with another body, and takes it again after 24 hours', async () => {
      const first = await post(directBody(), 'key-2');
      const other = directBody();
      const refused = await post(other, 'key-2');
      expect([refused.status, refused.body.code]).to.deep.equal([409, 'MALFORMED_REQUEST']);
      const lead = await api.platform.leads.read(first.body.svc_lead_id);
      if (!lead?.idempotency) throw new Error('not bound');
      const at = new Date(Date.now() - 24 * 3_600_000);
      await api.changeLead(lead.id, { idempotency: { ...lead.idempotency, at } });
      const taken = await post(other, 'key-2');
      expect(taken.status).to.equal(202);
      expect(taken.body.svc_lead_id).to.not.equal(lead.id);
    });

    it('is not bound by a refusal, and must be fit', async () => {
      expect((await post(directBody({ svc_offer_id: randomUUID() }), 'key-3')).status).to.equal(404);
      expect((await post(directBody(), 'key-3')).status).to.equal(202);
      for (const unfit of ['', 'x'.repeat(256), 'tab\there']) {
        const { status, body } = await post(directBody(), unfit);
        expect([status, body.code, body.field]).to.deep.equal([400, 'INVALID_FIELD', 'Idempotency-Key']);
      }
    });
  });

  it('reads the outcome of a lead, always with 200', async () => {
    const { body } = await post(directBody());
    const path = `${PATHS.leads}/${body.svc_lead_id}`;
    expect((await api.get(path)).body).to.include({ code: 'PENDING', payout: 0 });
    await api.changeLead(body.svc_lead_id, ACCEPTED);
    const read = await api.get(path);
    expect(read.status).to.equal(200);
    expect(read.body).to.deep.include({ code: 'ACCEPTED', accepted: true, payout: 20, disposition: {} });
  });
});
