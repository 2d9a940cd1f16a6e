import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from 'node:zlib';
import { expect } from 'chai';
import { directBody, PATHS, searchBody, type Answered } from '../support/api.js';
import { ofLength } from '../support/bodies.js';
import { expectQuiet, expectRefusal, MARKER, startHeardApi, type HeardApi } from '../support/heard-api.js';
import { rawCall } from '../support/raw-call.js';

type Expected = readonly [http: number, code: string];
const OK: Expected = [200, 'OK'];
const MALFORMED: Expected = [400, 'MALFORMED_REQUEST'];
const MISSING: Expected = [400, 'REQUIRED_FIELD_MISSING'];
const TOO_LARGE: Expected = [413, 'MALFORMED_REQUEST'];

const json = (over: object = {}): string => JSON.stringify(searchBody({ marker: MARKER, ...over }));
const nested = (levels: number): unknown => (levels === 0 ? MARKER : { in: nested(levels - 1) });
const list = (levels: number): unknown => (levels === 0 ? MARKER : [list(levels - 1)]);
const keys = (count: number): object =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [`k${index}`, 1]));
/** Keys of a search besides those that a case adds. */
const OWN_KEYS = 15;

const TYPES: readonly (readonly [type: string | null, expected: Expected])[] = [
  ['application/json', OK],
  ['Application/JSON', OK],
  ['application/json;charset=utf-8', OK],
  ['application/json; charset="UTF-8"', OK],
  ['application/json; charset=utf8', OK],
  ['application/json; charset=latin1', MALFORMED],
  ['application/json; charset=utf-16', MALFORMED],
  ['application/json; charset=us-ascii', MALFORMED],
  ['application/json; charset=', OK],
  ['application/json; version=2', OK],
  ['application/vnd.api+json', MALFORMED],
  ['text/json', MALFORMED],
  ['text/plain', MALFORMED],
  ['application/xml', MALFORMED],
  ['application/x-www-form-urlencoded', MALFORMED],
  ['multipart/form-data; boundary=x', MALFORMED],
  ['application/octet-stream', MALFORMED],
  ['*/*', MALFORMED],
  ['json', MALFORMED],
  ['application/json, text/plain', MALFORMED],
  ['', MALFORMED],
  [null, MALFORMED],
];

const bomb = (bytes: number): Buffer => gzipSync(Buffer.alloc(bytes, 0x20));
const ENCODINGS: readonly (readonly [
  what: string,
  encoding: string,
  body: string | Buffer,
  expected: Expected,
])[] = [
  ['gzip', 'gzip', gzipSync(json()), OK],
  ['gzip in capitals', 'GZIP', gzipSync(json()), OK],
  ['deflate', 'deflate', deflateSync(json()), OK],
  ['br', 'br', brotliCompressSync(json()), OK],
  ['identity', 'identity', json(), OK],
  ['gzip that is none', 'gzip', json(), MALFORMED],
  ['gzip that is cut off', 'gzip', gzipSync(json()).subarray(0, 60), MALFORMED],
  ['gzip of nothing', 'gzip', gzipSync(''), MALFORMED],
  ['no byte, called gzip', 'gzip', Buffer.alloc(0), MALFORMED],
  ['gzip with garbage behind', 'gzip', Buffer.concat([gzipSync(json()), Buffer.from(MARKER)]), MALFORMED],
  ['gzip called deflate', 'deflate', gzipSync(json()), MALFORMED],
  ['deflate without its header', 'deflate', deflateRawSync(json()), MALFORMED],
  ['br that is none', 'br', json(), MALFORMED],
  ['gzip that nobody told of', 'identity', gzipSync(json()), MALFORMED],
  ['compress', 'compress', json(), MALFORMED],
  ['lzw', 'lzw', json(), MALFORMED],
  ['two encodings', 'gzip, gzip', gzipSync(gzipSync(json())), MALFORMED],
  ['64 KiB inflated', 'gzip', gzipSync(ofLength(65_536)), OK],
  ['64 KiB and a byte inflated, gzip', 'gzip', gzipSync(ofLength(65_537)), TOO_LARGE],
  ['64 KiB and a byte inflated, deflate', 'deflate', deflateSync(ofLength(65_537)), TOO_LARGE],
  ['64 KiB and a byte inflated, br', 'br', brotliCompressSync(ofLength(65_537)), TOO_LARGE],
  ['a bomb of 60 KiB that is 60 MiB', 'gzip', bomb(60 * 1_048_576), TOO_LARGE],
];

