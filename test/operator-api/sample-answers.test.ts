import { expect } from 'chai';
import { readFileSync } from 'node:fs';
import { startActingApi, type Acting, type ActingApi } from '../support/acting-api.js';

interface Template {
  readonly name: string;
  readonly title: string;
  readonly kind: string;
  readonly entry: { readonly delivery?: Group; readonly partner?: { search: Group; submit: Group } };
  readonly secrets: readonly string[];
}
type Group = Readonly<Record<string, unknown>>;

const JSON_TYPE = 'application/json';
const FORM = 'application/x-www-form-urlencoded';

/** The template, what is answered, its status, its content type or header, its body, and what is read. */
const READ: readonly (readonly [string, string, number, string | [string, string], string, object])[] = [
  [
    'json-nested',
    'delivery',
    201,
    JSON_TYPE,
    '{"data":{"id":"A-1"}}',
    { outcome: 'accepted', reference: 'A-1', decided_by: 1, price_cents: 4250, price_from: 'offer' },
  ],
  [
    'json-nested',
    'delivery',
    422,
    JSON_TYPE,
    '{"errors":[{"detail":"Too young"}]}',
    { outcome: 'rejected', reason: 'Too young', price_cents: null },
  ],
  [
    'form-post',
    'delivery',
    200,
    FORM,
    'result=OK&lead=B+17',
    { outcome: 'accepted', reference: 'B 17', read_as: 'a form' },
  ],
  [
    'xml',
    'delivery',
    200,
    'text/xml',
    '<Response><Status>REJ</Status><Message>No</Message></Response>',
    { outcome: 'rejected', reason: 'No', decided_by: 3 },
  ],
  [
    'xml-in-a-field',
    'delivery',
    200,
    'text/xml',
    '<string>&lt;Result code="0" id="D-4"/&gt;</string>',
    { outcome: 'accepted', reference: 'D-4' },
  ],
  ['flat-json', 'delivery', 200, JSON_TYPE, '{"status":"duplicate"}', { outcome: 'duplicate' }],
  ['no-content', 'delivery', 204, ['X-Lead', 'F-6'], '', { outcome: 'accepted', reference: 'F-6' }],
  [
    'plain-text',
    'delivery',
    200,
    'text/plain',
    'REJECTED|Outside of our area',
    { outcome: 'rejected', reason: 'Outside of our area' },
  ],
  [
    'asked-later',
    'delivery',
    200,
    JSON_TYPE,
    '{"state":"open","ticket":"H-8"}',
    { outcome: 'pending', reference: 'H-8' },
  ],
  [
    'asked-later',
    'follow_up',
    200,
    JSON_TYPE,
    '{"state":"enrolled","number":"H-9"}',
    { outcome: 'accepted', reference: 'H-9' },
  ],
  [
    'calls-back',
    'delivery',
    202,
    JSON_TYPE,
    '{"event":"received","case":"I-9"}',
    { outcome: 'pending', reference: 'I-9', decided_by: 4 },
  ],
  ['three-steps', 'delivery', 202, JSON_TYPE, '{"order":"J-10"}', { outcome: 'pending', reference: 'J-10' }],
  [
    'three-steps',
    'search',
    200,
    JSON_TYPE,
    '{"matches":[{"id":"Q-1","title":"Law","school":"S","courses":[{"code":"ba","label":"BA"}],"bid":"20.55"}]}',
    { outcome: null, results: [{ reference: 'Q-1', name: 'Law', programs: ['ba'], bid_cents: 2055 }] },
  ],
];

