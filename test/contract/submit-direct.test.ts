import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import { newPerson, type Answered } from '../support/api.js';
import { testCap } from '../support/caps.js';
import {
  IDS,
  testAffiliate,
  testCampaign,
  testOffer,
  type CatalogueOverrides,
} from '../support/catalogue.js';
import { openWorld, type World } from '../support/world.js';

const MISSING = 'REQUIRED_FIELD_MISSING';
const INVALID = 'INVALID_FIELD';
const FOREIGN = { affiliate: randomUUID(), campaign: randomUUID(), offer: randomUUID() };
const southwind = testAffiliate({ id: FOREIGN.affiliate, handle: 'southwind' });
const catalogue: CatalogueOverrides = {
  moreOffers: [testOffer({ id: FOREIGN.offer, handle: 'foreign' })],
  lines: { [FOREIGN.offer]: null },
  moreAffiliates: [southwind],
  moreCampaigns: [testCampaign({ id: FOREIGN.campaign, handle: 'southwind-edu', affiliate: southwind })],
};

/** In the order in which faults are answered: each row has a later fault besides its own. */
const FAULTS: readonly (readonly [over: object, http: number, code: string, field?: string])[] = [
  [{ svc_campaign_id: null, svc_affiliate_id: 'x' }, 400, MISSING, 'svc_campaign_id'],
  [{ svc_campaign_id: 'x', svc_offer_id: 'x' }, 400, INVALID, 'svc_campaign_id'],
  [{ svc_affiliate_id: undefined, svc_offer_id: 'x' }, 400, MISSING, 'svc_affiliate_id'],
  [{ svc_affiliate_id: 1, svc_offer_id: 'x' }, 400, INVALID, 'svc_affiliate_id'],
  [{ svc_is_test_lead: 'yes', svc_offer_id: 'x' }, 400, INVALID, 'svc_is_test_lead'],
  [{ svc_offer_id: null, lead: null }, 400, MISSING, 'svc_result_id'],
  [{ svc_offer_id: ' ', svc_lead_id: 'x' }, 400, MISSING, 'svc_result_id'],
  [{ svc_offer_id: 'x', lead: 1 }, 400, INVALID, 'svc_offer_id'],
  [{ svc_offer_id: 5, lead: null }, 400, INVALID, 'svc_offer_id'],
  [{ lead: null, tracking: null }, 400, MISSING, 'lead'],
  [{ lead: 'Ann', tracking: null }, 400, INVALID, 'lead'],
  [{ lead: { phone: 'x', email: 'x' }, tracking: null }, 400, INVALID, 'lead.email'],
  [{ tracking: null, svc_lead_id: 'x' }, 400, MISSING, 'tracking'],
  [{ tracking: 'x', svc_lead_id: 'x' }, 400, INVALID, 'tracking'],
  [{ tracking: {}, svc_lead_id: 'x' }, 400, MISSING, 'tracking.ip_address'],
  [{ tracking: { ip_address: ' ' }, svc_lead_id: 'x' }, 400, MISSING, 'tracking.ip_address'],
  [{ tracking: { ip_address: '127.0.0.1' }, svc_lead_id: 'x' }, 400, INVALID, 'tracking.ip_address'],
  [{ svc_lead_id: 'x', svc_affiliate_id: randomUUID() }, 400, INVALID, 'svc_lead_id'],
  [
    { svc_affiliate_id: randomUUID(), svc_campaign_id: FOREIGN.campaign },
    403,
    'FORBIDDEN',
    'svc_affiliate_id',
  ],
  [{ svc_campaign_id: FOREIGN.campaign, svc_offer_id: randomUUID() }, 403, 'FORBIDDEN', 'svc_campaign_id'],
  [{ svc_campaign_id: randomUUID(), svc_offer_id: randomUUID() }, 403, 'FORBIDDEN', 'svc_campaign_id'],
  [{ svc_offer_id: randomUUID(), svc_lead_id: randomUUID() }, 404, 'NOT_FOUND', 'svc_offer_id'],
  [{ svc_offer_id: FOREIGN.offer, svc_lead_id: randomUUID() }, 404, 'NOT_FOUND', 'svc_offer_id'],
  [{ svc_offer_id: IDS.partner, svc_lead_id: randomUUID() }, 403, 'FORBIDDEN', 'svc_offer_id'],
  [{ svc_lead_id: randomUUID(), tcpa_consent: false }, 404, 'NOT_FOUND', 'svc_lead_id'],
];

const exclusive = { svc_offer_id: IDS.exclusive };
const shared = (change: NonNullable<CatalogueOverrides['offers']>[string]): CatalogueOverrides => ({
  offers: { [IDS.shared]: change },
});

interface Row {
  readonly what: string;
  readonly over?: object;
  readonly catalogue?: CatalogueOverrides;
  readonly buyer?: object;
  readonly is: object;
  /** What a person can do: no search and no other results are spoken of. */
  readonly says?: RegExp;
}

