import { connect, type AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import { expect } from 'chai';
import { openApi } from '../../src/api/open-api.js';
import { createHttpServer } from '../../src/api/http/http-server.js';
import { faultsOf, validatorAt } from '../support/api-document.js';
import { PATHS, searchBody, startApi, type TestApi } from '../support/api.js';

/** A search whose JSON has exactly so many bytes. */
const ofLength = (length: number, body = searchBody({ filler: '' })): string => {
  const empty = JSON.stringify({ ...body, filler: '' });
  return JSON.stringify({ ...body, filler: 'x'.repeat(length - Buffer.byteLength(empty)) });
};

const nested = (levels: number): object => (levels === 1 ? {} : { in: nested(levels - 1) });
const keys = (count: number): object =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [`k${index}`, 1]));

interface Case {
  readonly what: string;
  readonly body: string | Buffer;
  readonly headers?: Record<string, string>;
  readonly answer: readonly [http: number, code: string, field?: string];
}

const json = (over: object): string => JSON.stringify(searchBody(over));
const raw = (text: string): string => json({}).replace(/\}$/, `,${text}}`);
const OK = [200, 'OK'] as const;
const MALFORMED = [400, 'MALFORMED_REQUEST'] as const;
const MISSING = [400, 'REQUIRED_FIELD_MISSING', 'svc_campaign_id'] as const;

const CASES: readonly Case[] = [
  {
    what: 'UTF-8 charset',
    body: json({}),
    headers: { 'Content-Type': 'application/json; charset="UTF-8"' },
    answer: OK,
  },
  {
    what: 'another charset',
    body: json({}),
    headers: { 'Content-Type': 'application/json; charset=latin1' },
    answer: MALFORMED,
  },
  {
    what: 'another content type',
    body: json({}),
    headers: { 'Content-Type': 'application/xml' },
    answer: MALFORMED,
  },
  {
    what: 'no sense in the content type',
    body: json({}),
    headers: { 'Content-Type': 'json' },
    answer: MALFORMED,
  },
  { what: 'gzip', body: gzipSync(json({})), headers: { 'Content-Encoding': 'gzip' }, answer: OK },
  { what: 'gzip that is none', body: json({}), headers: { 'Content-Encoding': 'gzip' }, answer: MALFORMED },
  { what: 'an unknown encoding', body: json({}), headers: { 'Content-Encoding': 'lzw' }, answer: MALFORMED },
  { what: 'empty', body: '', answer: MALFORMED },
  { what: 'blank', body: '  ', answer: MALFORMED },
  { what: 'an empty object', body: '{}', answer: MISSING },
  { what: 'broken JSON', body: '{"lead":', answer: MALFORMED },
  { what: 'broken UTF-8', body: Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d]), answer: MALFORMED },
  { what: 'an array', body: '[]', answer: MALFORMED },
  { what: 'a string', body: '"a"', answer: MALFORMED },
  { what: 'null', body: 'null', answer: MALFORMED },
  { what: '64 KiB', body: ofLength(65_536), answer: OK },
  { what: '64 KiB and a byte', body: ofLength(65_537), answer: [413, 'MALFORMED_REQUEST'] },
  {
    what: '64 KiB and a byte when inflated',
    body: gzipSync(ofLength(65_537)),
    headers: { 'Content-Encoding': 'gzip' },
    answer: [413, 'MALFORMED_REQUEST'],
  },
  { what: '8 levels', body: json({ deep: nested(7) }), answer: OK },
  { what: '9 levels', body: json({ deep: nested(8) }), answer: MALFORMED },
  { what: 'very deep', body: `{"deep":${'['.repeat(30_000)}${']'.repeat(30_000)}}`, answer: MALFORMED },
  { what: '500 keys', body: json({ wide: keys(500 - 14) }), answer: OK },
  { what: '501 keys', body: json({ wide: keys(501 - 14) }), answer: MALFORMED },
  { what: 'a key with $ at the top', body: raw('"$where":1'), answer: [400, 'INVALID_FIELD'] },
  { what: 'a key with a dot', body: raw('"a":{"b.c":1}'), answer: [400, 'INVALID_FIELD', 'a'] },
  { what: 'a key with NUL', body: raw('"a":{"b":{"c\\u0000":1}}'), answer: [400, 'INVALID_FIELD', 'a.b'] },
  { what: '__proto__', body: raw('"__proto__":{"lead":1}'), answer: [400, 'INVALID_FIELD'] },
  { what: 'constructor', body: raw('"a":{"constructor":1}'), answer: [400, 'INVALID_FIELD', 'a'] },
  { what: 'a text with NUL', body: raw('"a":"b\\u0000"'), answer: [400, 'INVALID_FIELD', 'a'] },
  { what: 'a lone surrogate', body: raw('"a":"\\ud800"'), answer: OK },
  { what: 'an empty key', body: raw('"":"a"'), answer: OK },
  { what: 'a number beyond all', body: raw('"a":1e999'), answer: OK },
];