const FORMS: readonly (readonly [what: string, body: string | Buffer, expected: Expected])[] = [
  ['empty', '', MALFORMED],
  ['blank', '  \r\n ', MALFORMED],
  ['an array', `[${json()}]`, MALFORMED],
  ['an empty array', '[]', MALFORMED],
  ['a string', JSON.stringify(json()), MALFORMED],
  ['a number', '7', MALFORMED],
  ['true', 'true', MALFORMED],
  ['null', 'null', MALFORMED],
  ['an empty object', '{}', MISSING],
  ['cut off', json().slice(0, -1), MALFORMED],
  ['with something behind', `${json()}x`, MALFORMED],
  ['two objects', `${json()}${json()}`, MALFORMED],
  ['a comma too many', json().replace(/\}$/, ',}'), MALFORMED],
  ['single quotes', `{'a':'${MARKER}'}`, MALFORMED],
  ['a key without quotes', `{a:"${MARKER}"}`, MALFORMED],
  ['comments', `/* ${MARKER} */ {}`, MALFORMED],
  ['a line break in a text', `{"a":"${MARKER}\n"}`, MALFORMED],
  ['a text of form fields', `a=${MARKER}&b=2`, MALFORMED],
  ['with blanks around', ` \n${json()}\t`, OK],
  ['with a byte order mark', Buffer.from(`\ufeff${json()}`), OK],
  ['UTF-16', Buffer.from(json(), 'utf16le'), MALFORMED],
  [
    'no UTF-8',
    Buffer.concat([Buffer.from('{"a":"'), Buffer.from([0xff, 0xfe]), Buffer.from('"}')]),
    MALFORMED,
  ],
  ['Latin-1', Buffer.from(json({ name: 'Zoë' }), 'latin1'), MALFORMED],
  ['an overlong form of a quote', Buffer.from([0x7b, 0xc0, 0xa2, 0x7d]), MALFORMED],
  ['64 KiB', ofLength(65_536), OK],
  ['64 KiB and a byte', ofLength(65_537), TOO_LARGE],
  ['64 KiB of characters of three bytes', JSON.stringify({ a: '€'.repeat(22_000) }), TOO_LARGE],
  ['5 MiB', ofLength(5 * 1_048_576), TOO_LARGE],
  ['too large and no JSON', MARKER.repeat(10_000), TOO_LARGE],
  ['8 levels', json({ deep: nested(7) }), OK],
  ['9 levels', json({ deep: nested(8) }), MALFORMED],
  ['8 levels of lists', json({ deep: list(7) }), OK],
  ['9 levels of lists', json({ deep: list(8) }), MALFORMED],
  ['9 levels in lead', json({ lead: { deep: nested(7) } }), MALFORMED],
  ['thousands of levels', `{"a":${'['.repeat(30_000)}${']'.repeat(30_000)}}`, MALFORMED],
  ['thousands of levels, not closed', `{"a":${'{"a":'.repeat(10_000)}`, MALFORMED],
  ['500 keys', json({ wide: keys(500 - OWN_KEYS) }), OK],
  ['501 keys', json({ wide: keys(501 - OWN_KEYS) }), MALFORMED],
  ['501 keys in a list', json({ wide: keys(501 - OWN_KEYS - 10), more: [keys(5), keys(4)] }), MALFORMED],
  ['ten thousand items of a list', json({ wide: Array(10_000).fill(1) }), OK],
];

