import { expect } from 'chai';
import { directBody, newPerson, PATHS, resultBody, searchBody } from '../support/api.js';
import { expectQuiet, expectRefusal, MARKER, startHeardApi, type HeardApi } from '../support/heard-api.js';

type Expected = readonly [http: number, code: string, field?: string];
const OK: Expected = [200, 'OK'];
const invalid = (field?: string): Expected =>
  field === undefined ? [400, 'INVALID_FIELD'] : [400, 'INVALID_FIELD', field];

const json = (over: object = {}): string => JSON.stringify(searchBody(over));

/** A search with members as text, so that they may be what no object of ours can be. */
const raw = (members: string): string => json().replace(/\}$/, `,${members}}`);
const inLead = (members: string): string =>
  JSON.stringify(searchBody({ lead: 'LEAD' })).replace('"LEAD"', `{${members}}`);

const inTracking = (members: string): string =>
  JSON.stringify(searchBody({ tracking: 'TRACKING' })).replace(
    '"TRACKING"',
    `{"ip_address":"203.0.113.7",${members}}`,
  );

/** `raw` at the top, in an object there, in a list, in the lead, in its group, in tracking: the holder is named. */
const FORBIDDEN: readonly string[] = [
  '$where',
  '$',
  '\\u0024gt',
  'a.b',
  '.',
  'a\\u002eb',
  'a\\u0000b',
  '\\u0000',
  // What a terminal obeys or hides: escape, C1, DEL, line breaks, bidi marks, zero-width characters.
  'a\\u001b[8m',
  '\\u009b8m',
  'a\\u007f',
  'a\\nstate accepted',
  'a\\u202eb',
  '\\u2066',
  'a\\u200bb',
  '\\ufeffa',
  'a\\u2028b',
  '__proto__',
  '\\u005f_proto__',
  'constructor',
  'prototype',
  '_bsontype',
  '_jsonata_lambda',
  '_jsonata_function',
  // Half an emoji.
  'a\\ud83d',
  '\\udc00x',
];
const HOLDERS: readonly (readonly [
  where: string,
  body: (reservationId: string) => string,
  field?: string,
])[] = [
  ['at the top', (reservationId) => raw(reservationId)],
  ['in an extra object', (member) => raw(`"own":{${member}}`), 'own'],
  ['deeper', (member) => raw(`"own":{"a":{"b":{${member}}}}`), 'own.a.b'],
  ['in a list', (member) => raw(`"own":[1,{${member}}]`), 'own[1]'],
  ['in lead', inLead, 'lead'],
  ['in a group of lead', (member) => inLead(`"personal":{${member}}`), 'lead.personal'],
  ['in an extra object of lead', (member) => inLead(`"own":{${member}}`), 'lead.own'],
  ['in tracking', inTracking, 'tracking'],
];

/** Names of JavaScript's own that are harmless as keys. */
const HARMLESS = [
  'toString',
  'valueOf',
  'hasOwnProperty',
  '__defineGetter__',
  'length',
  'then',
  'toJSON',
  '',
  ' ',
  'a$',
];