describe('api: bodies', () => {
  let api: TestApi;
  before(async () => {
    api = await startApi({ searchWaitMs: 0 });
  });
  after(() => api.close());

  for (const { what, body, headers, answer } of CASES)
    it(`${what} → ${answer.join(' ')}`, async () => {
      const answered = await api.post(PATHS.search, body, headers ? { headers } : {});
      const [http, code, field] = answer;
      expect([answered.status, answered.body.code, answered.body.field]).to.deep.equal([http, code, field]);
    });

  it('limits a duplicate pre-check to 16 KiB', async () => {
    const body = { email: 'a@example.com', filler: '' };
    const call = (length: number) => api.post(PATHS.dupeCheck, ofLength(length, body));
    expect((await call(16_384)).status).to.equal(200);
    expect((await call(16_385)).status).to.equal(413);
  });

  const RAW: readonly (readonly [what: string, request: string, http: number])[] = [
    ['broken syntax', 'NONSENSE\r\n\r\n', 400],
    ['headers too large', `GET / HTTP/1.1\r\nHost: a\r\nX: ${'x'.repeat(20_000)}\r\n\r\n`, 431],
    ['no Host', 'GET /nothing HTTP/1.1\r\nConnection: close\r\n\r\n', 404],
    ['an unknown Expect', 'GET /nothing HTTP/1.1\r\nHost: a\r\nExpect: x\r\nConnection: close\r\n\r\n', 404],
  ];
  for (const [what, request, http] of RAW)
    it(`answers ${what} with the envelope`, async () => {
      const answer = await sendRaw(api.url, request);
      expect(answer).to.match(new RegExp(`^HTTP/1.1 ${http} `));
      const body = JSON.parse(answer.slice(answer.indexOf('\r\n\r\n'))) as Record<string, unknown>;
      expect(body).to.include({ status: 'invalid', success: false });
      expect(answer).to.contain(`X-Request-Id: ${String(body['request_id'])}`);
      expect(errorFaults(http, body)).to.deep.equal([]);
    });

  it('answers a sender that is too slow with the envelope', async () => {
    const times = { headersTimeout: 200, requestTimeout: 200, connectionsCheckingInterval: 50 };
    const app = openApi(api.platform, 'web-slow');
    const server = createHttpServer(app.app, times).listen(0);
    await app.ready;
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const head = `POST ${PATHS.search} HTTP/1.1\r\nHost: a\r\nX-API-Key: ${api.key}\r\nContent-Length: 9\r\n\r\n{`;
    const answer = await sendRaw(url, head);
    expect(answer).to.match(/^HTTP\/1.1 408 [^]*"code":"MALFORMED_REQUEST"/);
    server.close();
    await app.close();
  });
});

/** What Node's parser refuses has no operation; its answer is the one of any. */
const errorFaults = (http: number, body: unknown): string[] =>
  http === 404
    ? []
    : faultsOf(
        validatorAt(
          ...[
            'paths',
            PATHS.leads,
            'post',
            'responses',
            String(http),
            'content',
            'application/json',
            'schema',
          ],
        ),
        body,
      );

const sendRaw = (url: string, request: string): Promise<string> =>
  new Promise((resolve, reject) => {
    let answer = '';
    const socket = connect(Number(new URL(url).port), '127.0.0.1', () => socket.write(request));
    socket.on('data', (chunk: Buffer) => (answer += chunk.toString()));
    socket.on('error', reject);
    socket.on('close', () => {
      resolve(answer);
    });
  });
