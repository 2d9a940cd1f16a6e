import { expect } from 'chai';
import type { AnswerBody } from '../support/api.js';
import { idOf, startContract, type Contract } from '../support/contract.js';

interface FieldError {
  readonly field?: string;
  readonly code: string;
  readonly message: string;
}

const errorsOf = (body: AnswerBody): readonly FieldError[] => body['errors'] as readonly FieldError[];
const fieldsOf = (body: AnswerBody): unknown[] => errorsOf(body).map(({ field }) => field);

const SELECT = { type: 'select', required: true, options: [{ value: 'yes', label: 'Yes' }] };

describe('contract: all field errors at once', () => {
  let contract: Contract;
  before(async () => {
    contract = await startContract(() => ({
      affiliates: { southwind: {} },
      offers: {
        nursing: {
          required_fields: ['personal.email', 'personal.phone', 'address.zip_code'],
          questions: [
            { name: 'visit', ...SELECT },
            { name: 'start', type: 'date' },
          ],
          programs: [
            { value: 'bsn', label: 'BSN' },
            { value: 'msn', label: 'MSN' },
          ],
        },
      },
      campaigns: { edu: { offers: [{ offer: 'nursing' }] } },
    }));
  });
  after(() => contract.close());

  it('a call: every faulty field once, in the order of the contract, the first as field says', async () => {
    const { status, body } = await contract.search('edu', {
      lead: {
        zip: '53703-1234',
        state: 'wi',
        phone: '+1 (608) 555-0199',
        personal: { email: 'x', age: true },
      },
      tracking: { ip_address: '10.0.0.1', $utm: 1 },
      tcpa_consent: 'yes',
    });
    expect(status).to.equal(400);
    expect(body.field).to.equal('lead.personal.email');
    expect(fieldsOf(body)).to.deep.equal([
      'lead.personal.email',
      'lead.phone',
      'lead.personal.age',
      'lead.state',
      'lead.zip',
      'tracking.ip_address',
      'tcpa_consent',
      'tracking',
    ]);
    const [first] = errorsOf(body);
    expect(first).to.deep.equal({ field: body.field, code: body.code, message: body['message'] });
    expect(errorsOf(body).find(({ field }) => field === 'lead.phone')?.message).to.equal(
      'lead.phone must be a 10-digit US phone number, digits only and without +1, like 6085550123.',
    );
    expect(JSON.stringify(body)).to.not.match(/0199|1234|10\.0/);
  });

  it('missing and invalid members together; an id of the path and a conflict have their own code', async () => {
    const { body } = await contract.search('edu', { svc_campaign_id: null, tracking: null, lead: 'x' });
    expect(errorsOf(body).map(({ field, code }) => [field, code])).to.deep.equal([
      ['svc_campaign_id', 'REQUIRED_FIELD_MISSING'],
      ['lead', 'INVALID_FIELD'],
      ['tracking', 'REQUIRED_FIELD_MISSING'],
    ]);
    const { status, body: conflict } = await contract.submit(
      { campaign: 'edu', svc_lead_id: '', processing_done: true, offers: [] },
      'nursing',
      { search_lead_id: null, lead: { age: 'x' } },
    );
    expect(status).to.equal(409);
    expect(errorsOf(conflict).map(({ field, code }) => [field, code])).to.deep.equal([
      ['search_lead_id', 'MALFORMED_REQUEST'],
      ['lead.age', 'INVALID_FIELD'],
    ]);
  });

  it('a decision: consent, program, answers and lead fields, the same when the lead is read', async () => {
    const faulty = {
      lead: { email: 'ann@example.com' },
      program_id: 'x',
      start: '02/03/2026',
      tcpa_consent: null,
    };
    const { status, body } = await contract.direct('edu', 'nursing', faulty);
    expect([status, body.status, body.field]).to.deep.equal([200, 'invalid', 'tcpa_consent']);
    expect(errorsOf(body).map(({ field, code }) => [field, code])).to.deep.equal([
      ['tcpa_consent', 'INVALID_FIELD'],
      ['program_id', 'INVALID_FIELD'],
      ['visit', 'REQUIRED_FIELD_MISSING'],
      ['start', 'INVALID_FIELD'],
      ['lead.personal.phone', 'REQUIRED_FIELD_MISSING'],
      ['lead.address.zip_code', 'REQUIRED_FIELD_MISSING'],
    ]);
    expect(errorsOf(body)[3]?.message).to.equal('start must be a date as YYYY-MM-DD, like 2026-05-31.');
    const read = await contract.lead(body.svc_lead_id);
    expect(errorsOf(read.body)).to.deep.equal(errorsOf(body));
  });

  describe('keys that are nearly known', () => {
    const near = {
      lead: { personal: { frist_name: 'Ann' }, zipcode: '53703' },
      tracking: { ip_address: '203.0.113.7', utm_sorce: 'x' },
      tcpa_consnt: true,
      phone: '6085550123',
      note: 'of our own',
    };
    const WARNED = [
      ['tcpa_consnt', 'tcpa_consent'],
      ['phone', 'lead.personal.phone'],
      ['lead.zipcode', 'lead.zip_code'],
      ['lead.personal.frist_name', 'lead.personal.first_name'],
      ['tracking.utm_sorce', 'tracking.utm_source'],
    ];
    const warned = (body: AnswerBody): unknown =>
      (body['warnings'] as readonly { field: string; did_you_mean: string }[] | undefined)?.map(
        ({ field, did_you_mean }) => [field, did_you_mean],
      );

    for (const svc_is_test_lead of [true, false])
      it(`are named on ${svc_is_test_lead ? 'test' : 'live'} leads, and nothing is refused for them`, async () => {
        const { status, body } = await contract.search('edu', { ...near, svc_is_test_lead });
        expect(status).to.equal(200);
        expect(warned(body)).to.deep.equal(WARNED);
        const direct = await contract.direct('edu', 'nursing', {
          ...near,
          ...{ visits: 'yes', svc_is_test_lead, svc_is_test_leed: true },
        });
        expect(warned(direct.body)).to.deep.include.members([
          ['visits', 'visit'],
          ['svc_is_test_leed', 'svc_is_test_lead'],
        ]);
      });

    /** Members of a body, and where the service says that they belong. Undefined: nothing is said. */
    const ELSEWHERE: readonly (readonly [member: object, meant: Readonly<Record<string, string>>])[] = [
      [{ lead__personal__email: 'x' }, { lead__personal__email: 'lead.personal.email' }],
      [{ 'lead[email]': 'x' }, { 'lead[email]': 'lead.personal.email' }],
      [{ 'lead[personal][first_name]': 'x' }, { 'lead[personal][first_name]': 'lead.personal.first_name' }],
      [
        { lead_zip: '53703', leadCity: 'x' },
        { lead_zip: 'lead.address.zip_code', leadCity: 'lead.address.city' },
      ],
      [
        { personal_email: 'x', LastName: 'x' },
        { personal_email: 'lead.personal.email', LastName: 'lead.personal.last_name' },
      ],
      [{ personal: { email: 'x', phone: 'x' } }, { personal: 'lead.personal' }],
      [{ 'lead[address]': { city: 'x' } }, { 'lead[address]': 'lead.address' }],
      [{ address: { of: 'our own' }, personal: 'x' }, {}],
      [{ data: { lead: { personal: { email: 'x' } } } }, { 'data.lead': 'lead' }],
      [{ contact: { email: 'x', of: 'us' } }, { 'contact.email': 'lead.personal.email' }],
      [
        { lead: { personal: { city: 'x' }, subid: 's' } },
        { 'lead.personal.city': 'lead.address.city', 'lead.subid': 'tracking.subid' },
      ],
      [{ lead: { tracking: { subid: 's' } } }, { 'lead.tracking': 'tracking' }],
      [
        { tracking: { ip_address: '203.0.113.7', email: 'x', zip: 'of our own' }, 'tracking[subid]': 's' },
        { 'tracking[subid]': 'tracking.subid', 'tracking.email': 'lead.personal.email' },
      ],
      [
        { svcIsTestLead: true, 'svc-is-test-lead': true, 'Svc Is Test Lead': true, SVCISTESTLEAD: true },
        Object.fromEntries(
          ['svcIsTestLead', 'svc-is-test-lead', 'Svc Is Test Lead', 'SVCISTESTLEAD'].map((key) => [
            key,
            'svc_is_test_lead',
          ]),
        ),
      ],
      [
        { is_test_lead: true, isTest: true, test: true },
        { is_test_lead: 'svc_is_test_lead', isTest: 'svc_is_test_lead', test: 'svc_is_test_lead' },
      ],
      [
        { consent: true, TCPA: true, tcpaConsent: true },
        { consent: 'tcpa_consent', TCPA: 'tcpa_consent', tcpaConsent: 'tcpa_consent' },
      ],
      [
        {
          lead: {
            tcpa_consent: true,
            personal: { consent: true, svc_is_test_lead: true },
            svcCampaignId: 'x',
          },
        },
        {
          'lead.tcpa_consent': 'tcpa_consent',
          'lead.personal.consent': 'tcpa_consent',
          'lead.personal.svc_is_test_lead': 'svc_is_test_lead',
          'lead.svcCampaignId': 'svc_campaign_id',
        },
      ],
      [
        {
          tracking: { ip_address: '203.0.113.7', tcpa_consent: true },
          consent: { tcpa_consent: true, text: 'x' },
        },
        { 'tracking.tcpa_consent': 'tcpa_consent', 'consent.tcpa_consent': 'tcpa_consent' },
      ],
      [{ meta: { isTestLead: true, of: 'us' } }, { 'meta.isTestLead': 'svc_is_test_lead' }],
      [{ note: 'x', tags: ['email'], order: { n: 1, lines: [{ email: 'x' }] } }, {}],
      [{ [`lead${'_'.repeat(100)}email`]: 'x' }, {}],
    ];
    for (const [member, meant] of ELSEWHERE)
      it(`are fields in another place: ${JSON.stringify(member).slice(0, 80)}`, async () => {
        const { status, body } = await contract.search('edu', member);
        expect(status).to.equal(200);
        expect(warned(body) ?? []).to.have.deep.members(Object.entries(meant));
      });

    it('are named where a short name of a lead field stands elsewhere than right below lead', async () => {
      const { body } = await contract.search('edu', {
        lead: { personal: { dob: '1990-02-28' }, address: { zip: '53703', address: '1 Main St' } },
        tracking: { ip_address: '203.0.113.7', zip: 'of our own' },
        zip: '53703',
        address: { of: 'our own' },
        svc_is_test_lead: true,
      });
      expect(warned(body)).to.have.deep.members([
        ['zip', 'lead.address.zip_code'],
        ['lead.personal.dob', 'lead.personal.date_of_birth'],
        ['lead.address.zip', 'lead.address.zip_code'],
        ['lead.address.address', 'lead.address.address_line_1'],
      ]);
    });

    it('are named beside the fault that they may be the cause of', async () => {
      const { body } = await contract.search('edu', {
        svc_campaign_id: null,
        svc_campain_id: idOf('campaign', 'edu'),
        svc_is_test_lead: true,
      });
      expect(body.field).to.equal('svc_campaign_id');
      expect(warned(body)).to.deep.equal([['svc_campain_id', 'svc_campaign_id']]);
    });
  });
});
