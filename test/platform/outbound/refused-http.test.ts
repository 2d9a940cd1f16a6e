import { expect } from 'chai';
import { createHttpClient, type HttpClient } from '../../../src/platform/outbound/http-client.js';
import type { HttpResult } from '../../../src/core/delivery/http-result.js';
import { PATIENT_MS } from './fixtures.js';
import { onceRead, rawServer, type RawServer } from './raw-server.js';

const JSON_BODY = '{"result":"accepted"}';
const LENGTH = `Content-Length: ${JSON_BODY.length}`;
const of = (...lines: string[]): string => [...lines, '', JSON_BODY].join('\r\n');

const LINES = /must end each line of its headers and chunks in CR LF/;
const ONE_LENGTH =
  /must send one Content-Length, the bytes of its body, or Transfer-Encoding: chunked without one/;
const CHUNKS = /its body must be in chunks, each behind its length/;
const FIRST = /its first line must be like HTTP\/1\.1 200 OK/;
const HEADER = /header lines must be like Name: value/;

/** What a server sends, all of it, the parser's word, what must be changed. */
const REFUSED: readonly (readonly [string, string, string, RegExp])[] = [
  ['lines that end in LF', of('HTTP/1.1 200 OK', LENGTH).replaceAll('\r', ''), 'HPE_CR_EXPECTED', LINES],
  ['one line that ends in LF', of('HTTP/1.1 200 OK', `X: y\n${LENGTH}`), 'HPE_CR_EXPECTED', LINES],
  [
    'both lengths',
    `HTTP/1.1 200 OK\r\n${LENGTH}\r\nTransfer-Encoding: chunked\r\n\r\n15\r\n${JSON_BODY}\r\n0\r\n\r\n`,
    'HPE_INVALID_TRANSFER_ENCODING',
    ONE_LENGTH,
  ],
  [
    'both lengths the other way',
    `HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n${LENGTH}\r\n\r\n15\r\n${JSON_BODY}\r\n0\r\n\r\n`,
    'HPE_INVALID_CONTENT_LENGTH',
    ONE_LENGTH,
  ],
  ['a length twice', of('HTTP/1.1 200 OK', LENGTH, LENGTH), 'HPE_UNEXPECTED_CONTENT_LENGTH', ONE_LENGTH],
  [
    'a length in words',
    of('HTTP/1.1 200 OK', 'Content-Length: all'),
    'HPE_INVALID_CONTENT_LENGTH',
    ONE_LENGTH,
  ],
  [
    'a fault behind a length',
    of('HTTP/1.1 200 OK', LENGTH, 'My Header: 1'),
    'HPE_INVALID_HEADER_TOKEN',
    HEADER,
  ],
  ['a blank before the colon', of('HTTP/1.1 200 OK', 'X : 1', LENGTH), 'HPE_INVALID_HEADER_TOKEN', HEADER],
  [
    'a warning among the headers',
    of('HTTP/1.1 200 OK', 'PHP Warning', LENGTH),
    'HPE_INVALID_HEADER_TOKEN',
    HEADER,
  ],
  ['a folded header', of('HTTP/1.1 200 OK', 'X: a', ' b', LENGTH), 'HPE_INVALID_HEADER_TOKEN', HEADER],
  ['a control character', of('HTTP/1.1 200 OK', 'X: a\u0001b', LENGTH), 'HPE_INVALID_HEADER_TOKEN', HEADER],
  ['no HTTP', JSON_BODY, 'HPE_INVALID_CONSTANT', FIRST],
  ['another protocol', '220 smtp.example ESMTP\r\n', 'HPE_INVALID_CONSTANT', FIRST],
  ['a byte order mark', of('\u{feff}HTTP/1.1 200 OK', LENGTH), 'HPE_INVALID_CONSTANT', FIRST],
  ['a version that it does not speak', of('HTTP/2 200', LENGTH), 'HPE_INVALID_VERSION', FIRST],
  ['a status of two digits', of('HTTP/1.1 20 OK', LENGTH), 'HPE_INVALID_STATUS', FIRST],
  [
    'headers without an end',
    `HTTP/1.1 200 OK\r\nX: ${'y'.repeat(20_000)}\r\n`,
    'HPE_HEADER_OVERFLOW',
    /16 KiB/,
  ],
];

/** The same, where the headers were read before the fault. */
const CHUNKED = 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n';
const REFUSED_LATER: typeof REFUSED = [
  ['no chunks', `${CHUNKED}${JSON_BODY}`, 'HPE_INVALID_CHUNK_SIZE', CHUNKS],
  ['chunks with LF', `${CHUNKED}15\n${JSON_BODY}\n0\n\n`, 'HPE_CR_EXPECTED', LINES],
  ['chunks with blanks', `${CHUNKED}15  \r\n${JSON_BODY}\r\n0\r\n\r\n`, 'HPE_INVALID_CHUNK_SIZE', CHUNKS],
  ['chunks with 0x', `${CHUNKED}0x15\r\n${JSON_BODY}\r\n0\r\n\r\n`, 'HPE_INVALID_CHUNK_SIZE', CHUNKS],
  [
    'a second chunk that is none',
    `${CHUNKED}8\r\n{"result\r\n${JSON_BODY}`,
    'HPE_INVALID_CHUNK_SIZE',
    CHUNKS,
  ],
];

