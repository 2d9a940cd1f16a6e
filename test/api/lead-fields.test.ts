import { expect } from 'chai';
import { PATHS, searchBody, startApi, type TestApi } from '../support/api.js';

const TODAY = new Date().toISOString().slice(0, 10);
const TOMORROW = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10);

/** Values by nested path: those that are taken, and those that are not. */
const VALUES: readonly (readonly [path: string, good: readonly unknown[], bad: readonly unknown[]])[] = [
  [
    'personal.email',
    ['a@example.com', ' A.b+c@x.museum '],
    ['a', 'a@b', 'a@@b.co', 'a b@c.de', 'a@b..co', 5, {}],
  ],
  [
    'personal.phone',
    ['6085550123', '0000000000'],
    ['608555012', '16085550123', '608-555-0123', 6_085_550_123],
  ],
  ['personal.first_name', ['Ann', "O'Neill", 'Zoë'], [5, true, ['Ann']]],
  ['personal.last_name', ['Lee'], [{}]],
  [
    'personal.date_of_birth',
    ['1990-02-28', '1900-01-01', '2000-02-29', TODAY],
    ['1990-02-30', '1899-12-31', TOMORROW, '02/28/1990', '1990-2-8'],
  ],
  ['personal.age', ['30', 30, '0'], ['thirty', -1, 30.5, '30.0', true]],
  ['personal.gender', ['female', 'male'], ['Female', 'other']],
  ['address.address_line_1', ['1 Main St'], [1]],
  ['address.address_line_2', ['Apt 2'], [[]]],
  ['address.city', ['Madison'], [false]],
  ['address.state', ['WI', 'UM'], ['wi', 'XX', 'Wisconsin']],
  ['address.zip_code', ['53703'], ['5370', '53703-1234', 53_703]],
  ['education.education_level', ['ged', 'doctorate'], ['phd']],
  ['education.high_school_graduation_year', ['1999', 1999], ['99', 99, '1999.0']],
  ['education.start_timeline', ['1_3_months'], ['soon']],
  ['education.learning_preference', ['either'], ['home']],
  ['education.teaching_certificate', ['yes', 'no'], [true, 'Yes']],
  ['background.rn_license', ['lpn_lvn'], ['yes']],
  ['background.military_affiliation', ['none'], ['no']],
  ['background.us_citizen', ['no'], [false]],
  ['background.has_internet_access', ['yes'], ['1']],
];

const ADDRESSES: readonly (readonly [value: unknown, taken: boolean])[] = [
  ['8.8.8.8', true],
  ['203.0.113.7', true],
  ['2606:4700::1111', true],
  ['2001:db8::1', true],
  ['::ffff:8.8.8.8', true],
  ['10.0.0.1', false],
  ['127.0.0.1', false],
  ['169.254.1.1', false],
  ['100.64.0.1', false],
  ['224.0.0.1', false],
  ['0.0.0.0', false],
  ['255.255.255.255', false],
  ['::1', false],
  ['::', false],
  ['fe80::1', false],
  ['fc00::1', false],
  ['ff02::1', false],
  ['::ffff:192.168.1.1', false],
  ['8.8.8', false],
  ['0x08.8.8.8', false],
  ['8.8.8.8:80', false],
  ['example.com', false],
  [134_744_072, false],
];

