import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import { newPerson, searchBody, type Answered } from '../support/api.js';
import { IDS, testAffiliate, testCampaign } from '../support/catalogue.js';
import { openWorld, type World } from '../support/world.js';

const OWN_OTHER = randomUUID();
const FOREIGN = { affiliate: randomUUID(), campaign: randomUUID() };
const southwind = testAffiliate({ id: FOREIGN.affiliate, handle: 'southwind' });
const catalogue = {
  moreAffiliates: [southwind],
  moreCampaigns: [
    testCampaign({ id: OWN_OTHER, handle: 'northwind-more', affiliate: testAffiliate() }),
    testCampaign({ id: FOREIGN.campaign, handle: 'southwind-edu', affiliate: southwind }),
  ],
};

/** The nine rules of form A (docs/contract/submit.md#form-a). */
describe('contract: submit, form A, the nine rules', () => {
  let world: World;
  before(async () => {
    world = await openWorld({}, catalogue);
  });
  after(() => world.close());

  const brief = ({ status, body }: Answered) => [status, body.code, body.field];
  const delivered = (answer: Answered) =>
    world.buyer.received.find(({ idempotencyKey }) => idempotencyKey === answer.body.svc_lead_id)?.body;

  for (const svc_offer_id of [undefined, IDS.trueExclusive, randomUUID(), 'no uuid', 7])
    it(`1. the offer is the result's, whatever svc_offer_id says: ${String(svc_offer_id)}`, async () => {
      const found = world.found(await world.search(), IDS.shared);
      const answer = await world.submit(found, { svc_offer_id });
      expect(answer.body.code).to.equal('ACCEPTED');
      expect((await world.lead(answer)).offer_id).to.equal(IDS.shared);
      expect(delivered(answer)?.['offer']).to.include({ id: IDS.shared });
    });

  it('2. lead, tracking and consumer IP come from the search', async () => {
    const lead = newPerson();
    const tracking = { ip_address: '203.0.113.50', utm_source: 'News', own: { kept: true } };
    const answer = await world.submit(world.found(await world.search({ lead, tracking }), IDS.shared));
    expect(answer.body.code).to.equal('ACCEPTED');
    expect(await world.lead(answer)).to.deep.include({ lead, tracking });
    expect(delivered(answer)).to.deep.include({ tracking });
    expect(delivered(answer)?.['consent']).to.include({ ip_address: '203.0.113.50' });
  });

  it('2. any lead and tracking field sent with the submit replaces the search’s value, and no other', async () => {
    const lead = newPerson();
    const found = world.found(await world.search({ lead }), IDS.shared);
    const answer = await world.submit(found, {
      lead: { first_name: 'Bea', address: { city: 'Madison' }, zip: '60601', pet: 'cat' },
      tracking: { ip_address: '203.0.113.51', subid: 'S' },
    });
    expect((await world.lead(answer)).lead).to.deep.equal({
      personal: { ...lead.personal, first_name: 'Bea' },
      address: { ...lead.address, city: 'Madison', zip_code: '60601' },
      extra: { pet: 'cat' },
    });
    expect((await world.lead(answer)).tracking).to.deep.equal({ ip_address: '203.0.113.51', subid: 'S' });
    expect((await world.lead(answer)).consent.ip_address).to.equal('203.0.113.51');
  });

  it('2. blank and null fields replace nothing', async () => {
    const lead = newPerson();
    const found = world.found(await world.search({ lead }), IDS.shared);
    const answer = await world.submit(found, {
      lead: { personal: { first_name: null, last_name: ' ' }, email: '' },
      tracking: { ip_address: null },
    });
    expect(await world.lead(answer)).to.deep.include({ lead, tracking: { ip_address: '203.0.113.7' } });
  });

  it('2. the duplicate check sees the replaced values', async () => {
    const sold = newPerson();
    expect((await world.post({ lead: sold })).body.code).to.equal('ACCEPTED');
    const found = world.found(await world.search(), IDS.shared);
    const answer = await world.submit(found, { lead: { personal: { email: sold.personal.email } } });
    expect(answer.body.code).to.equal('DUPLICATE');
  });

  it('3. consent is not taken from the search', async () => {
    const given = { tcpa_consent: true, consent_cert_url: 'https://cert.example/1', universal_lead_ref: 'u' };
    const found = world.found(await world.search(given), IDS.shared);
    const answer = await world.submit(found, { tcpa_consent: null });
    expect(brief(answer)).to.deep.equal([200, 'REQUIRED_FIELD_MISSING', 'tcpa_consent']);
    expect((await world.lead(answer)).consent).to.include({
      decision: null,
      cert_url: null,
      universal_lead_ref: null,
    });
  });

  for (const svc_lead_id of ['the search', randomUUID(), 'no uuid', 1])
    it(`4. svc_lead_id is not sent: ${String(svc_lead_id)} → 400 INVALID_FIELD`, async () => {
      const found = await world.result();
      const sent = svc_lead_id === 'the search' ? found.search : svc_lead_id;
      const answer = await world.submit(found, { svc_lead_id: sent });
      expect(brief(answer)).to.deep.equal([400, 'INVALID_FIELD', 'svc_lead_id']);
    });

  it('4. one that counts as not sent (null, blank) is none', async () => {
    for (const svc_lead_id of [null, '', ' '])
      expect((await world.submit(await world.result(), { svc_lead_id })).body.code).to.equal('ACCEPTED');
  });

  for (const [how, shape] of [
    ['nested', (lead: ReturnType<typeof newPerson>) => lead],
    ['flat', (lead: ReturnType<typeof newPerson>) => ({ ...lead.personal, ...lead.address })],
  ] as const)
    it(`5. sending the full lead, ${how}, still works`, async () => {
      const lead = newPerson();
      const { tracking } = searchBody();
      const found = world.found(await world.search({ lead }), IDS.shared);
      const answer = await world.submit(found, { lead: shape(lead), tracking });
      expect(answer.body.code).to.equal('ACCEPTED');
      expect((await world.lead(answer)).lead).to.deep.equal(lead);
    });

  const UNKNOWN_RESULTS: readonly (readonly [what: string, full: boolean])[] = [
    ["another affiliate's", false],
    ["another affiliate's", true],
    ['unknown', false],
    ['of another search', false],
    ['of an unknown search', true],
  ];
  for (const [what, full] of UNKNOWN_RESULTS)
    it(`6. a result that is ${what}${full ? ', with a full lead' : ''} → 404 search_result_not_found`, async () => {
      const own = await world.result();
      const foreign = await world.result({}, { affiliate_id: FOREIGN.affiliate });
      const named = {
        "another affiliate's": foreign,
        unknown: { search: own.search, id: randomUUID() },
        'of another search': { search: own.search, id: (await world.result()).id },
        'of an unknown search': { search: randomUUID(), id: own.id },
      }[what];
      const more = full ? { lead: newPerson(), tracking: searchBody()['tracking'] } : {};
      const answer = await world.submit(named ?? own, more);
      expect(brief(answer)).to.deep.equal([404, 'NOT_FOUND', 'svc_result_id']);
      expect(answer.body['error']).to.equal('search_result_not_found');
      expect(answer.body.reason).to.equal('Not found');
    });

  it('6. comes before the campaign', async () => {
    const foreign = await world.result({}, { affiliate_id: FOREIGN.affiliate });
    const unknown = { ...(await world.result()), id: randomUUID() };
    for (const result of [foreign, unknown]) {
      const answer = await world.submit(result, { svc_campaign_id: randomUUID() });
      expect(answer.body['error']).to.equal('search_result_not_found');
    }
  });

  for (const [what, svc_campaign_id] of [
    ['own', OWN_OTHER],
    ["another affiliate's", FOREIGN.campaign],
    ['unknown', randomUUID()],
  ] as const)
    it(`7. any other campaign (${what}) → 403 result_campaign_mismatch`, async () => {
      const answer = await world.submit(await world.result(), { svc_campaign_id });
      expect(brief(answer)).to.deep.equal([403, 'FORBIDDEN', 'svc_campaign_id']);
      expect(answer.body).to.include({ error: 'result_campaign_mismatch', reason: 'Not permitted' });
    });

  for (const search_lead_id of [undefined, null, '', '  '])
    it(`8. search_lead_id ${JSON.stringify(search_lead_id) ?? 'left out'} → 409 MALFORMED_REQUEST`, async () => {
      const answer = await world.submit(await world.result(), { search_lead_id });
      expect(brief(answer)).to.deep.equal([409, 'MALFORMED_REQUEST', 'search_lead_id']);
      expect(answer.body).to.include({ status: 'invalid', success: false, retryable: false });
    });

  const LEAD = { ...newPerson(), background: { rn_license: 'rn' } };
  const QUESTIONS: readonly (readonly [over: object, http: number, code: string, field?: string])[] = [
    [{ program_id: 'bsn' }, 200, 'REQUIRED_FIELD_MISSING', 'campus_visit'],
    [{ program_id: 'rn-to-msn', campus_visit: 'no' }, 200, 'REQUIRED_FIELD_MISSING', 'license_number'],
    [
      { program_id: 'rn-to-msn', campus_visit: 'no', license_number: '123456' },
      200,
      'REQUIRED_FIELD_MISSING',
      'education_level',
    ],
    [{ license_number: 'x', campus_visit: 'no' }, 200, 'INVALID_FIELD', 'license_number'],
    [{ program_id: 'bsn', campus_visit: 'no' }, 200, 'ACCEPTED'],
  ];
  for (const [over, http, code, field] of QUESTIONS)
    it(`9. ${JSON.stringify(over)} → ${code} ${field ?? ''}`, async () => {
      const lead = { ...LEAD, personal: newPerson().personal };
      const answer = await world.submit(world.found(await world.search({ lead }), IDS.exclusive), over);
      expect(brief(answer)).to.deep.equal([http, code, field]);
    });

  it('9. no program chosen: what only programs require is not required', async () => {
    const lead = { ...LEAD, personal: newPerson().personal };
    const found = world.found(await world.search({ lead }), IDS.exclusive);
    expect((await world.submit(found, { campus_visit: 'yes' })).body.code).to.equal('ACCEPTED');
  });

  it('a result of an earlier run of the search stays submittable', async () => {
    const lead = newPerson();
    const first = await world.search({ lead });
    const again = await world.search({ lead, svc_lead_id: first.body.svc_lead_id });
    const earlier = world.found(first, IDS.shared);
    expect(world.found(again, IDS.shared).id).to.not.equal(earlier.id);
    expect((await world.submit(earlier)).body.code).to.equal('ACCEPTED');
  });

  it('every submit is its own lead, linked to the search', async () => {
    const first = await world.search();
    const found = world.found(first, IDS.shared);
    const [one, two] = [await world.submit(found), await world.submit(found)];
    expect(new Set([one, two, first].map(({ body }) => body.svc_lead_id)).size).to.equal(3);
    for (const answer of [one, two])
      expect(await world.lead(answer)).to.include({ search_id: first.body.svc_lead_id, result_id: found.id });
  });
});
