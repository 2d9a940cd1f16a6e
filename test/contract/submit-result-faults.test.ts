import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import { newPerson } from '../support/api.js';
import { IDS, testAffiliate, testCampaign } from '../support/catalogue.js';
import { openWorld, type World } from '../support/world.js';
import type { FormField } from '../../src/core/search/search-record.js';

const MISSING = 'REQUIRED_FIELD_MISSING';
const INVALID = 'INVALID_FIELD';
const AGE: FormField = { name: 'age', label: 'Age', type: 'number', required: true };

/** In the order in which faults are answered: each row has a later fault besides its own. */
const FAULTS: readonly (readonly [over: object, http: number, code: string, field?: string])[] = [
  [{ svc_campaign_id: undefined, svc_affiliate_id: 'x' }, 400, MISSING, 'svc_campaign_id'],
  [{ svc_campaign_id: 5, svc_affiliate_id: 'x' }, 400, INVALID, 'svc_campaign_id'],
  [{ svc_campaign_id: IDS.campaign.slice(1), svc_affiliate_id: null }, 400, INVALID, 'svc_campaign_id'],
  [{ svc_affiliate_id: ' ', svc_is_test_lead: 'no' }, 400, MISSING, 'svc_affiliate_id'],
  [{ svc_affiliate_id: 'x', search_lead_id: '' }, 400, INVALID, 'svc_affiliate_id'],
  [{ svc_is_test_lead: 'true', svc_lead_id: 'x' }, 400, INVALID, 'svc_is_test_lead'],
  [{ svc_is_test_lead: 1, svc_result_id: null }, 400, INVALID, 'svc_is_test_lead'],
  [{ svc_result_id: null, lead: 1 }, 400, MISSING, 'svc_result_id'],
  [{ svc_result_id: '', tracking: 1 }, 400, MISSING, 'svc_result_id'],
  [{ svc_result_id: 7, svc_lead_id: randomUUID() }, 400, INVALID, 'svc_result_id'],
  [{ svc_result_id: {}, svc_lead_id: randomUUID() }, 400, INVALID, 'svc_result_id'],
  [{ svc_lead_id: randomUUID(), search_lead_id: null }, 400, INVALID, 'svc_lead_id'],
  [{ search_lead_id: null, lead: 1 }, 409, 'MALFORMED_REQUEST', 'search_lead_id'],
  [{ search_lead_id: 'x', lead: 1 }, 400, INVALID, 'search_lead_id'],
  [{ search_lead_id: 5, lead: 1 }, 400, INVALID, 'search_lead_id'],
  [{ lead: 'x', tracking: 'x' }, 400, INVALID, 'lead'],
  [{ lead: [], tracking: 'x' }, 400, INVALID, 'lead'],
  [{ lead: { phone: '608-555-0100', email: 'x' }, tracking: 'x' }, 400, INVALID, 'lead.email'],
  [{ lead: { zip: 'x' }, tracking: { ip_address: 'x' } }, 400, INVALID, 'lead.zip'],
  [{ lead: { address: { zip_code: 53703 } } }, 400, INVALID, 'lead.address.zip_code'],
  [{ tracking: 'x', age: 'old' }, 400, INVALID, 'tracking'],
  [{ tracking: { ip_address: '10.0.0.1', gclid: 1 }, age: 'old' }, 400, INVALID, 'tracking.ip_address'],
  [{ tracking: { gclid: 1 }, age: 'old' }, 400, INVALID, 'tracking.gclid'],
  [{ svc_affiliate_id: randomUUID(), svc_result_id: 'x' }, 403, 'FORBIDDEN', 'svc_affiliate_id'],
  [{ svc_result_id: 'x', age: 'old' }, 404, 'NOT_FOUND', 'svc_result_id'],
  [{ svc_campaign_id: randomUUID(), age: 'old' }, 403, 'FORBIDDEN', 'svc_campaign_id'],
  [{ age: 'old', tcpa_consent: false }, 400, INVALID, 'age'],
];

describe('contract: submit, form A, refused with an HTTP error', () => {
  let world: World;
  before(async () => {
    world = await openWorld();
  });
  after(() => world.close());
  afterEach(() => {
    world.use();
  });

  for (const [over, http, code, field] of FAULTS)
    it(`${JSON.stringify(over)} → ${http} ${code} ${field ?? ''}`, async () => {
      const before = await world.count();
      const { status, body } = await world.submit(await world.result({ form_fields: [AGE] }), over);
      expect([status, body.code, body.field, body.status]).to.deep.equal([http, code, field, 'invalid']);
      expect(body).to.include({ success: false, retryable: false });
      expect(await world.count(), 'nothing is recorded').to.equal(before);
      expect(body).to.not.have.any.keys('svc_lead_id', 'payout', 'accepted');
    });

  it('ids are read in any case', async () => {
    const { search, id } = await world.result();
    const answer = await world.submit(
      { search: search.toUpperCase(), id },
      { svc_campaign_id: IDS.campaign.toUpperCase(), svc_affiliate_id: IDS.affiliate.toUpperCase() },
    );
    expect(answer.body.code).to.equal('ACCEPTED');
  });

  it('an answer repeats no value that was sent', async () => {
    const marker = 'Zz9-marker';
    for (const over of [
      { svc_campaign_id: marker },
      { search_lead_id: marker },
      { lead: { ...newPerson().personal, email: marker } },
      { tracking: { ip_address: marker } },
      { svc_result_id: marker },
      { program_id: marker },
    ])
      expect((await world.submit(await world.result(), over)).text).to.not.contain(marker);
  });

  it('a campaign taken from the client since the search → 403', async () => {
    const result = await world.result();
    const southwind = testAffiliate({ id: randomUUID(), handle: 'southwind' });
    world.use({ moreCampaigns: [testCampaign({ affiliate: southwind })] });
    const { status, body } = await world.submit(result);
    expect([status, body.code, body.field]).to.deep.equal([403, 'FORBIDDEN', 'svc_campaign_id']);
  });
});
