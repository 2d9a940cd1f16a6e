import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import type { SearchRecord } from '../../src/core/records/search-record.js';
import { IDS } from '../support/catalogue.js';
import { PATHS, resultBody, startApi, type Answered, type TestApi } from '../support/api.js';
import { storedResult, storedSearch } from '../support/stored-search.js';

describe('api: submit of a result', () => {
  let api: TestApi;
  let search: SearchRecord;
  before(async () => {
    api = await startApi();
  });
  after(() => api.close());
  beforeEach(async () => {
    search = storedSearch();
    await api.storeSearch(search);
  });

  const submit = (over: object = {}): Promise<Answered> =>
    api.post(PATHS.leads, resultBody(search.id, search.results[0]?.id ?? '', over));
  const leadOf = async (test: Promise<Answered>) => {
    const { body } = await test;
    const lead = await api.platform.leads.read(body.svc_lead_id);
    if (!lead) throw new Error(`no lead: ${JSON.stringify(body)}`);
    return lead;
  };

  it('stores the lead first and answers 202 PENDING without a worker', async () => {
    const { status, body } = await submit();
    expect(status).to.equal(202);
    expect(body).to.deep.include({
      code: 'PENDING',
      status: 'pending',
      accepted: false,
      payout: 0,
      disposition: {},
    });
    expect(body.svc_lead_id).to.not.equal(search.id);
    expect(await api.platform.leads.read(body.svc_lead_id)).to.deep.include({
      form: 'A',
      state: 'queued',
      round: 1,
      runs: 0,
      affiliate_id: IDS.affiliate,
      offer_id: IDS.shared,
      search_id: search.id,
      result_id: search.results[0]?.id,
      terms: search.results[0]?.terms,
      lead: search.lead,
      tracking: search.tracking,
      program_id: 'bsn',
      attempts: [],
    });
  });

  it('sorts what is sent: lead and tracking replace field by field, answers, asked fields, extra', async () => {
    const lead = await leadOf(
      submit({
        lead: { first_name: 'Bea', address: { city: 'Madison' }, pet: 'cat' },
        tracking: { utm_source: 'mail', own: 1 },
        campus_visit: 'yes',
        age: 31,
        zip_code: '99999',
        svc_offer_id: randomUUID(),
        anything: { else: true },
      }),
    );
    expect(lead.lead).to.deep.equal({
      personal: { ...search.lead.personal, first_name: 'Bea', age: '31' },
      address: { ...search.lead.address, city: 'Madison' },
      extra: { pet: 'cat' },
    });
    expect(lead.tracking).to.deep.equal({ ...search.tracking, utm_source: 'mail', own: 1 });
    expect(lead.answers).to.deep.equal({ campus_visit: 'yes' });
    expect(lead.extra).to.deep.equal({ zip_code: '99999', anything: { else: true } });
    expect(lead.offer_id).to.equal(IDS.shared);
  });

  it('keeps the consent as evidence and never takes it from the search', async () => {
    const lead = await leadOf(
      submit({
        consent_button_label: 'Send',
        consent_cert_url: 'https://cert.example/1',
        universal_lead_ref: 'u-1',
      }),
    );
    expect(lead.consent).to.deep.include({
      decision: true,
      text: 'I agree.',
      button_label: 'Send',
      cert_url: 'https://cert.example/1',
      universal_lead_ref: 'u-1',
      ip_address: '203.0.113.7',
    });
    expect((await leadOf(submit({ tcpa_consent: null }))).consent.decision).to.equal(null);
    expect((await leadOf(submit({ tcpa_consent: 'yes' }))).consent.decision).to.equal(false);
  });

  it('does not answer 400 for consent, program and answers: they are decided with the lead', async () => {
    for (const over of [
      { tcpa_consent: 1 },
      { program_id: 5 },
      { campus_visit: {} },
      { consent_cert_url: 1 },
    ])
      expect((await submit(over)).status, JSON.stringify(over)).to.equal(202);
  });

  it('submits a result of an earlier run of the search', async () => {
    const [first] = search.results;
    const run = storedSearch({ round: 2, results: [...search.results, storedResult({ round: 2 })] });
    await api.storeSearch(run);
    const { status } = await api.post(PATHS.leads, resultBody(run.id, first?.id ?? ''));
    expect(status).to.equal(202);
  });

  it('makes a submit of a test search a test lead', async () => {
    search = storedSearch({ is_test: true });
    await api.storeSearch(search);
    expect(await leadOf(submit({ svc_is_test_lead: false }))).to.include({ is_test: true });
  });

  const FAULTS: readonly (readonly [
    what: string,
    over: object,
    http: number,
    code: string,
    field?: string,
  ])[] = [
    ['campaign missing', { svc_campaign_id: null }, 400, 'REQUIRED_FIELD_MISSING', 'svc_campaign_id'],
    [
      'affiliate no UUID',
      { svc_affiliate_id: 'x', search_lead_id: '' },
      400,
      'INVALID_FIELD',
      'svc_affiliate_id',
    ],
    ['test flag', { svc_is_test_lead: 'no', svc_lead_id: 'x' }, 400, 'INVALID_FIELD', 'svc_is_test_lead'],
    ['neither id', { svc_result_id: '', lead: 1 }, 400, 'REQUIRED_FIELD_MISSING', 'svc_result_id'],
    ['result id no text', { svc_result_id: 1 }, 400, 'INVALID_FIELD', 'svc_result_id'],
    [
      'svc_lead_id sent',
      { svc_lead_id: randomUUID(), search_lead_id: '' },
      400,
      'INVALID_FIELD',
      'svc_lead_id',
    ],
    ['search_lead_id missing', { search_lead_id: null, lead: 1 }, 409, 'MALFORMED_REQUEST', 'search_lead_id'],
    ['search_lead_id no UUID', { search_lead_id: 'x' }, 400, 'INVALID_FIELD', 'search_lead_id'],
    ['lead field', { lead: { zip: 'x' } }, 400, 'INVALID_FIELD', 'lead.zip'],
    ['tracking', { tracking: { ip_address: '10.0.0.1' } }, 400, 'INVALID_FIELD', 'tracking.ip_address'],
    ['asked lead field', { age: 'old' }, 400, 'INVALID_FIELD', 'age'],
    ["another's affiliate id", { svc_affiliate_id: randomUUID() }, 403, 'FORBIDDEN', 'svc_affiliate_id'],
  ];
  for (const [what, over, http, code, field] of FAULTS)
    it(`${what} → ${http} ${code}`, async () => {
      const { status, body } = await submit(over);
      expect([status, body.code, body.field]).to.deep.equal([http, code, field]);
    });

  it('answers search_result_not_found for a result that is not of that search of the client', async () => {
    const other = storedSearch({ affiliate_id: randomUUID() });
    await api.storeSearch(other);
    for (const [searchId, resultId] of [
      [other.id, other.results[0]?.id],
      [search.id, other.results[0]?.id],
      [randomUUID(), search.results[0]?.id],
      [search.id, 'nothing'],
    ]) {
      const { status, body } = await api.post(
        PATHS.leads,
        resultBody(searchId ?? '', resultId ?? '', { lead: search.lead, svc_campaign_id: randomUUID() }),
      );
      expect([status, body.code, body.error]).to.deep.equal([404, 'NOT_FOUND', 'search_result_not_found']);
    }
  });

  it('answers result_campaign_mismatch for any other campaign', async () => {
    const { status, body } = await submit({ svc_campaign_id: randomUUID() });
    expect([status, body.code, body.error]).to.deep.equal([403, 'FORBIDDEN', 'result_campaign_mismatch']);
    expect(body.reason).to.equal('Not permitted');
  });
});
