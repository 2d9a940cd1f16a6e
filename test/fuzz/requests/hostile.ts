import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { PATHS } from '../../support/api.js';
import type { FuzzRequest } from './request.js';

type Headers = FuzzRequest['headers'];

const deep = (levels: number): string => `${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}`;
const wide = (keys: number): string =>
  JSON.stringify(Object.fromEntries(Array.from({ length: keys }, (_, k) => [`k${k}`, k])));

const TEXTS: readonly string[] = [
  '',
  ' ',
  '[]',
  'null',
  '"text"',
  '5',
  '{"lead":',
  '{"a":1,"a":2}',
  '{"__proto__":{"x":1}}',
  '{"a":"\\ud800"}',
  '{"a":1e999}',
  'NaN',
  '\ufeff{}',
  deep(9),
  deep(5_000),
  wide(600),
  JSON.stringify({ filler: 'x'.repeat(17_000) }),
  JSON.stringify({ filler: 'x'.repeat(70_000) }),
];

const BYTES: readonly Buffer[] = [
  Buffer.from([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x3a, 0x31, 0x7d]),
  gzipSync('{"svc_campaign_id":"x"}'),
  gzipSync('x'.repeat(1_000_000)),
  Buffer.alloc(200, 0),
];

export const HOSTILE_BODY: fc.Arbitrary<string | Buffer> = fc.oneof(
  fc.constantFrom(...TEXTS),
  fc.constantFrom(...BYTES),
  fc.uint8Array({ maxLength: 64 }).map((bytes) => Buffer.from(bytes)),
  fc.json({ maxDepth: 12 }),
);

export const HOSTILE_HEADERS: fc.Arbitrary<Headers> = fc.subarray<Headers[number]>(
  [
    ['Content-Type', 'text/plain'],
    ['Content-Type', 'application/json; charset=latin1'],
    ['Content-Type', 'application/json; charset="utf-8"; x'],
    ['Content-Encoding', 'gzip'],
    ['Content-Encoding', 'br'],
    ['Content-Encoding', 'lzw'],
    ['X-Request-Id', 'a b'],
    ['X-Request-Id', 'x'.repeat(300)],
    ['Idempotency-Key', 'x'.repeat(256)],
    ['Idempotency-Key', 'caf\u00e9'],
    ['Accept', 'text/html'],
    ['Accept-Encoding', 'gzip'],
    ['Expect', 'nothing'],
    ['If-None-Match', '*'],
    ['Range', 'bytes=0-1'],
    ['X-Forwarded-For', "'; drop table leads"],
    ['Cookie', 'a=b'],
    ['Origin', 'https://example.com'],
    ['X-HTTP-Method-Override', 'DELETE'],
  ],
  { maxLength: 3 },
);

export const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'HEAD', 'PROPFIND'];

const ENDS = [
  '',
  '/',
  '//',
  '/..',
  '/%zz',
  '/%00',
  '/SEARCH:1',
  '/LEAD:1',
  '/1',
  '?a=b',
  '?__proto__=1',
  '/a/b',
  ';x',
  '#x',
];

export const HOSTILE_PATH: fc.Arbitrary<string> = fc.oneof(
  fc
    .tuple(fc.constantFrom(...Object.values(PATHS)), fc.constantFrom(...ENDS))
    .map(([path, end]) => `${path}${end}`),
  fc.constantFrom(
    '/',
    '/api',
    '/api/v2/engine/search',
    '/openapi.json',
    '/docs',
    '/docs/page.js',
    '/healthz',
  ),
  fc.constantFrom(...Object.values(PATHS)).map((path) => path.toUpperCase()),
  fc.webPath(),
);

const host = 'Host: leadkeep\r\nConnection: close\r\n';

/** Written as they are; some are cut off in the middle. */
export const RAW: readonly string[] = [
  'NONSENSE\r\n\r\n',
  `GET ${PATHS.search} HTTP/9.9\r\n${host}\r\n`,
  `GET http://example.com${PATHS.search} HTTP/1.1\r\n${host}\r\n`,
  `POST ${PATHS.search} HTTP/1.1\r\n${host}Content-Length: 5\r\nContent-Length: 6\r\n\r\nabcde`,
  `POST ${PATHS.search} HTTP/1.1\r\n${host}Transfer-Encoding: chunked\r\n\r\nzz\r\n`,
  `POST ${PATHS.leads} HTTP/1.1\r\n${host}Transfer-Encoding: chunked\r\nContent-Length: 4\r\n\r\n0\r\n\r\n`,
  `GET ${PATHS.leads} HTTP/1.1\r\n${host}X: ${'x'.repeat(20_000)}\r\n\r\n`,
  `GET /\u0000 HTTP/1.1\r\n${host}\r\n`,
  `GET ${PATHS.results}/1 HTTP/1.0\r\n\r\n`,
  `OPTIONS * HTTP/1.1\r\n${host}\r\n`,
  `CONNECT example.com:443 HTTP/1.1\r\n${host}\r\n`,
];