/** What breaks off, the headers read, the detail, what is shown. */
const BROKEN_OFF: readonly (readonly [string, string, RegExp, object])[] = [
  [
    'within the headers',
    'HTTP/1.1 200 OK\r\nContent-Ty',
    /^answer: the line was lost before a complete answer \(UND_ERR_SOCKET\)$/,
    { headers: {}, body: 'HTTP/1.1 200 OK\r\nContent-Ty', bytes: 27 },
  ],
  [
    'before its length',
    `HTTP/1.1 200 OK\r\nContent-Length: 30\r\n\r\n${JSON_BODY}`,
    /\(UND_ERR_SOCKET\), after 21 of the 30 bytes that Content-Length says$/,
    { status: 200, headers: { 'content-length': '30' }, body: JSON_BODY, bytes: 21 },
  ],
  [
    'before the end of its chunks',
    `${CHUNKED}15\r\n${JSON_BODY}\r\n`,
    /\(UND_ERR_SOCKET\), without the end of its chunks$/,
    { status: 200, headers: { 'transfer-encoding': 'chunked' }, body: JSON_BODY, bytes: 21 },
  ],
];

describe('an answer that is not HTTP', () => {
  let client: HttpClient;
  let server: RawServer;
  beforeEach(() => {
    client = createHttpClient({ outboundAllow: ['127.0.0.0/8'] });
  });
  afterEach(async () => {
    await client.close();
    await server.close();
  });

  /** What comes of it. On a kept connection, the server sends it in two packets. */
  async function answered(text: string, freshConnection: boolean): Promise<HttpResult> {
    const half = freshConnection ? 0 : text.length >> 1;
    server = await rawServer(
      onceRead((socket) => {
        socket.setNoDelay(true);
        socket.write(text.slice(0, half), () => {
          setImmediate(() => socket.end(text.slice(half)));
        });
      }),
    );
    return client.send(
      { method: 'POST', url: server.url, headers: {}, body: '{}', timeoutMs: PATIENT_MS },
      { insecureHttp: true, freshConnection },
    );
  }

  for (const fresh of [true, false]) {
    for (const [cases, status] of [
      [REFUSED, undefined],
      [REFUSED_LATER, 200],
    ] as const)
      for (const [what, text, code, change] of cases)
        it(`is shown as far as it came, with the parser's word: ${what} (${fresh ? 'fresh' : 'kept'})`, async () => {
          const outcome = await answered(text, fresh);
          expect(outcome).to.deep.include({ kind: 'unknown', unreadable: true });
          if (outcome.kind !== 'unknown') return;
          expect(outcome.status).to.equal(status);
          expect(outcome.detail)
            .to.match(/^answer: the answer is no valid HTTP: /)
            .and.to.match(change)
            .and.to.contain(`(${code}, `);
          const { headers, body = '', bytes = 0, ...rest } = outcome.partial ?? {};
          expect([headers, rest]).to.deep.equal([{}, {}]);
          // The connection ends at the fault: the rest of the answer may not have come.
          const sent = text.replace(/^\u{feff}/u, '');
          expect(sent.startsWith(body) && body !== '').to.equal(true);
          if (fresh && text.length < 1_000)
            expect([body, bytes]).to.deep.equal([sent, Buffer.byteLength(text)]);
        });

    for (const [what, text, detail, partial] of BROKEN_OFF)
      it(`is told from one that breaks off ${what} (${fresh ? 'fresh' : 'kept'})`, async () => {
        const outcome = await answered(text, fresh);
        expect(outcome).to.deep.include({ kind: 'unknown', partial }).and.to.not.have.property('unreadable');
        expect(outcome).to.have.property('detail').that.matches(detail);
      });
  }

  /** What a server sends before it resets the connection, and what the detail ends in. */
  const RESET: readonly (readonly [string, string, RegExp])[] = [
    ['without a length', `HTTP/1.1 200 OK\r\nConnection: close\r\n\r\n${JSON_BODY}`, /\(ECONNRESET\)$/],
    ['of HTTP/1.0', `HTTP/1.0 200 OK\r\n\r\n${JSON_BODY}`, /\(ECONNRESET\)$/],
    [
      'with a length',
      `HTTP/1.1 200 OK\r\nContent-Length: 30\r\n\r\n${JSON_BODY}`,
      /\(ECONNRESET\)(?:, after 21|$)/,
    ],
    ['in chunks', `${CHUNKED}15\r\n${JSON_BODY}\r\n`, /\(ECONNRESET\)(?:, without the end|$)/],
  ];
  for (const [what, text, detail] of RESET)
    for (const fresh of [true, false])
      it(`is told from one whose connection is reset, ${what} (${fresh ? 'fresh' : 'kept'})`, async () => {
        server = await rawServer(
          onceRead((socket) => {
            // A reset that comes first takes what was not read yet with it.
            socket.write(text, () => setTimeout(() => socket.resetAndDestroy(), 100));
          }),
        );
        const outcome = await client.send(
          { method: 'POST', url: server.url, headers: {}, body: '{}', timeoutMs: PATIENT_MS },
          { insecureHttp: true, freshConnection: fresh },
        );
        expect(outcome).to.deep.include({ kind: 'unknown' });
        expect(outcome).to.have.property('detail').that.matches(detail);
      });

  it('without a body by its status, but with one, is told in words too', async () => {
    const outcome = await answered(`HTTP/1.1 204 OK\r\n${LENGTH}\r\n\r\n${JSON_BODY}`, true);
    expect(outcome).to.deep.include({ kind: 'unknown', status: 204, unreadable: true });
    expect(outcome)
      .to.have.property('detail')
      .that.contains(
        'its Content-Length must be the bytes of its body (UND_ERR_RES_CONTENT_LENGTH_MISMATCH)',
      );
  });
});
