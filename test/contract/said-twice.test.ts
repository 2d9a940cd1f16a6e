import { expect } from 'chai';
import { newPerson, PATHS, searchBody, startApi, type TestApi } from '../support/api.js';
import { deliveryTo, startContract, type Contract } from '../support/contract.js';

/** A search with members as text, so that they may be what no object of ours can be. */
const raw = (members: string): string => JSON.stringify(searchBody()).replace(/\}$/, `,${members}}`);
const within = (member: 'lead' | 'tracking', members: string): string =>
  JSON.stringify(searchBody({ [member]: 'HERE' })).replace('"HERE"', `{${members}}`);
const inLead = (members: string): string => within('lead', members);
const inTracking = (members: string): string => within('tracking', `"ip_address":"203.0.113.7",${members}`);

const TWICE: readonly (readonly [where: string, body: string])[] = [
  ['at the top', raw('"a":1,"a":2')],
  ['at the top, both the same', raw('"tcpa_consent":true,"tcpa_consent":true')],
  ['an object', raw('"lead":{"zip":"53703"},"lead":{"zip":"53703"}')],
  ['an id, blank', raw('"svc_campaign_id":" "')],
  ['in the lead', inLead('"first_name":"Ann","first_name":"Bea"')],
  ['in a group', inLead('"personal":{"phone":"6085550142","phone":null}')],
  ['in tracking', inTracking('"subid":"a","subid":"b"')],
  ['in an object in a list', raw('"a":[{"b":1},{"b":1,"c":{"d":[]},"b":[]}]')],
  ['written in two ways', raw('"ab":1,"a\\u0062":2')],
  ['that ends in a backslash', raw('"a\\\\":1,"b":"\\\\\\"","a\\\\":2')],
  ['the empty one', raw('"":1,"":2')],
  ['__proto__', raw('"__proto__":1,"__proto__":2')],
];

/** One key in several places is no key twice. */
const ONCE: readonly (readonly [where: string, body: string])[] = [
  ['in two objects', raw('"a":{"c":1},"b":{"c":1}')],
  ['as a key and a value', raw('"a":"b","b":"a","c":["a","a"]')],
  ['inside itself', raw('"a":{"a":{"a":1}}')],
  ['in a text', raw('"a":"{\\"b\\":1,\\"b\\":2}"')],
  ['in another case', raw('"a":1,"A":2')],
];

describe('contract: a key twice, and half characters', () => {
  let api: TestApi;
  before(async () => {
    api = await startApi();
  });
  after(() => api.close());

  for (const [where, body] of TWICE)
    it(`the same key twice, ${where}, is MALFORMED_REQUEST`, async () => {
      const answer = await api.post(PATHS.search, body);
      expect([answer.status, answer.body.code]).to.deep.equal([400, 'MALFORMED_REQUEST']);
    });

  for (const [where, body] of ONCE)
    it(`the same key ${where} is no fault`, async () => {
      expect((await api.post(PATHS.search, body)).body.code).to.equal('OK');
    });

  it('a message names the key that stands twice, cut to 60 characters', async () => {
    const long = `${'k'.repeat(59)}\u{1f600}${'k'.repeat(59)}`;
    const { body } = await api.post(PATHS.search, raw(`"${long}":1,"${long}":2`));
    expect(body['message']).to.equal(
      `Send each key once in an object: "${'k'.repeat(59)}\u{1f600}" stands twice.`,
    );
    const odd = await api.post(PATHS.search, raw('"a\\nb\\ud83d":1,"a\\nb\\ud83d":2'));
    expect(odd.body['message']).to.contain('"a\ufffdb\ufffd"');
  });

  it('half characters of tracking and extra keys are dropped and named', async () => {
    const tracking =
      '"tracking":{"ip_address":"203.0.113.7","utm_term":"x\\ud83d y","subid":"\\ud83d","own":["\\udc00z"]}';
    const lead = `"lead":${JSON.stringify(newPerson()).replace(/\}$/, ',"pet":"cat\\ud83d","own":{"a":"b\\ud83d"}}')}`;
    const text = JSON.stringify(searchBody({ lead: 1, tracking: 1 }))
      .replace('"lead":1', lead)
      .replace('"tracking":1', tracking)
      .replace(/\}$/, ',"note":"\\ud83d\\ude00 \\ud83d"}');
    const { body } = await api.post(PATHS.search, text);
    expect(body.code).to.equal('OK');
    expect(body['normalized']).to.deep.equal(
      ['lead.pet', 'lead.own.a', 'tracking.utm_term', 'tracking.subid', 'tracking.own[0]', 'note'].map(
        (field) => ({ field, to: 'text without its half characters' }),
      ),
    );
    const stored = await api.platform.searches.read(body.svc_lead_id);
    expect(stored?.tracking).to.deep.equal({ ip_address: '203.0.113.7', utm_term: 'x y', own: ['z'] });
    expect(stored?.lead.extra).to.deep.equal({ pet: 'cat', own: { a: 'b' } });
    expect(stored?.extra).to.deep.equal({ note: '\u{1f600}' });
  });

  it('on dupe-check, half a character is refused in what it reads alone', async () => {
    const codes = async (body: string) => {
      const { body: answer } = await api.post(PATHS.dupeCheck, body);
      return [answer.code, answer.field];
    };
    expect(await codes('{"email":"a\\ud83d@b.example"}')).to.deep.equal(['INVALID_FIELD', 'email']);
    expect(await codes('{"hashed":{"email":"\\ud83d"}}')).to.deep.equal(['INVALID_FIELD', 'hashed.email']);
    expect(await codes('{"zip":"53703","lead":{"email":"\\ud83d"}}')).to.deep.equal(['OK', undefined]);
  });
});