const VALUES: readonly (readonly [what: string, body: string, expected: Expected])[] = [
  ['a text with NUL at the top', raw(`"a":"${MARKER}\\u0000"`), invalid('a')],
  ['a text with NUL in a list', raw(`"a":["b","${MARKER}\\u0000"]`), invalid('a[1]')],
  ['a text with NUL, deeper', raw('"a":{"b":{"c":"\\u0000"}}'), invalid('a.b.c')],
  ['NUL in a lead field', inLead('"first_name":"A\\u0000"'), invalid('lead.first_name')],
  [
    'NUL in a nested lead field',
    inLead('"personal":{"first_name":"A\\u0000"}'),
    invalid('lead.personal.first_name'),
  ],
  ['NUL in an extra lead field', inLead('"pet":"A\\u0000"'), invalid('lead.pet')],
  ['NUL in tracking', inTracking('"gclid":"\\u0000"'), invalid('tracking.gclid')],
  ['other control characters', raw('"a":"\\u0001\\u001f\\u007f\\u2028"'), OK],
  ['half a character in a lead field', inLead('"first_name":"Bea\\ud83d"'), invalid('lead.first_name')],
  [
    'the second half in a nested lead field',
    inLead('"personal":{"last_name":"\\udc00Lee"}'),
    invalid('lead.personal.last_name'),
  ],
  ['two halves in the wrong order', inLead('"city":"\\ude00\\ud83d"'), invalid('lead.city')],
  ['half a character in an e-mail', inLead('"email":"a\\ud800@example.com"'), invalid('lead.email')],
  ['half a character in a phone', inLead('"phone":"6085550142\\ud83d"'), invalid('lead.phone')],
  [
    'half a character in a certificate',
    raw('"consent_cert_url":"https://a.example/\\ud83d"'),
    invalid('consent_cert_url'),
  ],
  ['half a character in an external id', raw('"external_id":"a\\ud83d"'), invalid('external_id')],
  ['a pair of surrogates', raw('"\\ud83d\\ude00":"\\ud83d\\ude00"'), OK],
  ['a key of 10,000 characters', raw(`"${'k'.repeat(10_000)}":1`), OK],
  ['a key of 60,000 characters', raw(`"${'k'.repeat(60_000)}":1`), OK],
  ['a key of 60,000 characters in lead', inLead(`"${'k'.repeat(60_000)}":1`), OK],
  ['a number beyond all', raw('"a":1e999'), OK],
  ['a number below all', raw('"a":-1e999'), OK],
  ['minus nothing', raw('"a":-0'), OK],
  ['a number of 400 digits', raw(`"a":${'9'.repeat(400)}`), OK],
  ['a number that is no double', raw('"a":9007199254740993'), OK],
  ['a number with 20 decimals', raw('"a":0.12345678901234567890'), OK],
  ['an age beyond all', inLead('"age":1e999'), invalid('lead.age')],
  ...['NaN', 'Infinity', '-Infinity', 'undefined', '0x10', '01', '+1', '.5', '1.', "'a'"].map(
    (value): [string, string, Expected] => [
      `the literal ${value}`,
      raw(`"a":${value}`),
      [400, 'MALFORMED_REQUEST'],
    ],
  ),
];

/** Numbers as strings and strings as numbers, dates that do not exist. */
const TYPED: readonly (readonly [over: object, expected: Expected])[] = [
  [{ lead: { age: 31 } }, OK],
  [{ lead: { age: '31' } }, OK],
  [{ lead: { age: 31.5 } }, invalid('lead.age')],
  [{ lead: { age: '31.0' } }, invalid('lead.age')],
  [{ lead: { age: 'NaN' } }, invalid('lead.age')],
  [{ lead: { age: -1 } }, invalid('lead.age')],
  [{ lead: { age: true } }, invalid('lead.age')],
  [{ lead: { high_school_graduation_year: 2010 } }, OK],
  [{ lead: { high_school_graduation_year: 2010.5 } }, invalid('lead.high_school_graduation_year')],
  [{ lead: { phone: 6_085_550_100 } }, invalid('lead.phone')],
  [{ lead: { zip: 53_703 } }, invalid('lead.zip')],
  [{ lead: { email: ['ann@example.com'] } }, invalid('lead.email')],
  [{ lead: { first_name: { toString: 'Ann' } } }, invalid('lead.first_name')],
  [{ lead: { date_of_birth: '1990-02-30' } }, invalid('lead.date_of_birth')],
  [{ lead: { date_of_birth: '1990-13-01' } }, invalid('lead.date_of_birth')],
  [{ lead: { date_of_birth: '2023-02-29' } }, invalid('lead.date_of_birth')],
  [{ lead: { date_of_birth: '0000-00-00' } }, invalid('lead.date_of_birth')],
  [{ lead: { date_of_birth: 19_900_228 } }, invalid('lead.date_of_birth')],
  [{ tcpa_consent: 'true' }, invalid('tcpa_consent')],
  [{ tcpa_consent: 1 }, invalid('tcpa_consent')],
  [{ svc_is_test_lead: 'false' }, invalid('svc_is_test_lead')],
  [{ svc_is_test_lead: 0 }, invalid('svc_is_test_lead')],
  [{ svc_campaign_id: 7 }, invalid('svc_campaign_id')],
  [{ consent_cert_url: 7 }, invalid('consent_cert_url')],
  [{ tracking: { ip_address: 3_405_803_783 } }, invalid('tracking.ip_address')],
  [{ tracking: { ip_address: '203.0.113.7', subid: 7 } }, invalid('tracking.subid')],
  [{ lead: [] }, invalid('lead')],
  [{ lead: 'Ann' }, invalid('lead')],
  [{ tracking: [] }, invalid('tracking')],
];