describe('operator API: sample answers on a draft', () => {
  let api: ActingApi;
  let ana: Acting;
  let draft: string;
  let filling: string;
  let templates: readonly Template[];
  before(async () => {
    api = await startActingApi();
    ana = await api.operator('ana', 'catalogue:read', 'catalogue:draft');
    filling = String((await ana.post('/drafts', { title: 'All ten' })).body['id']);
    draft = String((await ana.post('/drafts', { title: 'A new buyer' })).body['id']);
    templates = (await ana.get('/destination-templates')).body['templates'] as readonly Template[];
  });
  after(() => api.close());

  const tryIt = (body: object) =>
    ana.post(`/drafts/${draft}/sample-answer`, { offer: 'new-one', status: 200, ...body });

  /** As somebody fills the template in. */
  function filled(name: string): object {
    const { entry } = templates.find((one) => one.name === name)!;
    const at = (group: Group): Group => ({
      ...group,
      url: 'https://buyer.example/leads',
      ...(group['follow_up'] !== undefined && {
        follow_up: { ...(group['follow_up'] as Group), url: 'https://buyer.example/leads/${reference}' },
      }),
    });
    const { delivery, partner } = entry;
    if (delivery) return { price: 42.5, ...entry, delivery: at(delivery) };
    return { ...entry, partner: { ...partner, search: at(partner!.search), submit: at(partner!.submit) } };
  }

  it('offers the ten examples as templates, without the sandbox’s addresses, each valid once they are filled in', async () => {
    const text = readFileSync('examples/ten-destinations.yaml', 'utf8');
    expect(templates.map(({ title }) => title)).to.deep.equal(
      [...text.matchAll(/^ {2}# \d+\. (.*?)(?: \(.*\))?\./gm)].map(([, title]) => title),
    );
    expect(templates).to.have.length(10);
    expect(JSON.stringify(templates)).to.not.match(/127\.0\.0\.1|insecure_http|"url"/);
    const named = templates.filter(({ secrets }) => secrets.length > 0).map(({ name }) => name);
    expect(named).to.deep.equal(['json-nested', 'calls-back']);
    let revision = 1;
    for (const { name } of templates) {
      const entry = { ...filled(name), name, buyer: 'lakeshore', offer_type: 'shared' };
      const { body } = await ana.post(`/drafts/${filling}/entries`, {
        revision,
        kind: 'offer',
        handle: name,
        entry,
      });
      expect((body['check'] as { faults: object[] }).faults, name).to.deep.equal([]);
      revision += 1;
    }
  });

  it('reads one of each', () => {
    expect(new Set(READ.map(([name]) => name)).size).to.equal(10);
  });
  for (const [name, what, status, head, body, expected] of READ)
    it(`reads ${status} of ${name} (${what})`, async () => {
      const [header, value] = typeof head === 'string' ? ['Content-Type', head] : head;
      const headers = [{ name: header, value }];
      const answer = await tryIt({ entry: filled(name), what, status, headers, body });
      expect(answer.status, JSON.stringify(answer.body)).to.equal(200);
      expect(answer.body).to.deep.include({ faults: [], ...expected });
    });

  it('shows which rule holds, why one is no answer, and what the affiliate is told', async () => {
    const answers = [
      { when: 'body.n', outcome: 'rejected' },
      { when: 'body.n = 7', outcome: 'accepted', reference: 'body.all', price: 'body.pays' },
    ];
    const entry = { delivery: { url: 'https://buyer.example/leads', answers } };
    const { body } = await tryIt({ entry, body: '{"n":7,"all":{},"pays":12.5}' });
    expect(body['rules']).to.deep.equal([
      {
        rule: 1,
        when: 'body.n',
        outcome: 'rejected',
        holds: false,
        problem: 'does not return true or false',
      },
      { rule: 2, when: 'body.n = 7', outcome: 'accepted', holds: true, problem: null },
    ]);
    expect(body).to.deep.include({ outcome: 'accepted', price_cents: 1250, price_from: 'answer' });
    expect(body['detail']).to.include('reference does not return text');
    expect(body['affiliate']).to.include({ code: 'ACCEPTED' });
    const unread = (await tryIt({ entry, body: '{}' })).body;
    expect(unread).to.deep.include({ outcome: 'unknown', decided_by: null });
  });

  it('reads with what the draft says where nothing was typed, and stores nothing', async () => {
    const before = (await ana.get(`/drafts/${draft}`)).body;
    const { status, body } = await tryIt({
      offer: 'lakeshore-nursing',
      body: '{"result":"accepted","reference":"R-1-of-ann"}',
    });
    expect([status, body['outcome']], JSON.stringify(body)).to.deep.equal([200, 'accepted']);
    expect((await tryIt({ offer: 'nobody' })).status).to.equal(404);
    expect((await tryIt({ revision: 9, offer: 'lakeshore-nursing' })).status).to.equal(409);
    expect((await ana.get(`/drafts/${draft}`)).body).to.deep.equal(before);
    // An answer that somebody pastes may name a person, or hold a key.
    const kept = [api.heard.lines(), await api.connection.collection('audit_log').find({}).toArray()];
    expect(JSON.stringify(kept)).to.not.include('R-1-of-ann');
  });

  it('names what is wrong with the rules by their fields, and of the rest of the offer nothing', async () => {
    const delivery = { url: 'nowhere', body: '{', answers: [{ when: 'body.n = (', outcome: 'accepted' }] };
    const { body } = await tryIt({ entry: { name: '', buyer: 'nobody', delivery } });
    const fields = (body['faults'] as { field: string }[]).map(({ field }) => field);
    expect(fields).to.deep.equal(['delivery.answers[0].when']);
    expect(body['outcome']).to.equal(null);
    const asked = await tryIt({ what: 'search', entry: filled('form-post') });
    expect([asked.status, asked.body['field']]).to.deep.equal([400, 'what']);
  });

  it('reads with what is in no draft yet', async () => {
    const sample = { status: 201, body: '{"data":{"id":"A-1"}}' };
    const { body } = await ana.post('/sample-answer', { entry: filled('json-nested'), ...sample });
    expect(body).to.deep.include({ outcome: 'accepted', reference: 'A-1' });
  });
});