/** What is broken or says two things, and reaches no buyer that way (docs/contract/leads.md#request-bodies). */
describe('contract: a body that says two things, or holds half a character', () => {
  let world: Contract;
  before(async () => {
    world = await startContract((url) => ({
      offers: {
        nursing: {
          ...{ required_fields: ['personal.email'], questions: [{ name: 'visit', type: 'text' }] },
          ...deliveryTo(url, '/plain'),
        },
        mapped: deliveryTo(url, '/mapped', {
          answers: [
            { when: "body.verdict = 'yes'", outcome: 'accepted', reference: 'body.id' },
            { when: "body.verdict = 'no'", outcome: 'rejected', reason: 'body.why' },
          ],
        }),
      },
      campaigns: {
        edu: { allow_fallbacks: true, offers: [{ offer: 'nursing', payout: 25 }, { offer: 'mapped' }] },
      },
    }));
  });
  after(() => world.close());
  afterEach(() => {
    world.buyer.answers();
  });

  it('consent that is given and not given is not sold', async () => {
    const sent = world.buyer.received.length;
    const { status, body } = await world.api.post(
      '/api/v1/engine/leads',
      `{"tcpa_consent":false,"svc_campaign_id":"${newId}","tcpa_consent":true}`,
    );
    expect([status, body.code]).to.deep.equal([400, 'MALFORMED_REQUEST']);
    expect(body['message']).to.equal('Send each key once in an object: "tcpa_consent" stands twice.');
    expect(world.buyer.received.length).to.equal(sent);
  });

  it('half a character in an answer, in any form of a submit, is refused', async () => {
    const direct = await world.direct('edu', 'nursing', { visit: 'yes\ud83d' });
    expect([direct.status, direct.body.code, direct.body.field]).to.deep.equal([
      400,
      'INVALID_FIELD',
      'visit',
    ]);
    const found = await world.searched('edu', { lead: { ...newPerson().personal, email: null } });
    for (const over of [{ visit: '\ud83d' }, { email: 'a\ud83d@example.com' }]) {
      const { status, body } = await world.submit(found, 'nursing', over);
      expect([status, body.code, body.field]).to.deep.equal([400, 'INVALID_FIELD', Object.keys(over)[0]]);
    }
    const fallback = { svc_offer_id: newId, tcpa_consent: true, answers: { visit: 'a\udc00' } };
    const { body } = await world.direct('edu', 'nursing', { fallbacks: [fallback] });
    expect([body.code, body.field]).to.deep.equal(['INVALID_FIELD', 'fallbacks[0].answers.visit']);
  });

  it('a lead with half characters in tracking and extra keys alone is sold without them', async () => {
    const { body } = await world.direct('edu', 'nursing', {
      ...{ lead: { ...newPerson(), pet: 'cat\ud83d' }, note: '\udc00n' },
      tracking: { ip_address: '203.0.113.7', subid: 'a\ud83d' },
    });
    expect(body.code).to.equal('ACCEPTED');
    const { body: sent } = world.buyer.received.at(-1)!;
    const { lead, tracking } = sent as { lead: object; tracking: object };
    expect([lead, tracking]).to.deep.include.members([{ ip_address: '203.0.113.7', subid: 'a' }]);
    expect(JSON.stringify(sent)).to.not.match(/\\ud83d|\\udc00/);
    expect((body['normalized'] as { field: string }[]).map(({ field }) => field)).to.have.members([
      ...['lead.pet', 'tracking.subid', 'note'],
    ]);
  });

  for (const [offer, answer] of [
    ['nursing', '{"result":"rejected","result":"accepted"}'],
    ['mapped', '{"verdict":"no","verdict":"yes","id":"7"}'],
    ['mapped', '{"verdict":"yes","id":"7","id":"8"}'],
  ] as const)
    it(`a buyer that says two things decides nothing: ${answer}`, async () => {
      world.buyer.answers(answer);
      const { body } = await world.direct('edu', offer);
      expect([body.code, body['payout']]).to.deep.equal(['PENDING', 0]);
      const stored = await world.api.platform.leads.read(body.svc_lead_id);
      expect(stored?.attempts[0]?.outcome).to.equal('unknown');
      expect(stored?.attempts[0]?.detail).to.contain('is there twice');
    });

  it('half a character in the words of a buyer is replaced and noted', async () => {
    world.buyer.answers('{"verdict":"no","why":"Wrong campus \\ud83d now"}');
    const { body } = await world.direct('edu', 'mapped');
    expect(body.code).to.equal('BUYER_REJECTED');
    expect(JSON.stringify(body)).to.not.contain('\\ud83d');
    const stored = await world.api.platform.leads.read(body.svc_lead_id);
    expect(stored?.attempts[0]?.detail).to.equal('rule 2: rejected; broken characters of it became U+FFFD');
  });
});

const newId = 'e0000000-0000-4000-8000-000000000009';
