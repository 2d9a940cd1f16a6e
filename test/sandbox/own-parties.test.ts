import { createServer } from 'node:http';
import { expect } from 'chai';
import { parseFile } from '../../sandbox/file/parse-file.js';
import { signatureFault } from '../../src/platform/secrets/signature.js';
import { until } from '../support/until.js';
import { openServer } from '../support/open-server.js';
import { openSandbox, type OpenSandbox } from './open-sandbox.js';

const FILE = `
version: 1
parties:
  - handle: xml
    reads: { last_name: Doc.Lead.@last, person: Doc.Lead.Mail }
    duplicates: true
    rules:
      - { header: x-token, missing: true, do: no_token }
      - { field: Doc.Lead.Zip, one_of: [60601, '60602'], do: Reject }
      - { field: Doc.Lead.Mail, matches: '@blocked[.]', do: blocked }
    answers:
      accepted: { type: xml, headers: { X-Ref: '{{reference}}' }, body: '<A m="{{received.Doc.Lead.Mail}}">{{result}}</A>' }
      duplicate: { type: text, body: DUP }
      rejected: { status: 422, type: form, body: { why: '{{reason}}', key: '{{key}}' } }
      no_token: { status: 401 }
      blocked: { type: text, body: gone, takes: true }
  - { handle: form, reads: { last_name: inner.Lead.Last }, otherwise: Undecided }
  - { handle: bursting, bursts: { every: 1m, for: 5s, do: Busy } }
  - handle: caller
    names: false
    otherwise: CallbackTwice
    reads: { callback_url: tell }
    callback: { after: 10ms, tries: 2, secret: shared, answers: { accepted: { body: { verdict: sold, id: '{{reference}}' } } } }
  - { handle: forger, otherwise: CallbackForged, reads: { callback_url: tell }, callback: { after: 10ms, tries: 1, secret: shared } }
`;

