import { expect } from 'chai';
import { newPerson } from '../support/api.js';
import {
  entryOf,
  idOf,
  namesOf,
  startContract,
  type Contract,
  type Found,
  type ResultEntry,
} from '../support/contract.js';
import { expectAnswer } from '../support/envelope.js';
import { redactIds } from '../support/told-text.js';

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;
const program = (value: string, over: object = {}) => ({ value, label: `Label of ${value}`, ...over });

const RICH = {
  name: 'Lakeshore Nursing',
  offer_type: 'exclusive',
  price: 99.99,
  tcpa_text: 'I agree that Lakeshore may call me.',
  school: { name: 'Lakeshore University', logo_url: 'https://lakeshore.example/logo.png' },
  result_ttl: '20m',
  required_fields: ['personal.email', 'address.city', 'background.rn_license'],
  programs: [
    program('bsn'),
    program('msn', { required_fields: ['education.education_level', 'address.city'] }),
    program('art', { required_fields: ['education.education_level'] }),
    program('law', { eligibility: [{ field: 'address.state', in: ['IL'] }] }),
  ],
  questions: [
    {
      name: 'visit',
      label: 'Would you like a visit?',
      type: 'select',
      required: true,
      options: [{ value: 'y', label: 'Yes' }],
    },
    { name: 'licence', type: 'text', pattern: '^[0-9]+$', required_when: { program_ids: ['msn', 'law'] } },
    { name: 'only_law', type: 'text', required_when: { program_ids: ['law'] } },
    { name: 'when', label: 'When?', type: 'date' },
    { name: 'how_many', label: 'How many?', type: 'number', required: false },
    { name: 'sure', label: 'Sure?', type: 'checkbox', required: true },
  ],
};

/** A result entry (docs/contract/search.md#result-entries), as this offer must be shown for a lead from Wisconsin. */
const SHOWN = {
  campaign_id: idOf('campaign', 'edu'),
  offer: {
    id: idOf('offer', 'rich'),
    name: 'Lakeshore Nursing',
    offer_type: 'exclusive',
    is_exclusive: true,
    tcpa_text: 'I agree that Lakeshore may call me.',
  },
  school: { name: 'Lakeshore University', logo_url: 'https://lakeshore.example/logo.png' },
  programs: [
    { value: 'bsn', label: 'Label of bsn', payout: 30 },
    { value: 'msn', label: 'Label of msn', payout: 36.5 },
    { value: 'art', label: 'Label of art', payout: 0 },
  ],
  payout: 36.5,
  form_fields: [
    {
      name: 'visit',
      label: 'Would you like a visit?',
      type: 'select',
      required: true,
      options: [{ value: 'y', label: 'Yes' }],
    },
    {
      ...{ name: 'licence', label: null, type: 'text', required: false, pattern: '^[0-9]+$' },
      required_when: { program_ids: ['msn'] },
    },
    { name: 'when', label: 'When?', type: 'date', required: false },
    { name: 'how_many', label: 'How many?', type: 'number', required: false },
    { name: 'sure', label: 'Sure?', type: 'checkbox', required: true },
    { name: 'city', label: 'City', type: 'text', required: true },
    {
      name: 'rn_license',
      label: 'RN license',
      type: 'select',
      required: true,
      options: [
        { value: 'rn', label: 'RN' },
        { value: 'lpn_lvn', label: 'LPN or LVN' },
        { value: 'no', label: 'No' },
      ],
    },
    {
      name: 'education_level',
      label: 'Education level',
      type: 'select',
      required: false,
      required_when: { program_ids: ['msn', 'art'] },
    },
  ],
};