describe('contract: bodies, their form', () => {
  let one: HeardApi;
  before(async () => {
    one = await startHeardApi();
  });
  after(() => one.close());
  afterEach(() => {
    expectQuiet(one);
  });

  const expectAnswer = (
    answer: Pick<Answered, 'status' | 'headers' | 'body'>,
    [http, code]: Expected,
  ): void => {
    expect([answer.status, answer.body.code]).to.deep.equal([http, code]);
    if (http !== 200) expectRefusal(answer);
  };

  it('the cases count as many keys as they believe', () => {
    const count = (value: unknown): number =>
      typeof value === 'object' && value !== null
        ? Object.values(value).reduce((sum: number, each) => sum + 1 + count(each), 0)
        : 0;
    expect(count(JSON.parse(json({ wide: {} })))).to.equal(OWN_KEYS);
  });

  for (const [type, expected] of TYPES)
    it(`Content-Type ${type ?? 'not sent'} → ${expected.join(' ')}`, async () => {
      const body = json();
      const lines = [
        `POST ${PATHS.search} HTTP/1.1`,
        `X-API-Key: ${one.api.key}`,
        `Content-Length: ${Buffer.byteLength(body)}`,
      ];
      if (type !== null) lines.push(`Content-Type: ${type}`);
      expectAnswer(await rawCall(one.url, lines, body), expected);
    });

  for (const [what, encoding, body, expected] of ENCODINGS)
    it(`Content-Encoding: ${what} → ${expected.join(' ')}`, async () => {
      const headers = { 'Content-Encoding': encoding };
      expectAnswer(await one.call('post', PATHS.search, { body, headers }), expected);
    });

  for (const [what, body, expected] of FORMS)
    it(`${what} → ${expected.join(' ')}`, async () => {
      expectAnswer(await one.call('post', PATHS.search, { body }), expected);
    });

  for (const [what, path, most, body] of [
    ['submit', PATHS.leads, 65_536, directBody({ filler: '' })],
    ['dupe-check', PATHS.dupeCheck, 16_384, { email: 'nobody@example.com', filler: '' }],
  ] as const)
    it(`${what}: ${most} bytes pass, one more is 413, also inflated and in chunks`, async () => {
      const call = (text: string | Buffer, headers = {}) => one.call('post', path, { body: text, headers });
      expect((await call(ofLength(most, body))).status).to.be.oneOf([200, 202]);
      expectAnswer(await call(ofLength(most + 1, body)), TOO_LARGE);
      const gzip = { 'Content-Encoding': 'gzip' };
      expectAnswer(await call(gzipSync(ofLength(most + 1, body)), gzip), TOO_LARGE);
      const text = ofLength(most + 1, body);
      const chunked = await rawCall(
        one.url,
        [
          `POST ${path} HTTP/1.1`,
          `X-API-Key: ${one.api.key}`,
          'Content-Type: application/json',
          'Transfer-Encoding: chunked',
        ],
        `${text.length.toString(16)}\r\n${text}\r\n0\r\n\r\n`,
      );
      expectAnswer(chunked, TOO_LARGE);
    });

  it('in chunks, without a length', async () => {
    const text = json();
    const half = Math.floor(text.length / 2);
    const chunk = (part: string): string => `${part.length.toString(16)}\r\n${part}\r\n`;
    const answer = await rawCall(
      one.url,
      [
        `POST ${PATHS.search} HTTP/1.1`,
        `X-API-Key: ${one.api.key}`,
        'Content-Type: application/json',
        'Transfer-Encoding: chunked',
      ],
      `${chunk(text.slice(0, half))}${chunk(text.slice(half))}0\r\n\r\n`,
    );
    expectAnswer(answer, OK);
  });

  it('a body where none belongs is not looked at', async () => {
    const path = `${PATHS.results}/00000000-0000-4000-8000-00000000ffff`;
    const answer = await rawCall(
      one.url,
      [`GET ${path} HTTP/1.1`, `X-API-Key: ${one.api.key}`, `Content-Length: ${MARKER.length}`],
      MARKER,
    );
    expectAnswer(answer, [404, 'NOT_FOUND']);
  });
});
