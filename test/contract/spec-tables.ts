/**
 * Typed out from docs/contract/leads.md and the published tables, in their order; nothing here comes from the
 * code.
 */

export interface FieldCases {
  /** Taken as they are. */
  readonly good: readonly unknown[];
  readonly bad: readonly unknown[];
  /** How the sentence about a bad value ends. */
  readonly expected: string;
}

const day = (fromToday: number): string =>
  new Date(Date.now() + fromToday * 86_400_000).toISOString().slice(0, 10);

const NO_TEXT = [5, 0, true, false, {}, [], ['x'], { a: 1 }];

const text = (...good: string[]): FieldCases => ({ good, bad: NO_TEXT, expected: 'text' });
/** One of some values, exact: another case, blanks inside and the JSON values that look like one are none of them. */
const oneOf = (values: string, bad: readonly unknown[] = []): FieldCases => ({
  good: values.split(', '),
  bad: [values.split(', ')[0]?.toUpperCase(), values, 'other', ...NO_TEXT, ...bad],
  expected: `one of: ${values}`,
});
const yesNo = oneOf('yes, no', ['Yes', 'y', '1', 'true']);

const STATES =
  'AL AK AZ AR CA CO CT DE FL GA HI ID IL IN IA KS KY LA ME MD MA MI MN MS MO MT NE NV NH NJ NM NY NC ND OH OK OR PA RI SC SD TN TX UT VT VA WA WV WI WY DC AS GU MP PR VI UM';

/** Group.field of the Lead table. */
export const LEAD: Readonly<Record<string, FieldCases>> = {
  'personal.email': {
    good: ['a@example.com', 'A.b+c@x.museum', 'o’neill@example.co.uk', 'a@b.c'],
    bad: [
      'a',
      'a@b',
      '@b.co',
      'a@',
      'a@@b.co',
      'a@b@c.de',
      'a b@c.de',
      'a@b..co',
      'a@.co',
      'a@co.',
      ...NO_TEXT,
    ],
    expected: 'an e-mail address like ann@example.com',
  },
  'personal.phone': {
    good: ['6085550123', '0000000000'],
    bad: [
      '608555012',
      '16085550123',
      '608-555-0123',
      '(608)5550123',
      '+6085550123',
      '６０８５５５０１２３',
      6_085_550_123,
      ...NO_TEXT,
    ],
    expected: 'a 10-digit US phone number, digits only and without +1, like 6085550123',
  },
  'personal.first_name': text('Ann', "O'Neill", 'Zoë', '李', 'Mary Jo'),
  'personal.last_name': text('Lee', 'van der Berg'),
  'personal.date_of_birth': {
    good: ['1990-02-28', '1900-01-01', '2000-02-29', day(0)],
    bad: [
      '1990-02-30',
      '1900-02-29',
      '1990-13-01',
      '1990-00-10',
      '1990-04-31',
      '1899-12-31',
      day(2),
      '02/28/1990',
      '1990-2-8',
      '19900228',
      '1990-02-28T00:00:00Z',
      19_900_228,
      ...NO_TEXT,
    ],
    expected: 'a date of birth as YYYY-MM-DD, from 1900 until today, like 1990-02-28',
  },
  'personal.age': {
    good: ['30', '0', '107', 30, 0],
    bad: ['thirty', '-1', -1, '30.5', 30.5, '30.0', '3e1', '1000', true, {}, [], ['30']],
    expected: 'a whole number of years, like 36',
  },
  'personal.gender': oneOf('female, male', ['Female', 'f']),
  'address.address_line_1': text('1 Main St'),
  'address.address_line_2': text('Apt 2', '#2'),
  'address.city': text('Madison', 'St. Louis'),
  'address.state': {
    good: STATES.split(' '),
    bad: ['wi', 'Wi', 'XX', 'Wisconsin', 'W', 'AA', 'AE', ...NO_TEXT],
    expected: 'a two-letter state code in capitals, like WI',
  },
  'address.zip_code': {
    good: ['53703', '00501'],
    bad: ['5370', '537033', '53703-1234', '5370a', 53_703, ...NO_TEXT],
    expected: 'a 5-digit ZIP code as a string, without +4, like 53703',
  },
  'education.education_level': oneOf(
    'no_hs_diploma, ged, high_school, some_college, associates, bachelors, masters, doctorate',
    ['phd', 'high school'],
  ),
  'education.high_school_graduation_year': {
    good: ['1999', 1999],
    bad: ['99', 99, '19990', '1999.0', 1999.5, 'year', true, {}, []],
    expected: 'a year of four digits, like 2008',
  },
  'education.start_timeline': oneOf(
    'immediately, 1_3_months, 4_6_months, 7_12_months, over_1_year, not_sure',
    ['soon', '1-3_months'],
  ),
  'education.learning_preference': oneOf('online, campus, either'),
  'education.teaching_certificate': yesNo,
  'background.rn_license': oneOf('rn, lpn_lvn, no', ['yes']),
  'background.military_affiliation': oneOf('none, affiliated, active_duty, veteran, spouse_dependent', [
    'no',
  ]),
  'background.us_citizen': yesNo,
  'background.has_internet_access': yesNo,
};

/** Text members of the Tracking table. */
export const TRACKING_TEXTS = [
  ...['utm_source', 'utm_medium', 'utm_campaign', 'utm_content', 'utm_term'],
  ...['gclid', 'gbraid', 'wbraid', 'fbclid', 'msclkid', 'ttclid', 'click_id'],
  ...['subid', 'subid2', 'subid3', 'subid4', 'subid5'],
];

/** `tracking.ip_address`: public IPv4 and IPv6, the ranges for documentation too. */
export const IP_ADDRESS: FieldCases = {
  good: [
    ...['8.8.8.8', '1.0.0.1', '223.255.255.254', '100.63.255.255', '100.128.0.0', '172.15.0.1', '172.32.0.1'],
    ...['192.0.2.1', '198.51.100.7', '203.0.113.7'],
    ...['2606:4700::1111', '2001:4860:4860:0:0:0:0:8888', '2606:4700::ABCD', '2001:db8::1', '3fff::1'],
    ...['::ffff:8.8.8.8', '::ffff:808:808'],
  ],
  bad: [
    ...['10.0.0.1', '10.255.255.255', '172.16.0.1', '172.31.255.255', '192.168.1.1'],
    ...['127.0.0.1', '127.255.255.255', '169.254.1.1', '100.64.0.0', '100.127.255.255'],
    ...['224.0.0.1', '239.255.255.255', '0.0.0.0', '255.255.255.255'],
    ...['::', '::1', 'fe80::1', 'fc00::1', 'fd12::1', 'ff02::1'],
    ...['::ffff:192.168.1.1', '::ffff:127.0.0.1', '::ffff:a00:1', '::10.0.0.1'],
    ...['::8.8.8.8', '::808:808', '::ffff:0x8.8.8.8', '2606:4700::010.8.8.8'],
    ...[
      '8.8.8',
      '8.8.8.8.8',
      '256.1.1.1',
      '0x08.8.8.8',
      '010.8.8.8',
      '8.8.8.8:80',
      '[2606:4700::1111]',
      '8.8.8.8/32',
    ],
    ...['fe80::1%eth0', '2606:4700:::1', 'example.com', 'localhost', '134744072', 134_744_072],
    ...[true, {}, [], ['8.8.8.8']],
  ],
  expected: "the consumer's own public IPv4 or IPv6 address",
};