/** `form_fields[].type` of an asked lead field, and its options: the table's values where it has them. */
const ASKED: readonly (readonly [path: string, type: string, options?: string])[] = [
  ['personal.email', 'text'],
  ['personal.phone', 'text'],
  ['personal.first_name', 'text'],
  ['personal.date_of_birth', 'date'],
  ['personal.age', 'number'],
  ['personal.gender', 'select', 'female male'],
  ['address.address_line_1', 'text'],
  [
    'address.state',
    'select',
    'AL AK AZ AR CA CO CT DE FL GA HI ID IL IN IA KS KY LA ME MD MA MI MN MS MO MT NE NV NH NJ NM NY NC ND OH OK OR PA RI SC SD TN TX UT VT VA WA WV WI WY DC AS GU MP PR VI UM',
  ],
  ['address.zip_code', 'text'],
  [
    'education.education_level',
    'select',
    'no_hs_diploma ged high_school some_college associates bachelors masters doctorate',
  ],
  ['education.high_school_graduation_year', 'number'],
  [
    'education.start_timeline',
    'select',
    'immediately 1_3_months 4_6_months 7_12_months over_1_year not_sure',
  ],
  ['education.learning_preference', 'select', 'online campus either'],
  ['education.teaching_certificate', 'select', 'yes no'],
  ['background.rn_license', 'select', 'rn lpn_lvn no'],
  ['background.military_affiliation', 'select', 'none affiliated active_duty veteran spouse_dependent'],
  ['background.us_citizen', 'select', 'yes no'],
  ['background.has_internet_access', 'select', 'yes no'],
];