const gone = { code: 'OFFER_UNAVAILABLE', status: 'rejected' };
const invalid = (code: string, field: string) => ({ code, status: 'invalid', field, source: 'service' });
const ROWS: readonly Row[] = [
  { what: 'the buyer takes it', is: { code: 'ACCEPTED', status: 'accepted', payout: 20 } },
  {
    what: 'no payout is configured',
    catalogue: { lines: { [IDS.shared]: { payout_cents: undefined } as never } },
    is: { code: 'ACCEPTED', payout: undefined },
  },
  {
    what: 'the program’s payout',
    over: { ...exclusive, program_id: 'bsn', campus_visit: 'yes' },
    is: { code: 'ACCEPTED', payout: 30 },
  },
  {
    what: 'no program of several: the campaign’s payout for the offer',
    over: { ...exclusive, campus_visit: 'yes' },
    is: { code: 'ACCEPTED', payout: 30 },
  },
  { what: 'no consent', over: { tcpa_consent: undefined }, is: invalid(INVALID, 'tcpa_consent') },
  { what: 'consent null', over: { tcpa_consent: null }, is: invalid(INVALID, 'tcpa_consent') },
  {
    what: 'consent false',
    over: { tcpa_consent: false },
    is: { ...invalid(INVALID, 'tcpa_consent'), reason: 'Consent was not given' },
  },
  { what: 'consent of a wrong type', over: { tcpa_consent: 'true' }, is: invalid(INVALID, 'tcpa_consent') },
  {
    what: 'no consent, and none needed',
    over: { tcpa_consent: null },
    catalogue: shared({ consent_required: false }),
    is: { code: 'ACCEPTED' },
  },
  ...['consent_button_label', 'consent_cert_url', 'universal_lead_ref'].flatMap((name) =>
    [7, false, {}, []].map((value) => ({
      what: `${name} ${JSON.stringify(value)}`,
      over: { [name]: value },
      is: { ...invalid(INVALID, name), reason: 'Invalid value' },
    })),
  ),
  {
    what: 'a program of another offer',
    over: { ...exclusive, program_id: 'law' },
    is: { ...invalid(INVALID, 'program_id'), reason: 'Unknown program' },
  },
  { what: 'a program of no text', over: { ...exclusive, program_id: 5 }, is: invalid(INVALID, 'program_id') },
  { what: 'a program of an offer without', over: { program_id: 'bsn' }, is: invalid(INVALID, 'program_id') },
  {
    what: 'a program that the lead is not eligible for',
    over: {
      ...exclusive,
      program_id: 'rn-to-msn',
      campus_visit: 'no',
      license_number: '123456',
      lead: { ...newPerson(), education: { education_level: 'ged' } },
    },
    is: { code: 'NOT_ELIGIBLE', status: 'rejected' },
    says: /another offer/,
  },
  { what: 'no answer', over: exclusive, is: invalid(MISSING, 'campus_visit') },
  { what: 'a bad answer', over: { ...exclusive, campus_visit: 5 }, is: invalid(INVALID, 'campus_visit') },
  {
    what: 'a required lead field missing',
    over: { lead: { ...newPerson(), personal: { first_name: 'Ann', last_name: 'Lee' } } },
    is: { ...invalid(MISSING, 'lead.personal.email'), reason: 'Required lead field is missing' },
  },
  {
    what: 'a lead field that the program requires missing',
    over: {
      ...exclusive,
      program_id: 'rn-to-msn',
      campus_visit: 'no',
      license_number: '123456',
      lead: { ...newPerson(), background: { rn_license: 'rn' } },
    },
    is: invalid(MISSING, 'lead.education.education_level'),
  },
  {
    what: 'another state',
    over: { ...exclusive, campus_visit: 'no', lead: { ...newPerson(), address: { state: 'CA' } } },
    is: { code: 'NOT_ELIGIBLE', status: 'rejected', source: 'service' },
    says: /another offer/,
  },
  {
    what: 'a cap',
    catalogue: shared({ caps: [testCap({ id: 'cap-direct', window: 'total', limit: 0 })] }),
    is: { code: 'CAP_REACHED', status: 'rejected' },
    says: /another offer/,
  },
  { what: 'a test lead', over: { svc_is_test_lead: true }, is: { code: 'TEST_LEAD_HELD', status: 'held' } },
  {
    what: 'the buyer rejects it',
    buyer: { result: 'rejected', reason: 'No more calls to 608-555-0100, please.' },
    is: { code: 'BUYER_REJECTED', source: 'buyer', reason: 'No more calls to, please - Client' },
    says: /another offer/,
  },
  {
    what: 'the buyer has it',
    buyer: { result: 'duplicate' },
    is: { code: 'DUPLICATE', source: 'buyer', reason: 'Duplicate lead - Client' },
    says: /another offer/,
  },
  {
    what: 'the buyer says "later"',
    buyer: { result: 'pending' },
    is: { code: 'PENDING', status: 'pending' },
  },
  {
    what: 'the buyer is closed',
    catalogue: { buyer: { delivery_hours: [], holidays: daysAroundNow() } },
    is: { code: 'PENDING', status: 'saved' },
  },
  { what: 'the offer is paused', catalogue: shared({ status: 'paused' }), is: gone, says: /your contact/ },
  {
    what: 'the offer is retired',
    catalogue: { ...shared({ status: 'retired' }), lines: { [IDS.shared]: null } },
    is: gone,
    says: /your contact/,
  },
  { what: 'the buyer is paused', catalogue: { buyer: { status: 'paused' } }, is: gone, says: /your contact/ },
  {
    what: 'the campaign is inactive',
    catalogue: { campaign: { status: 'inactive' } },
    is: gone,
    says: /your contact/,
  },
  {
    what: 'the campaign is retired',
    catalogue: { campaign: { status: 'retired' } },
    is: gone,
    says: /your contact/,
  },
  {
    what: 'the buyer is not reached',
    catalogue: shared({ delivery: { url: 'http://127.0.0.1:1/leads', window_ms: 0 } as never }),
    is: { code: 'DELIVERY_FAILED', status: 'failed' },
    says: /under this svc_lead_id/,
  },
];