describe('contract: bodies, their content', () => {
  let one: HeardApi;
  before(async () => {
    one = await startHeardApi();
  });
  after(() => one.close());
  afterEach(() => {
    expectQuiet(one);
  });

  const expectAnswer = async (body: string, [http, code, field]: Expected, path: string = PATHS.search) => {
    const answer = await one.call('post', path, { body });
    expect([answer.status, answer.body.code, answer.body.field], answer.text).to.deep.equal([
      http,
      code,
      field,
    ]);
    if (http !== 200) expectRefusal(answer);
    return answer;
  };

  for (const [where, body, field] of HOLDERS)
    it(`keys that may not be stored, ${where} → 400 INVALID_FIELD ${field ?? ''}`, async () => {
      for (const key of FORBIDDEN) await expectAnswer(body(`"${key}":"${MARKER}"`), invalid(field));
    });

  it('and on submit and dupe-check', async () => {
    const member = `,"$set":"${MARKER}"}`;
    const submits = [directBody(), resultBody(newId(), newId())].map((body) => JSON.stringify(body));
    for (const body of submits) await expectAnswer(body.replace(/\}$/, member), invalid(), PATHS.leads);
    await expectAnswer(`{"email":"ann@example.com"${member}`, invalid(), PATHS.dupeCheck);
    await expectAnswer(`{"hashed":{"__proto__":{"email":"x"}}}`, invalid('hashed'), PATHS.dupeCheck);
  });

  it('nothing is polluted by them', async () => {
    await expectAnswer(raw('"__proto__":{"polluted":true}'), invalid());
    await expectAnswer(raw('"constructor":{"prototype":{"polluted":true}}'), invalid());
    expect(({} as Record<string, unknown>)['polluted']).to.equal(undefined);
  });

  for (const key of HARMLESS)
    it(`the key ${JSON.stringify(key)} is an extra key like any other, everywhere`, async () => {
      const over = { [key]: 1, own: { [key]: 'x' }, lead: { ...newPerson(), [key]: true } };
      const { body } = await expectAnswer(json(over), OK);
      const stored = await one.api.platform.searches.read(body.svc_lead_id);
      expect(stored?.extra).to.deep.equal({ [key]: 1, own: { [key]: 'x' } });
      expect(stored?.lead.extra).to.deep.equal({ [key]: true });
      const submit = directBody({ ...over, svc_offer_id: newId() });
      await expectAnswer(JSON.stringify(submit), [404, 'NOT_FOUND', 'svc_offer_id'], PATHS.leads);
    });

  for (const [what, body, expected] of VALUES)
    it(`${what} → ${expected.join(' ')}`, async () => {
      await expectAnswer(body, expected);
    });

  for (const [over, expected] of TYPED)
    it(`${JSON.stringify(over)} → ${expected.join(' ')}`, async () => {
      await expectAnswer(json({ marker: MARKER, ...over }), expected);
    });

  it('what was accepted oddly is stored, read again and answered', async () => {
    for (const members of ['"a":"\\udc00"', '"a":1e999', `"${'k'.repeat(60_000)}":[[[]]]`, '"toString":{}']) {
      const { body } = await expectAnswer(raw(members), OK);
      const again = await one.call('get', `${PATHS.results}/${body.svc_lead_id}`);
      expect(again.status).to.equal(200);
    }
  });

  it('odd keys and values on submit, with a key of their own to be repeated under', async () => {
    for (const [index, members] of ['"a":"\\udc00"', '"a":1e999', '"toString":{}', '"":""'].entries()) {
      const text = JSON.stringify(directBody()).replace(/\}$/, `,${members}}`);
      const headers = { 'Idempotency-Key': `odd-${index}` };
      const first = await one.call('post', PATHS.leads, { body: text, headers });
      const again = await one.call('post', PATHS.leads, { body: text, headers });
      expect([first.status, again.status]).to.deep.equal([202, 202]);
      expect(again.body.svc_lead_id).to.equal(first.body.svc_lead_id);
    }
  });
});

const newId = (): string => 'e0000000-0000-4000-8000-000000000009';
