import { expect } from 'chai';
import type { NewExchange } from '../../../src/app/ports/exchange-store.js';
import { aboutLead } from '../../../src/core/exchanges/about.js';
import { MAX_BODY, type Exchange } from '../../../src/core/exchanges/exchange.js';
import { maskExchange } from '../../../src/core/masking/mask-exchange.js';
import type { Delivery } from '../../../src/core/catalogue/types.js';
import { createEvaluatorPool } from '../../../src/platform/mapping/evaluator-pool.js';
import { noteCall } from '../../../src/platform/outbound/note-exchange.js';
import { destinationsWith, LEAD, offerAt, PATIENT_MS, SEND_BY, SHORT_MS } from './fixtures.js';
import { httpAnswer, onceRead, rawServer } from './raw-server.js';
import { replyServer, type ReplyServer } from './reply-server.js';

const ID = '7c0ffee0-0000-4000-8000-000000000001';
const TOKEN = 'tok"en/of+31 characters, at all';
const ABOUT = aboutLead('delivery', { id: ID, submission: 2 }, 3);
const ENV = { LEADKEEP_SECRET_TOKEN: TOKEN };

describe('the evidence of a call', () => {
  const noted: NewExchange[] = [];
  const evaluator = createEvaluatorPool({ limitMs: PATIENT_MS, patientMs: PATIENT_MS });
  const destinations = destinationsWith({
    env: ENV,
    evaluator,
    recorder: { note: (one) => noted.push(one) },
  });
  let server: ReplyServer;
  before(async () => {
    server = await replyServer();
  });
  beforeEach(() => {
    noted.length = 0;
  });
  after(async () => {
    await server.close();
    await destinations.close();
  });
  const last = (): Exchange => {
    expect(noted).to.have.lengthOf(1);
    return noted[0]!.make();
  };
  const deliver = (url: string, delivery: Partial<Delivery> = {}, lead = LEAD) =>
    destinations.deliver(offerAt(url, delivery), lead, 'lead-1', SEND_BY, ABOUT);

  it('is what was sent and what was heard, with the place of the attempt', async () => {
    server.reply = { headers: { 'content-type': 'application/json' }, body: '{"result":"accepted"}' };
    await deliver(server.url);
    const exchange = last();
    expect(exchange).to.include({
      kind: 'delivery',
      of: 'lead',
      record_id: ID,
      submission_or_run: 2,
      number: 3,
    });
    expect(exchange).to.include({ destination: LEAD.offer.id, outcome: 'answered', status: 200 });
    expect(exchange.request).to.include({ method: 'POST' });
    expect(exchange.request.headers).to.include({ 'idempotency-key': 'lead-1' });
    expect(exchange.request.body?.text).to.equal(server.received.at(-1)?.body);
    expect(exchange.answer?.body).to.deep.equal({ text: '{"result":"accepted"}' });
    expect(noted[0]!.make()).to.deep.equal(exchange);
  });

  it('is all that came of an answer that is not HTTP, without cookies and secrets', async () => {
    const sent = `HTTP/1.1 200 OK\nSet-Cookie: sid=1\nX-Key : 2\n\n{"result":"accepted","was":"${TOKEN.slice(0, 3)}"}`;
    const raw = await rawServer(onceRead((socket) => socket.end(sent)));
    try {
      expect(await deliver(raw.url))
        .to.deep.include({ kind: 'unknown' })
        .and.to.not.have.property('unreadable');
      const { outcome, status, detail, answer } = last();
      expect([outcome, status, answer?.status, answer?.headers]).to.deep.equal([
        ...['unknown', undefined, undefined, {}],
      ]);
      expect(detail).to.match(/HPE_CR_EXPECTED/);
      expect(answer?.body.text.split('\n').slice(0, 3)).to.deep.equal([
        ...['HTTP/1.1 200 OK', 'Set-Cookie: •••', 'X-Key: •••'],
      ]);
      expect(answer?.body.text).to.contain('{"result":"accepted"');
      expect(maskExchange(last(), undefined).answer?.body.text).to.equal('•••');
    } finally {
      await raw.close();
    }
  });

  it('holds no secret, wherever it stands', async () => {
    const encoded = [
      TOKEN,
      JSON.stringify(TOKEN),
      encodeURIComponent(TOKEN),
      Buffer.from(TOKEN).toString('base64'),
    ];
    server.reply = {
      status: 401,
      headers: { 'set-cookie': 'sid=a-session-of-theirs', location: 'https://ada:their-word@x.example/' },
      body: `no such key: ${encoded.join(' or ')}, callback-token-1`,
    };
    const url = server.url.replace('//', '//leadkeep:user-info-1@');
    await deliver(
      `${url}?api_key=query-key-1&campaign=7`,
      {
        headers: { authorization: 'Bearer ${secret:TOKEN}', 'x-token': 'literal-token-1', 'x-campaign': '7' },
        body: '{ "api_key": "body-key-1", "auth": { "password": "body-word-1" }, "leadid_token": "theirs", "back": callback_url }',
      },
      { ...LEAD, callback_url: 'https://leads.example/api/v1/callbacks/callback-token-1' },
    );
    const text = JSON.stringify(last());
    for (const secret of [
      ...[...encoded, 'user-info-1', 'query-key-1', 'literal-token-1', 'body-key-1', 'body-word-1'],
      ...['callback-token-1', 'a-session-of-theirs', 'their-word'],
    ])
      expect(text, secret).to.not.contain(JSON.stringify(secret).slice(1, -1));
    for (const kept of [
      '${secret:TOKEN}',
      'campaign=7',
      'leadid_token',
      'theirs',
      'callbacks/',
      'no such key',
    ])
      expect(text, kept).to.contain(kept);
  });

  it('holds no credential of a form or of XML', async () => {
    const bodies = {
      form: '{ "key": "form-key-1", "auth": { "password": "form-key-1" }, "zip": "94105" }',
      xml: '{ "lead": { "apiKey": "xml-key-1", "wsse:Password": "xml-key-1", "@a:token": "xml-key-1", "zip": "94105" } }',
    } as const;
    for (const [encoding, body] of Object.entries(bodies)) {
      noted.length = 0;
      await deliver(server.url, { encoding: encoding as 'form' | 'xml', body });
      const { text = '' } = last().request.body ?? {};
      expect(server.received.at(-1)?.body).to.contain(`${encoding}-key-1`);
      expect(text).to.contain('94105').and.not.contain('key-1');
    }
  });

  /** What is kept of a call with this body to this address. */
  const kept = (body: string, url = 'https://buyer.example/leads'): Exchange => {
    noteCall(
      { note: (one) => noted.push(one) },
      {
        ...{ about: ABOUT, destination: 'o1', at: new Date(0), took_ms: 1, secrets: [] },
        request: { method: 'POST', url, headers: {}, body },
        outcome: { kind: 'never_sent', detail: 'refused' },
      },
    );
    return last();
  };

  /** A body with credentials and its text as it is kept. */
  const BODIES: readonly (readonly [body: string, text: string])[] = [
    ['{"a":1,"api_key":"x\\"y","b":2}', '{"a":1,"api_key":"•••","b":2}'],
    ['{"token":1.5e+21,"b":["c",":",","]}', '{"token":"•••","b":["c",":",","]}'],
    [
      '{"auth.key":"x","wsse:Password":"y","@Password":"z"}',
      '{"auth.key":"•••","wsse:Password":"•••","@Password":"•••"}',
    ],
    ['<apiKey>x</apiKey>', '<apiKey>•••</apiKey>'],
    ['<wsse:Password Type="text">x>y</wsse:Password>', '<wsse:Password Type="text">•••</wsse:Password>'],
    ['<a wsse:Password="x>y" key = \'z"\' b="c"/>', '<a wsse:Password="•••" key = \'•••\' b="c"/>'],
    [
      '<a><Password>\n<![CDATA[x<y]]><![CDATA[>z]]></Password><b><![CDATA[c]]></b></a>',
      '<a><Password>\n<![CDATA[•••]]><![CDATA[•••]]></Password><b><![CDATA[c]]></b></a>',
    ],
    ['<a><![CDATA[<b><token>x</token></b>]]></a>', '<a><![CDATA[<b><token>•••</token></b>]]></a>'],
    ['key=x&zip=94105', 'key=•••&zip=94105'],
    [
      'auth%5Bpassword%5D=x&login[api_key][0]=y&a%5Bb%5D=c',
      'auth%5Bpassword%5D=•••&login[api_key][0]=•••&a%5Bb%5D=c',
    ],
  ];
  for (const [body, text] of BODIES)
    it(`keeps ${JSON.stringify(body)} without its credentials, and all else of it`, () => {
      expect(kept(body).request.body).to.deep.equal({ text });
    });

  it('keeps an address without its credentials, and all else of it', () => {
    const url = 'https://buyer.example/leads?auth[password]=x&a%5Btoken%5D=y&api_key=z&campaign=7';
    expect(kept('', url).request.url).to.equal(
      'https://buyer.example/leads?auth[password]=•••&a%5Btoken%5D=•••&api_key=•••&campaign=7',
    );
  });

  it('shows the names of its members also without what they hold', () => {
    const masked = maskExchange(kept('{"zip":"94105","api_key":"xyz"}'), { personal: {} });
    expect(JSON.parse(masked.request.body!.text)).to.deep.equal({ zip: '•••', api_key: '•••' });
  });

  it('is cut at a stated size, with a mark, also of an answer of 50 MB', async () => {
    const long = await rawServer(
      onceRead((socket) => {
        socket.write('HTTP/1.1 200 OK\r\ncontent-length: 52428800\r\n\r\n');
        const part = 'x'.repeat(65_536);
        const write = (): void => {
          while (!socket.destroyed && socket.write(part));
          if (!socket.destroyed) socket.once('drain', write);
        };
        write();
      }),
    );
    const delivered = await deliver(long.url);
    await long.close();
    expect(delivered).to.deep.equal({ kind: 'unknown', detail: 'answer: over 256 KiB', status: 200 });
    const { answer, outcome, detail } = last();
    expect({ outcome, detail }).to.deep.equal({ outcome: 'unknown', detail: 'answer: over 256 KiB' });
    expect(answer?.body.text).to.equal('x'.repeat(MAX_BODY));
    expect(answer?.body.cut_of).to.be.above(256 * 1024);
  });

  it('of an unknown outcome is what was heard of it', async () => {
    const hangsUp = await rawServer(
      onceRead((socket) =>
        socket.end(httpAnswer('200 OK', '{"result":"acc', 'x-a: b\r\n').replace(/length: \d+/, 'length: 99')),
      ),
    );
    expect(await deliver(hangsUp.url)).to.include({ kind: 'unknown', status: 200 });
    await hangsUp.close();
    expect(last().answer).to.deep.include({ status: 200, body: { text: '{"result":"acc' } });
  });

  it('of a silent buyer has no answer; of a request that never left it says why', async () => {
    const silent = await rawServer(() => undefined);
    await deliver(silent.url, { timeout_ms: SHORT_MS });
    await silent.close();
    expect(last())
      .to.include({ outcome: 'unknown', detail: 'answer: timed out' })
      .and.not.have.property('answer');
    noted.length = 0;
    await deliver(silent.url);
    expect(last()).to.include({ outcome: 'never_sent' }).and.not.have.property('answer');
  });
});