/** The offer's price in cents or dollars, and no part of a random id. */
const PRICE = /99\.99|(?<![\da-f-])9999(?![\da-f])/;

describe('contract: submit, form B', () => {
  let world: World;
  before(async () => {
    world = await openWorld({}, catalogue);
  });
  after(() => world.close());
  afterEach(() => {
    world.use(catalogue);
    world.buyer.answers();
  });

  for (const [over, http, code, field] of FAULTS)
    it(`${JSON.stringify(over)} → ${http} ${code} ${field ?? ''}`, async () => {
      const before = await world.count();
      const { status, body } = await world.post(over);
      expect([status, body.code, body.field, body.status]).to.deep.equal([http, code, field, 'invalid']);
      expect(await world.count(), 'nothing is recorded').to.equal(before);
    });

  for (const { what, over, catalogue: changed, buyer, is, says } of ROWS)
    it(`${what} → ${'code' in is ? String(is.code) : ''}`, async () => {
      if (changed) world.use(changed);
      if (buyer) world.buyer.answers(buyer);
      const answer = await world.post(over);
      expect(answer.status, answer.text).to.equal(200);
      const { body } = answer;
      for (const [reservationId, value] of Object.entries(is))
        expect(body[reservationId], reservationId).to.deep.equal(value);
      if (body.code !== 'ACCEPTED') expect(body).to.deep.include({ accepted: false, payout: 0 });
      expect(body).to.deep.include({ disposition: {}, retryable: false });
      expect(answer.text).to.not.match(PRICE);
      expect(body['message']).to.not.match(/result|[Ss]earch again/);
      if (says) expect(body['message']).to.match(says);
      expect(await world.lead(answer)).to.include({ form: 'B' });
    });

  it('DUPLICATE names the own sale, and what to do without a search', async () => {
    const lead = newPerson();
    const first = await world.post({ lead });
    const { body } = await world.post({ lead: { email: lead.personal.email, ...lead } });
    expect(body).to.deep.include({
      code: 'DUPLICATE',
      reason: 'Duplicate lead - Offer',
      disposition: { duplicate_of: first.body.svc_lead_id },
    });
    expect(body['message'])
      .to.match(/another offer/i)
      .and.not.match(/result/);
  });

  it('keeps answers, extra keys and the evidence, each in its place', async () => {
    const answer: Answered = await world.post({
      ...exclusive,
      campus_visit: ' no ',
      phone: 'an extra key here',
      own: { key: [1] },
      consent_button_label: 'Send',
      consent_cert_url: 'https://cert.example/2',
    });
    const lead = await world.lead(answer);
    expect(lead).to.deep.include({
      answers: { campus_visit: 'no' },
      extra: { phone: 'an extra key here', own: { key: [1] } },
    });
    expect(lead.consent).to.deep.include({
      decision: true,
      text: testOffer().tcpa_text,
      button_label: 'Send',
      cert_url: 'https://cert.example/2',
      universal_lead_ref: null,
      ip_address: '203.0.113.7',
    });
    expect(lead).to.not.have.any.keys('terms', 'search_id', 'result_id');
  });
});

/** Today, yesterday and tomorrow, so that it is a holiday in every zone. */
function daysAroundNow(): string[] {
  return [-1, 0, 1].map((day) => new Date(Date.now() + day * 86_400_000).toISOString().slice(0, 10));
}