describe('contract: search', () => {
  let world: Contract;
  let found: Found;
  before(async () => {
    world = await startContract(() => ({
      offers: {
        rich: RICH,
        bare: { tcpa_text: undefined },
        'true-exclusive': { offer_type: 'true_exclusive', school: { name: 'No Logo' } },
        'no-payout': { programs: [program('a')] },
        'program-payout': { programs: [program('a'), program('b')] },
        asks: { required_fields: ASKED.map(([path]) => path) },
      },
      campaigns: {
        edu: {
          max_accepted_submissions: 5,
          offers: [
            { offer: 'rich', payout: 30, payouts: { msn: 36.5, law: 80, art: 0 } },
            { offer: 'bare', payout: 0 },
            { offer: 'true-exclusive', payout: 0.29 },
            { offer: 'no-payout' },
            { offer: 'program-payout', payouts: { b: 12 } },
          ],
        },
        asking: { offers: [{ offer: 'asks' }] },
        nobody: {},
      },
    }));
    found = await world.searched('edu');
  });
  after(() => world.close());
  const entry = (handle: string): ResultEntry => entryOf(found, handle) ?? expect.fail(`no ${handle}`);

  it('results envelope: every member, and nothing else', async () => {
    const answer = await world.search('edu');
    expectAnswer(answer, { http: 200, code: 'OK' });
    expect(answer.body).to.have.all.keys(
      ...['code', 'status', 'reason', 'message', 'success', 'retryable', 'request_id'],
      ...['svc_lead_id', 'processing_done', 'accepted_count', 'max_accepted_submissions'],
      ...['true_exclusive_accepted', 'offers'],
    );
    expect(answer.body).to.include({
      processing_done: true,
      accepted_count: 0,
      max_accepted_submissions: 5,
      true_exclusive_accepted: false,
    });
    expect(answer.body.svc_lead_id).to.match(UUID);
  });

  it('results answers the same envelope as the search', async () => {
    const { body } = await world.search('edu');
    const again = (await world.results(body.svc_lead_id)).body;
    expect({ ...again, request_id: '' }).to.deep.equal({ ...body, request_id: '' });
  });

  it('result entry: every member, and nothing else', () => {
    const { svc_result_id, expires_at, ...rest } = entry('rich');
    const levels = rest.form_fields.at(-1)?.['options'];
    expect(levels)
      .to.have.length(8)
      .and.to.deep.include({ value: 'no_hs_diploma', label: 'No high school diploma' });
    const form_fields = SHOWN.form_fields.map((field) =>
      field.name === 'education_level' ? { ...field, options: levels } : field,
    );
    expect(rest).to.deep.equal({ ...SHOWN, form_fields });
    expect(svc_result_id).to.be.a('string').and.not.equal('');
    const minutes = (Date.parse(String(expires_at)) - Date.now()) / 60_000;
    expect(expires_at).to.match(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
    expect(minutes).to.be.within(19, 20);
  });

  const EXCLUSIVE: readonly (readonly [handle: string, type: string, is_exclusive: boolean])[] = [
    ['bare', 'shared', false],
    ['rich', 'exclusive', true],
    ['true-exclusive', 'true_exclusive', true],
  ];
  for (const [handle, offer_type, is_exclusive] of EXCLUSIVE)
    it(`offer_type ${offer_type}: is_exclusive ${String(is_exclusive)}`, () => {
      expect(entry(handle).offer).to.include({ offer_type, is_exclusive });
    });

  it('tcpa_text is null, school absent and programs [] where the offer has none', () => {
    expect(entry('bare').offer['tcpa_text']).to.equal(null);
    expect(entry('bare')).to.not.have.property('school');
    expect(entry('bare').programs).to.deep.equal([]);
    expect(entry('bare').form_fields).to.deep.equal([]);
  });

  it('school.logo_url is null where the school has none', () => {
    expect(entry('true-exclusive')['school']).to.deep.equal({ name: 'No Logo', logo_url: null });
  });

  it('payout: absent when none is configured, 0 when it is 0, cents as they are', () => {
    expect(entry('no-payout')).to.not.have.property('payout');
    expect(entry('no-payout').programs).to.deep.equal([{ value: 'a', label: 'Label of a' }]);
    expect(entry('program-payout').programs).to.deep.equal([
      { value: 'a', label: 'Label of a' },
      { value: 'b', label: 'Label of b', payout: 12 },
    ]);
    expect(entry('program-payout')['payout']).to.equal(12);
    expect(entry('bare')['payout']).to.equal(0);
    expect(entry('true-exclusive')['payout']).to.equal(0.29);
  });

  it('best first: by payout, and those without one at the end', () => {
    expect(found.offers.map((offer) => offer['payout'])).to.deep.equal([36.5, 12, 0.29, 0, undefined]);
    expect(namesOf(found)[0]).to.equal('Lakeshore Nursing');
  });

  it("the offer's own price is nowhere", async () => {
    const { text } = await world.search('edu');
    for (const price of ['99.99', '9999', 'price']) expect(redactIds(text)).to.not.contain(price);
  });

  it('a lead field that is there is not asked', async () => {
    const lead = { ...newPerson(), city: 'Madison', rn_license: 'rn', education_level: 'ged' };
    const names = entryOf(await world.searched('edu', { lead }), 'rich')?.form_fields.map(({ name }) => name);
    expect(names).to.deep.equal(['visit', 'licence', 'when', 'how_many', 'sure']);
  });

  it('a required lead field that the search lacks does not hide the offer: it is asked', async () => {
    const [offer] = (await world.searched('asking', { lead: {} })).offers;
    const asked = offer?.form_fields.map(({ name, type, required, options }) => [
      name,
      type,
      required,
      (options as { value: string }[] | undefined)?.map(({ value }) => value).join(' '),
    ]);
    expect(asked).to.deep.equal(
      ASKED.map(([path, type, options]) => [path.slice(path.indexOf('.') + 1), type, true, options]),
    );
  });

  it('what an asked field is answered with becomes the lead’s field, at the top level or inside lead', async () => {
    for (const answers of [
      { city: 'Madison', rn_license: 'no' },
      { lead: { city: 'Madison', background: { rn_license: 'no' } } },
    ]) {
      const search = await world.searched('edu');
      const { body } = await world.submit(search, 'rich', {
        program_id: 'bsn',
        visit: 'y',
        sure: true,
        ...answers,
      });
      expect(body.code, body.reason).to.equal('ACCEPTED');
      const sent = world.buyer.received.at(-1)?.body['lead'] as Record<string, object>;
      expect(sent['address']).to.include({ city: 'Madison' });
      expect(sent['background']).to.deep.equal({ rn_license: 'no' });
    }
  });

  it('no offer for the lead is an answer too', async () => {
    const answer = await world.search('nobody');
    expectAnswer(answer, { http: 200, code: 'OK', reason: 'No offers found' });
    expect(answer.body).to.deep.include({ processing_done: true, offers: [] });
  });
});