describe('api: lead and tracking', () => {
  let api: TestApi;
  before(async () => {
    api = await startApi({ searchWaitMs: 0 });
  });
  after(() => api.close());

  const answerTo = async (over: object): Promise<string> => {
    const { body } = await api.post(PATHS.search, searchBody(over));
    return body.code === 'OK' ? 'OK' : `${body.code} ${String(body.field)}`;
  };

  for (const [path, good, bad] of VALUES) {
    const [group, leaf] = path.split('.') as [string, string];
    it(`${path}: nested and flat`, async () => {
      for (const value of [...good, null, '', '  ']) {
        expect(await answerTo({ lead: { [group]: { [leaf]: value } } }), JSON.stringify(value)).to.equal(
          'OK',
        );
        expect(await answerTo({ lead: { [leaf]: value } }), JSON.stringify(value)).to.equal('OK');
      }
      for (const value of bad) {
        const nested = await answerTo({ lead: { [group]: { [leaf]: value } } });
        expect(nested, JSON.stringify(value)).to.equal(`INVALID_FIELD lead.${path}`);
        expect(await answerTo({ lead: { [leaf]: value } })).to.equal(`INVALID_FIELD lead.${leaf}`);
      }
    });
  }

  it('tracking.ip_address is a public address', async () => {
    for (const [ip_address, taken] of ADDRESSES)
      expect(await answerTo({ tracking: { ip_address } }), String(ip_address)).to.equal(
        taken ? 'OK' : 'INVALID_FIELD tracking.ip_address',
      );
  });

  const FAULTS: readonly (readonly [what: string, over: object, answer: string])[] = [
    ['alias zip', { lead: { zip: 'x' } }, 'INVALID_FIELD lead.zip'],
    ['alias dob', { lead: { dob: 'x' } }, 'INVALID_FIELD lead.dob'],
    ['address as a number', { lead: { address: 1 } }, 'INVALID_FIELD lead.address'],
    ['a group that is no object', { lead: { personal: 'Ann' } }, 'INVALID_FIELD lead.personal'],
    ['lead that is no object', { lead: 'Ann' }, 'INVALID_FIELD lead'],
    ['lead not sent', { lead: null }, 'REQUIRED_FIELD_MISSING lead'],
    ['tracking not sent', { tracking: undefined }, 'REQUIRED_FIELD_MISSING tracking'],
    ['a shadowed flat value is not looked at', { lead: { zip: 'x', address: { zip_code: '53703' } } }, 'OK'],
    [
      'the table decides: flat before nested',
      { lead: { address: { zip_code: 'x' }, email: 'x' } },
      'INVALID_FIELD lead.email',
    ],
    [
      'the table decides: nested before flat',
      { lead: { zip: 'x', personal: { email: 'x' } } },
      'INVALID_FIELD lead.personal.email',
    ],
    ['lead before tracking', { lead: { email: 'x' }, tracking: {} }, 'INVALID_FIELD lead.email'],
    ['a known field before a forbidden key', { lead: { $x: 1, zip: 'x' } }, 'INVALID_FIELD lead.zip'],
    ['tracking texts', { tracking: { ip_address: '8.8.8.8', subid: 5 } }, 'INVALID_FIELD tracking.subid'],
    ['consent', { tcpa_consent: 'true' }, 'INVALID_FIELD tcpa_consent'],
    ['test flag', { svc_is_test_lead: 1 }, 'INVALID_FIELD svc_is_test_lead'],
    ['campaign first', { svc_campaign_id: '', lead: 1 }, 'REQUIRED_FIELD_MISSING svc_campaign_id'],
    ['then affiliate', { svc_affiliate_id: 'x', lead: 1 }, 'INVALID_FIELD svc_affiliate_id'],
  ];
  for (const [what, over, answer] of FAULTS)
    it(`${what} → ${answer}`, async () => {
      expect(await answerTo(over)).to.equal(answer);
    });

  it('keeps the lead nested, trimmed, and extra keys in the shape they were sent', async () => {
    const lead = {
      email: ' ann@example.com ',
      age: 30,
      zip: '53703',
      address: '1 Main St',
      personal: { first_name: 'Ann', nickname: ' Annie ' },
      hobby: ['chess', null, ' go '],
      nothing: ' ',
    };
    const tracking = { ip_address: '203.0.113.7', utm_source: ' News ', own: { a: 1 } };
    const { body } = await api.post(PATHS.search, searchBody({ lead, tracking, top: 1 }));
    const stored = await api.platform.searches.read(body.svc_lead_id);
    expect(stored?.lead).to.deep.equal({
      personal: { email: 'ann@example.com', age: '30', first_name: 'Ann' },
      address: { address_line_1: '1 Main St', zip_code: '53703' },
      extra: { personal: { nickname: 'Annie' }, hobby: ['chess', 'go'] },
    });
    expect(stored?.tracking).to.deep.equal({ ip_address: '203.0.113.7', utm_source: 'News', own: { a: 1 } });
    expect(stored?.extra).to.deep.equal({ top: 1 });
  });

  const SENTENCES: readonly (readonly [over: object, message: string])[] = [
    [{ lead: { email: 'x' } }, 'lead.email must be an e-mail address.'],
    [{ lead: { personal: { gender: 'x' } } }, 'lead.personal.gender must be one of: female, male.'],
    [{ lead: { address: 5 } }, 'lead.address must be an object.'],
    [
      { tracking: { ip_address: 1 } },
      "tracking.ip_address must be the consumer's own public IPv4 or IPv6 address.",
    ],
    [{ svc_affiliate_id: 5 }, 'svc_affiliate_id must be a UUID.'],
    [{ lead: { age: {} } }, 'lead.age must be a whole number of years.'],
    [{ extra: 'a\0' }, 'extra must be text without NUL characters.'],
    [{ svc_campaign_id: null }, 'Send svc_campaign_id.'],
  ];
  for (const [over, message] of SENTENCES)
    it(`says: ${message}`, async () => {
      expect((await api.post(PATHS.search, searchBody(over))).body).to.include({ message });
    });

  it('repeats no value in an answer', async () => {
    const { text } = await api.post(PATHS.search, searchBody({ lead: { email: 'not-an-address' } }));
    expect(text).to.not.contain('not-an-address');
  });
});
