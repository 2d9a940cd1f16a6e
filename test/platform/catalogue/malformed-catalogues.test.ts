import { expect } from 'chai';
import { faultsOf, withLine } from './base.js';

/** [what, line of the base to replace, with this, every fault that must be told]. */
type Case = readonly [what: string, line: number, text: string, ...faults: string[]];

const AMOUNT = 'must be an amount from 0 to 1000000 with at most two decimals';
const ONE_TEST = 'needs exactly one test: in, not_in, min and max, within_miles or at_least';
const CLOCK = 'must be a time of the day like "08:00", "24:00" at most';
const NOT_YET = 'is not supported by this version of Leadkeep yet';
const HANDLE = 'must be 1 to 64 of the characters a-z, 0-9, - and _, and begin with a letter or digit';
const A_FIELD = 'a field of the lead: name it in required_fields, and it is asked when it is missing';
const LONG = 'a'.repeat(201);

const CASES: readonly Case[] = [
  // The file
  ['another version', 1, 'version: 2', '1 "version" must be 1'],
  ['no version', 1, '#', '1 "version" is missing'],
  ['an unknown section', 1, 'version: 1\ncolour: red', '2 "colour" is not a key here'],
  ['a misspelt section', 42, 'campagns:', '42 "campagns" is not a key here (did you mean "campaigns"?)'],
  [
    'a key twice',
    5,
    '    status: active\n    status: disabled',
    '6 is not valid YAML: Map keys must be unique',
  ],
  ['an unknown tag', 5, '    status: !secret x', '5 is not valid YAML: Unresolved tag: !secret'],
  ['an alias to nothing', 5, '    status: *nothing', '5 has no anchor &nothing before this alias'],
  ['an alias inside itself', 5, '    status: &a [*a]', '5 has the alias *a inside itself'],

  // Names
  ['a handle out of other characters', 43, '  - handle: E du', `43 campaign E du: "handle" ${HANDLE}`],
  [
    'a handle that is a number',
    43,
    '  - handle: 12',
    '43 campaign #1: "handle" must be text: put it in quotes',
  ],
  ['no handle', 43, '  - status: active', '43 campaign #1: "handle" is missing'],
  [
    'a handle twice',
    5,
    '  - handle: northwind\n    name: B',
    '5 affiliate northwind: "handle" is the handle of another affiliate at f:3',
  ],
  ['an id that is none', 5, '    id: 12-34', '5 affiliate northwind: "id" must be a UUID in lower case'],
  ['a name without value', 4, '    name:', '4 affiliate northwind: "name" has no value'],
  ['a name in spaces', 4, '    name: " N"', '4 affiliate northwind: "name" begins or ends with a space'],
  [
    'a bell',
    4,
    '    name: "\\u0007"',
    '4 affiliate northwind: "name" holds a line break or another control character',
  ],
  ['half a character', 4, '    name: "\\ud83d"', '4 affiliate northwind: "name" holds a broken character'],
  [
    'a misspelt key',
    4,
    '    nmae: B',
    '3 affiliate northwind: "name" is missing',
    '4 affiliate northwind: "nmae" is not a key here (did you mean "name"?)',
  ],
  [
    'a misspelt status',
    5,
    '    status: activ',
    '5 affiliate northwind: "status" must be active or disabled (did you mean "active"?)',
  ],
  ['text for a flag', 5, '    dupe_check: yes', '5 affiliate northwind: "dupe_check" must be true or false'],

  // Buyers
  [
    'no such zone',
    9,
    '    time_zone: America/Chicgo',
    '9 buyer lakeshore: "time_zone" names no time zone (did you mean "America/Chicago"?)',
  ],
  ['an offset for a zone', 9, '    time_zone: "+05:00"', '9 buyer lakeshore: "time_zone" names no time zone'],
  [
    'no such day',
    11,
    '      - { days: [mon, mo], from: "08:00", to: "20:00" }',
    '11 buyer lakeshore: "delivery_hours[0].days[1]" must be mon, tue, wed, thu, fri, sat or sun (did you mean "mon"?)',
  ],
  [
    'hours over midnight',
    11,
    '      - { days: [mon], from: "20:00", to: "08:00" }',
    '11 buyer lakeshore: "delivery_hours[0].to" must be later than "from": write hours over midnight as two entries',
  ],
  [
    'no times of the day',
    11,
    '      - { days: [mon], from: "8:00", to: "24:01" }',
    `11 buyer lakeshore: "delivery_hours[0].from" ${CLOCK}`,
    `11 buyer lakeshore: "delivery_hours[0].to" ${CLOCK}`,
  ],
  [
    'a date that does not exist',
    12,
    '    holidays: [2026-02-30]',
    '12 buyer lakeshore: "holidays[0]" must be a date that exists, as YYYY-MM-DD',
  ],
  ['one value for a list', 12, '    holidays: 2026-12-25', '12 buyer lakeshore: "holidays" must be a list'],
  [
    'a cap of nothing',
    13,
    '    caps: [{ window: day, limit: 0 }]',
    '13 buyer lakeshore: "caps[0].limit" must be at least 1',
  ],
  [
    'a fractional cap',
    13,
    '    caps: [{ window: day, limit: 1.5 }]',
    '13 buyer lakeshore: "caps[0].limit" must be a whole number',
  ],
  [
    'a negative cap in no window',
    13,
    '    caps: [{ window: year, limit: -3 }]',
    '13 buyer lakeshore: "caps[0].window" must be hour, day, week, month or total',
    '13 buyer lakeshore: "caps[0].limit" must be at least 1',
  ],
  [
    'two caps for a window',
    13,
    '    caps: [{ window: day, limit: 5 }, { window: day, limit: 9 }]',
    '13 buyer lakeshore: "caps[1]" is a second cap for the same window and program',
  ],

  // Offers
  [
    'no such buyer',
    17,
    '    buyer: lakeshor',
    '17 offer nursing: "buyer" names no buyer: "lakeshor" (did you mean "lakeshore"?)',
  ],
  ['no offer type', 18, '    kind: direct', '15 offer nursing: "offer_type" is missing'],
  ['a negative price', 19, '    price: -1', `19 offer nursing: "price" ${AMOUNT}`],
  ['three decimals', 19, '    price: 42.505', `19 offer nursing: "price" ${AMOUNT}`],
  ['a tiny price', 19, '    price: 1e-9', `19 offer nursing: "price" ${AMOUNT}`],
  ['a price as text', 19, '    price: "42.50"', '19 offer nursing: "price" must be a number'],
  ['an infinite price', 19, '    price: .inf', '19 offer nursing: "price" must be a number'],
  [
    'a duration without unit',
    20,
    '    result_ttl: 30',
    '20 offer nursing: "result_ttl" must be a duration like 10s, 30m, 72h or 90d',
  ],
  ['too long a duration', 20, '    result_ttl: 90d', '20 offer nursing: "result_ttl" must be from 1s to 30d'],
  [
    'no such lead field',
    21,
    '    required_fields: [personal.mail]',
    '21 offer nursing: "required_fields[0]" names no lead field: "personal.mail" (did you mean "personal.email"?)',
  ],
  [
    'no such state',
    23,
    '      - { field: address.state, in: [IL, wi] }',
    '23 offer nursing: "eligibility[0].in[1]" is no value of address.state: "wi"',
  ],
  [
    'an empty list',
    23,
    '      - { field: address.state, in: [] }',
    '23 offer nursing: "eligibility[0].in" must have at least one item',
  ],
  [
    'a rule on no field',
    23,
    '      - { field: address.sate, in: [IL] }',
    '23 offer nursing: "eligibility[0].field" names no lead field: "address.sate" (did you mean "address.state"?)',
  ],
  [
    'a rule without test',
    23,
    '      - { field: address.state }',
    `23 offer nursing: "eligibility[0]" ${ONE_TEST}`,
  ],
  [
    'a rule with two tests',
    23,
    '      - { field: address.state, in: [IL], not_in: [WI] }',
    `23 offer nursing: "eligibility[0]" ${ONE_TEST}`,
  ],
  [
    'a rule without field',
    23,
    '      - { in: [IL] }',
    '23 offer nursing: "eligibility[0]" needs "field" (or "any")',
  ],
  [
    'a fault deep in any, beside another',
    23,
    '      - { any: [{ any: [{ field: address.state, in: [XX] }] }], field: age }',
    '23 offer nursing: "eligibility[0]" has "any" beside other keys: put them into one of its rules',
    '23 offer nursing: "eligibility[0].any[0].any[0].in[0]" is no value of address.state: "XX"',
  ],
  [
    'a misspelt key in any',
    23,
    '      - { any: [{ feild: age, min: 3 }] }',
    '23 offer nursing: "eligibility[0].any[0].feild" is not a key here (did you mean "field"?)',
    '23 offer nursing: "eligibility[0].any[0]" needs "field" (or "any")',
  ],
  [
    'min over max',
    24,
    '      - { field: age, min: 61, max: 60 }',
    '24 offer nursing: "eligibility[1].min" is more than max',
  ],
  [
    'a number test of text',
    24,
    '      - { field: personal.email, min: 3 }',
    '24 offer nursing: "eligibility[1].min" can\'t be asked of personal.email',
  ],
  [
    'a list for the age',
    24,
    '      - { field: age, in: ["18"] }',
    '24 offer nursing: "eligibility[1].in" can\'t be asked of age',
  ],
  [
    'a distance from nowhere',
    25,
    '      - { field: address.zip_code, within_miles: 75 }',
    '25 offer nursing: "eligibility[2]" needs "within_miles" and "of" together',
  ],
  [
    'a ZIP code as a number',
    25,
    '      - { field: address.zip_code, within_miles: 0, of: 53703 }',
    '25 offer nursing: "eligibility[2].within_miles" must be more than 0',
    '25 offer nursing: "eligibility[2].of" must be text: put it in quotes',
  ],
  [
    'a ZIP code without place',
    25,
    '      - { field: address.zip_code, within_miles: 5, of: "00000" }',
    '25 offer nursing: "eligibility[2].of" is a ZIP code whose place is not known: "00000"',
  ],
  [
    'no such level',
    26,
    '      - { field: education.education_level, at_least: associate }',
    '26 offer nursing: "eligibility[3].at_least" is no value of education.education_level: "associate" (did you mean "associates"?)',
  ],
  [
    'an order where there is none',
    26,
    '      - { field: background.rn_license, at_least: rn }',
    '26 offer nursing: "eligibility[3].at_least" can\'t be asked of background.rn_license',
  ],
  [
    'a program twice',
    28,
    '      - { value: msn, label: B }',
    '29 offer nursing: "programs[1].value" is the value of another program: "msn"',
  ],
  [
    'a program named like every object has it',
    28,
    '      - { value: constructor, label: B }',
    '28 offer nursing: "programs[0].value" can\'t be "constructor", a word with a meaning of its own',
  ],
  [
    'a question named like a lead field',
    31,
    '      - name: email',
    `31 offer nursing: "questions[0].name" is "email", ${A_FIELD}`,
  ],
  [
    'a question named like an alias',
    31,
    '      - name: zip',
    `31 offer nursing: "questions[0].name" is "zip", ${A_FIELD}`,
  ],
  [
    'a question named like a request key',
    31,
    '      - name: tcpa_consent',
    '31 offer nursing: "questions[0].name" is "tcpa_consent", a key of the request itself',
  ],
  [
    'a question with our prefix',
    31,
    '      - name: svc_x',
    '31 offer nursing: "questions[0].name" is "svc_x", a key of the request itself',
  ],
  [
    'a question twice',
    31,
    '      - name: licence',
    '34 offer nursing: "questions[1].name" is the name of another question: "licence"',
  ],
  [
    'a select without options',
    33,
    '        required: false',
    '31 offer nursing: "questions[0]" is a select without options',
  ],
  [
    'options of a text',
    32,
    '        type: text',
    '33 offer nursing: "questions[0].options" can\'t be given for type text',
  ],
  [
    'an option twice',
    33,
    '        options: [{ value: a, label: A }, { value: a, label: B }]',
    '33 offer nursing: "questions[0].options[1].value" is the value of another option: "a"',
  ],
  [
    'a broken pattern',
    34,
    '      - { name: q, type: text, pattern: "([0-9]" }',
    '34 offer nursing: "questions[1].pattern" is not a regular expression',
  ],
  [
    'a long pattern',
    34,
    `      - { name: q, type: text, pattern: ${LONG} }`,
    '34 offer nursing: "questions[1].pattern" is longer than 200 characters',
  ],
  [
    'a question of no program',
    34,
    '      - { name: q, type: text, required_when: { program_ids: [phd] } }',
    '34 offer nursing: "questions[1].required_when.program_ids[0]" names no program of the offer: "phd"',
  ],
  [
    'no such identity, no window',
    35,
    '    duplicates: { match: [mail], window_days: 0 }',
    '35 offer nursing: "duplicates.match[0]" must be email, phone, name_address or name_dob_zip (did you mean "email"?)',
    '35 offer nursing: "duplicates.window_days" must be at least 1',
  ],
  [
    'a cap of no program',
    36,
    '    caps: [{ window: day, limit: 20, program: phd }]',
    '36 offer nursing: "caps[0].program" names no program of the offer: "phd"',
  ],

  // Delivery and partners
  [
    'a partner offer without partner',
    37,
    '    kind: partner\n    delivery:',
    '15 offer nursing: the entry needs "partner", as it is a partner offer',
    '38 offer nursing: "delivery" can\'t be given for a partner offer: its submit address is partner.submit',
  ],
  [
    'a partner of a direct offer',
    36,
    '    partner: { search: { url: https://p.example/, results: x } }',
    '36 offer nursing: "partner.search.results" ' + NOT_YET,
    '36 offer nursing: "partner.submit" is missing',
    '36 offer nursing: "partner" can\'t be given for a direct offer',
  ],
  [
    'plain http',
    38,
    '      url: http://crm.example/leads',
    '38 offer nursing: "delivery.url" must begin with https:// (or set insecure_http: true on a test system)',
  ],
  [
    'no whole address',
    38,
    '      url: crm.example/leads',
    '38 offer nursing: "delivery.url" must be a whole address that begins with https://',
  ],
  [
    'a password in the address',
    38,
    '      url: https://u:p@crm.example/',
    '38 offer nursing: "delivery.url" can\'t hold a name or password: write an Authorization header with ${secret:NAME}',
  ],
  [
    'a secret in the address',
    38,
    '      url: https://crm.example/${secret:X}',
    '38 offer nursing: "delivery.url" can\'t hold ${…}: a secret belongs into a header',
  ],
  [
    'no address, no method',
    38,
    '      method: GET',
    '37 offer nursing: "delivery.url" is missing',
    '38 offer nursing: "delivery.method" must be POST or PUT',
  ],
  [
    'another encoding',
    40,
    '      encoding: xml',
    `40 offer nursing: "delivery.encoding" is "xml", which ${NOT_YET}`,
  ],
  ['no encoding', 40, '      encoding: yaml', '40 offer nursing: "delivery.encoding" must be json'],
  ...['body', 'answers', 'throttle', 'max_in_flight', 'breaker', 'callback', 'test_url'].map((key): Case => [
    `${key} before its time`,
    40,
    `      ${key}: x`,
    `40 offer nursing: "delivery.${key}" ${NOT_YET}`,
  ]),
  [
    'another variable',
    39,
    '      headers: { A: "Bearer ${TOKEN}" }',
    '39 offer nursing: "delivery.headers.A" may hold ${secret:NAME} and no other ${…}',
  ],
  [
    'four bad headers',
    39,
    '      headers: { B d: x, X-A: 1, x-b: a, X-B: b, Host: h }',
    '39 offer nursing: "delivery.headers.X-A" must be text: put it in quotes',
    '39 offer nursing: "delivery.headers.B d" is not the name of a header',
    '39 offer nursing: "delivery.headers.X-B" is a header that stands here twice',
    '39 offer nursing: "delivery.headers.Host" is a header that can\'t be set',
  ],
  ['too patient', 40, '      timeout: 21s', '40 offer nursing: "delivery.timeout" must be from 100ms to 20s'],
  [
    'asking too seldom',
    41,
    '      follow_up: { url: "https://crm.example/", every: 2h, for: 1h, answers: [] }',
    `41 offer nursing: "delivery.follow_up.answers" ${NOT_YET}`,
    '41 offer nursing: "delivery.follow_up.every" is longer than "for"',
  ],

  // Campaigns
  [
    'no such affiliate',
    45,
    '    affiliate: southwind',
    '45 campaign edu: "affiliate" names no affiliate: "southwind" (did you mean "northwind"?)',
  ],
  [
    'no such offer',
    47,
    '      - offer: nursin',
    '47 campaign edu: "offers[0].offer" names no offer: "nursin" (did you mean "nursing"?)',
  ],
  [
    'an offer twice',
    47,
    '      - { offer: nursing }\n      - offer: nursing',
    '48 campaign edu: "offers[1].offer" names offer nursing a second time',
  ],
  ['too exact a payout', 48, '        payout: 30.001', `48 campaign edu: "offers[0].payout" ${AMOUNT}`],
  [
    'a payout of no program',
    49,
    '        payouts: { phd: 36 }',
    '49 campaign edu: "offers[0].payouts.phd" names no program of the offer: "phd"',
  ],
  [
    'a negative payout',
    49,
    '        payouts: { msn: -36 }',
    `49 campaign edu: "offers[0].payouts.msn" ${AMOUNT}`,
  ],
  [
    'a cap of no program of the offer',
    50,
    '        caps: [{ window: day, limit: 2, program: phd }]',
    '50 campaign edu: "offers[0].caps[0].program" names no program of the offer: "phd"',
  ],
  [
    'no submissions',
    44,
    '    name: E\n    max_accepted_submissions: 0',
    '45 campaign edu: "max_accepted_submissions" must be at least 1',
  ],
];

describe('malformed catalogues', () => {
  for (const [what, line, text, ...faults] of CASES)
    it(what, () => {
      expect(faultsOf(withLine(line, text))).to.deep.equal(faults);
    });
});