describe('parties of a file of its own', () => {
  let sandbox: OpenSandbox;
  before(async () => {
    const parsed = parseFile('own.yaml', FILE);
    if (!parsed.ok) throw new Error(parsed.faults.join('\n'));
    sandbox = await openSandbox(parsed.file);
  });
  after(() => sandbox.close());
  beforeEach(() => sandbox.call('DELETE', '/received'));

  const send = (handle: string, type: string, body: string, headers: Record<string, string> = {}) =>
    fetch(`${sandbox.url}/buyers/${handle}/leads`, {
      method: 'POST',
      headers: { 'content-type': type, ...headers },
      body,
    });
  const xml = (inner: string, key: string) =>
    send('xml', 'application/xml', `<n:Doc xmlns:n="urn:x">${inner}</n:Doc>`, {
      'x-token': 't',
      'idempotency-key': key,
    });

  it('are told by what they receive as XML, and answer in their own shape, escaped', async () => {
    const taken = await xml('<Lead last="Lee"><Mail>a&amp;"b@x.example</Mail></Lead>', 'k1');
    expect(taken.headers.get('x-ref')).to.equal('XML-1001');
    expect(await taken.text()).to.equal('<A m="a&amp;&quot;b@x.example">accepted</A>');
    expect(await (await xml('<Lead last="x"><Mail>A&amp;"b@x.example</Mail></Lead>', 'k2')).text()).to.equal(
      'DUP',
    );
    const refused = await xml('<Lead last="Lee"><Zip>60601</Zip></Lead>', 'k 3');
    expect([refused.status, await refused.text()]).to.deep.equal([
      422,
      'why=This+program+is+not+taking+students+from+that+area.&key=k+3',
    ]);
    expect(await (await xml('<Lead last="Lee"><Mail>a@blocked.example</Mail></Lead>', 'k4')).text()).to.equal(
      'gone',
    );
    expect((await send('xml', 'text/xml', '<Doc/>')).status).to.equal(401);
    const seen = (await sandbox.received()).map(({ answer, taken: has, status }) => [answer, has, status]);
    expect(seen).to.deep.equal([
      ['accepted', true, 200],
      ['duplicate', false, 200],
      ['rejected', false, 422],
      ['blocked', true, 200],
      ['no_token', false, 401],
    ]);
    expect((await send('xml', 'text/xml', '<Doc>')).status).to.equal(400);
  });

  it('look into XML that stands in a field of a form', async () => {
    const inner = new URLSearchParams({ inner: '<Lead><Last>Reject</Last></Lead>' }).toString();
    const type = 'application/x-www-form-urlencoded';
    expect(await (await send('form', type, inner)).json()).to.include({ result: 'rejected' });
    expect(await (await send('form', type, 'a=1')).json()).to.include({ result: 'pending' });
  });

  it('fail in bursts by the clock', async () => {
    expect((await send('bursting', 'application/json', '{}')).status).to.equal(503);
    sandbox.advance(5_000);
    expect((await send('bursting', 'application/json', '{}')).status).to.equal(200);
  });

  it('call back, signed as Leadkeep reads it; again after a 5xx; a forger is told from them', async () => {
    const heard: { header: string | undefined; body: string }[] = [];
    const server = await openServer(
      createServer((req, res) => {
        let body = '';
        req.on('data', (chunk: Buffer) => (body += chunk.toString()));
        req.on('end', () => {
          heard.push({ header: req.headers['leadkeep-signature'] as string | undefined, body });
          res.writeHead(heard.length === 1 ? 500 : 200).end();
        });
      }),
    );
    try {
      const now = new Date('2026-11-21T12:00:05Z');
      const faults = () =>
        heard.map(({ header, body }) =>
          signatureFault(header, { secret: 'shared', body: Buffer.from(body), now }),
        );
      await send('caller', 'application/json', JSON.stringify({ tell: server.url }));
      await until(() => heard.length === 3, 'three calls: one fails, two are the same decision');
      expect(faults()).to.deep.equal([undefined, undefined, undefined]);
      expect(JSON.parse(heard[2]!.body)).to.have.property('verdict', 'sold');
      await send('forger', 'application/json', JSON.stringify({ tell: server.url }));
      await until(() => heard.length === 4, 'the forger calls');
      expect(faults()[3]).to.equal('wrong');
      const calls = async () => (await sandbox.received()).filter(({ what }) => what === 'callback');
      await until(async () => (await calls()).length === 4, 'all are written down');
      expect((await calls()).map(({ status }) => status)).to.deep.equal([500, 200, 200, 200]);
    } finally {
      await server.close();
    }
  });

  describe('change while it runs', () => {
    const json = async (method: string, path: string, body?: object) => {
      const answer = await sandbox.call(method, path, body);
      return [
        answer.status,
        answer.status === 204 ? undefined : ((await answer.json()) as Record<string, unknown>),
      ] as const;
    };

    it('one by one, merged; a fault changes nothing', async () => {
      expect(
        (await json('PATCH', '/parties/form', { latency: '10ms', bursts: { every: '1h', for: '1s' } }))[0],
      ).to.equal(200);
      const [, changed] = await json('PATCH', '/parties/form', { bursts: null });
      expect(changed)
        .to.include({ latency: '10ms', otherwise: 'Undecided' })
        .and.to.not.have.property('bursts');
      const [status, faults] = await json('PATCH', '/parties/form', { otherwise: 'Never', latency: '1s' });
      expect([status, faults]).to.deep.equal([
        400,
        { faults: ['party form: otherwise "Never" is not a behavior, and "answers" does not define it'] },
      ]);
      expect((await json('GET', '/parties/form'))[1]).to.include({ latency: '10ms', otherwise: 'Undecided' });
      expect((await json('PATCH', '/parties/nobody', {}))[0]).to.equal(404);
    });

    it('somebody new, who goes again; all of them as one file', async () => {
      expect((await json('PUT', '/parties/oak', { kind: 'partner' }))[1]).to.include({
        handle: 'oak',
        kind: 'partner',
      });
      expect((await sandbox.search('oak', 'Madison')).status).to.equal(200);
      expect((await json('DELETE', '/parties/oak'))[0]).to.equal(204);
      expect((await sandbox.search('oak', 'Madison')).status).to.equal(404);
      const file = await (await sandbox.call('GET', '/parties.yaml')).text();
      const put = (body: string) =>
        fetch(`${sandbox.url}/parties`, { method: 'PUT', headers: { 'content-type': 'text/yaml' }, body });
      expect((await put(file)).status).to.equal(200);
      expect((await put('version: 2')).status).to.equal(400);
      expect(await (await sandbox.call('GET', '/parties.yaml')).text()).to.equal(file);
    });

    it('on pages, but not from the pages of others', async () => {
      const page = await (await fetch(`${sandbox.url}/edit/form`)).text();
      expect(page).to.contain('otherwise: Undecided');
      const post = (path: string, fields: Record<string, string>, origin = sandbox.url) =>
        fetch(sandbox.url + path, {
          method: 'POST',
          redirect: 'manual',
          headers: { origin },
          body: new URLSearchParams(fields),
        });
      expect((await post('/edit', { party: 'handle: form\nname: <Form>\n' })).status).to.equal(303);
      expect(await (await fetch(sandbox.url)).text()).to.contain('&lt;Form&gt;');
      const wrong = await post('/edit', { party: 'handle: form\nkind: <b>\n' });
      expect([wrong.status, await wrong.text()].join())
        .to.contain('400')
        .and.to.contain('kind must be one of');
      expect((await post('/edit/form/down', { down: 'true' })).status).to.equal(303);
      expect((await json('GET', '/parties/form'))[1]).to.include({ down: true });
      expect((await post('/edit/form/down', { down: 'false' }, 'http://evil.example')).status).to.equal(403);
    });
  });

  it('find what was received, as JSON lines too', async () => {
    for (const key of ['a', 'b']) await xml(`<Lead last="Lee"><Mail>${key}@f.example</Mail></Lead>`, key);
    await xml('<Lead last="Reject"/>', 'c');
    const found = async (query: string) => {
      const text = await (await sandbox.call('GET', `/received.jsonl?${query}`)).text();
      const lines = text.split('\n').slice(0, -1);
      return lines.map((line) => (JSON.parse(line) as { idempotency_key: string }).idempotency_key);
    };
    expect(await found('')).to.deep.equal(['a', 'b', 'c']);
    expect(await found('party=xml&what=lead&taken=true')).to.deep.equal(['a', 'b']);
    expect(await found('q=B@F.example')).to.deep.equal(['b']);
    expect(await found('limit=1')).to.deep.equal(['c']);
    expect(await found('status=422')).to.deep.equal(['c']);
    expect(await found('key=a')).to.deep.equal(['a']);
    expect(await found('party=form')).to.deep.equal([]);
  });
});
