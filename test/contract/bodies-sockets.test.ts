import { connect, type Socket } from 'node:net';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { expect } from 'chai';
import { createHttpServer } from '../../src/http/http-server.js';
import { directBody, PATHS, searchBody } from '../support/api.js';
import { expectQuiet, expectRefusal, MARKER, startHeardApi, type HeardApi } from '../support/heard-api.js';
import type { OpenServer } from '../support/open-server.js';
import { sendBytes, type RawBytesAnswer } from '../support/raw-bytes.js';
import { until } from '../support/until.js';

const TIMES = { headersTimeout: 300, requestTimeout: 600, connectionsCheckingInterval: 50 };
const CLOSE = 'Host: a\r\nConnection: close\r\n';

describe('contract: bodies, the socket under them', function () {
  let one: HeardApi;
  /** Only what is to be too slow goes there: a machine that is busy with others is slow with everything. */
  let hasty: OpenServer;
  let key: string;
  before(async () => {
    // The client that leaves has to do so before its answer is there.
    one = await startHeardApi({ submitWaitMs: 15_000 });
    hasty = await one.serve(TIMES);
    key = one.api.key;
  });
  after(async () => {
    await hasty.close();
    await one.close();
  });
  afterEach(() => {
    expectQuiet(one);
  });

  const head = (length: number, path: string = PATHS.search): string =>
    `POST ${path} HTTP/1.1\r\n${CLOSE}X-API-Key: ${key}\r\nContent-Type: application/json\r\nContent-Length: ${length}\r\n`;
  const get = (path: string): string => `GET ${path} HTTP/1.1\r\n${CLOSE}`;

  /** What Node's parser refuses, and what it lets through although it is odd. */
  const SYNTAX: readonly (readonly [what: string, bytes: string | Buffer | (() => string), http: number])[] =
    [
      ['nonsense', `${MARKER}\r\n\r\n`, 400],
      ['TLS on this port', Buffer.from([0x16, 3, 1, 2, 0, 1, 0, 1, 0xfc, 3, 3]), 400],
      ['an unknown method', `BREW / HTTP/1.1\r\n${CLOSE}\r\n`, 400],
      ['another version', `GET / HTTP/9.9\r\n${CLOSE}\r\n`, 400],
      ['no version', 'GET /\r\n\r\n', 404],
      ['HTTP/2 without being asked', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n', 400],
      ['a header without a colon', `GET / HTTP/1.1\r\n${CLOSE}${MARKER}\r\n\r\n`, 400],
      ['a blank in a header’s name', `GET / HTTP/1.1\r\n${CLOSE}X A: ${MARKER}\r\n\r\n`, 400],
      ['a control character in a header', `GET / HTTP/1.1\r\n${CLOSE}X: ${MARKER}\u0001\r\n\r\n`, 400],
      ['a folded header', `GET / HTTP/1.1\r\n${CLOSE}X: a\r\n ${MARKER}\r\n\r\n`, 400],
      ['headers too large', `GET / HTTP/1.1\r\n${CLOSE}X: ${MARKER.repeat(2_000)}\r\n\r\n`, 431],
      ['an address too long', `GET /${MARKER.repeat(2_000)} HTTP/1.1\r\n${CLOSE}\r\n`, 431],
      ['a length that is none', `POST / HTTP/1.1\r\n${CLOSE}Content-Length: ${MARKER}\r\n\r\n`, 400],
      ['a negative length', `POST / HTTP/1.1\r\n${CLOSE}Content-Length: -1\r\n\r\n`, 400],
      ['two lengths', `POST / HTTP/1.1\r\n${CLOSE}Content-Length: 1\r\nContent-Length: 2\r\n\r\n`, 400],
      ['a length and chunks', () => `${head(5)}Transfer-Encoding: chunked\r\n\r\n0\r\n\r\n`, 400],
      [
        'a chunk of no size',
        () =>
          `POST ${PATHS.search} HTTP/1.1\r\n${CLOSE}X-API-Key: ${key}\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n${MARKER}\r\n`,
        400,
      ],
      [
        'an unknown transfer encoding',
        () =>
          `POST ${PATHS.search} HTTP/1.1\r\n${CLOSE}X-API-Key: ${key}\r\nContent-Type: application/json\r\nTransfer-Encoding: ${MARKER}\r\n\r\n{}`,
        400,
      ],
      ['no Host', 'GET /nothing HTTP/1.1\r\nConnection: close\r\n\r\n', 404],
      ['HTTP/1.0', 'GET /nothing HTTP/1.0\r\n\r\n', 404],
      ['an unknown Expect', `GET /nothing HTTP/1.1\r\n${CLOSE}Expect: ${MARKER}\r\n\r\n`, 404],
      ['CONNECT', `CONNECT ${MARKER}:443 HTTP/1.1\r\n${CLOSE}\r\n`, 404],
      ['TRACE', `TRACE /nothing HTTP/1.1\r\n${CLOSE}\r\n`, 404],
      ['OPTIONS *', `OPTIONS * HTTP/1.1\r\n${CLOSE}\r\n`, 404],
      [
        'an upgrade',
        `GET /nothing HTTP/1.1\r\nHost: a\r\nConnection: Upgrade, close\r\nUpgrade: websocket\r\n\r\n`,
        404,
      ],
      ['a broken escape', `${get(`/api/v1/engine/results/%zz${MARKER}`)}\r\n`, 404],
      ['NUL as an escape', `${get(`/${MARKER}%00`)}\r\n`, 404],
      ['dots in the path', `${get(`/api/v1/engine/../../${MARKER}`)}\r\n`, 404],
      ['a marker in path and query', `${get(`/${MARKER}?${MARKER}=${MARKER}`)}\r\n`, 404],
    ];
  for (const [what, bytes, http] of SYNTAX)
    it(`${what} → ${http} with the envelope`, async () => {
      const answer = await sendBytes(one.url, typeof bytes === 'function' ? bytes() : bytes, { end: true });
      expect(answer.status, answer.said).to.equal(http);
      expectRefusal(answer);
      expect(answer.body.code).to.equal(http === 404 ? 'NOT_FOUND' : 'MALFORMED_REQUEST');
      expect(answer.headers['content-type']).to.match(/^application\/json/);
      await expectLogged(answer);
    });

  const CUT: readonly (readonly [what: string, bytes: () => string])[] = [
    ['in the headers', () => `POST ${PATHS.search} HTTP/1.1\r\nHost: a\r\nX: ${MARKER}`],
    ['in the body', () => `${head(500)}\r\n{"marker":"${MARKER}`],
    [
      'in a chunk',
      () =>
        `POST ${PATHS.search} HTTP/1.1\r\n${CLOSE}X-API-Key: ${key}\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\nff\r\n${MARKER}`,
    ],
  ];
  for (const [what, bytes] of CUT) {
    it(`a sender that ends ${what} → 400 with the envelope`, async () => {
      const answer = await sendBytes(one.url, bytes(), { end: true });
      expect([answer.status, answer.body.code], answer.said).to.deep.equal([400, 'MALFORMED_REQUEST']);
      expectRefusal(answer);
      await expectLogged(answer);
    });

    it(`a sender that is too slow ${what} → 408 with the envelope`, async () => {
      const answer = await sendBytes(hasty.url, bytes());
      expect([answer.status, answer.body.code], answer.said).to.deep.equal([408, 'MALFORMED_REQUEST']);
      expectRefusal(answer);
      expect(answer.headers['connection']).to.equal('close');
      await expectLogged(answer);
    });

    it(`a client that leaves ${what} harms nobody`, async () => {
      await leave(bytes());
      expect((await one.call('post', PATHS.search, { body: searchBody() })).status).to.equal(200);
    });
  }

  it('a body that stops: the answer and the log have the caller’s own request id', async () => {
    const id = `the-callers-own-${randomUUID()}`;
    // Time for the headers to be read, also when this process gets nothing to run on for a while.
    const server = await one.serve({ ...TIMES, headersTimeout: 2_000, requestTimeout: 2_000 });
    try {
      const answer = await sendBytes(server.url, `${head(500)}X-Request-Id: ${id}\r\n\r\n{"marker":`);
      expect([answer.status, answer.body.request_id]).to.deep.equal([408, id]);
      await expectLogged(answer);
    } finally {
      await server.close();
    }
  });

  it('a sender that never stops dripping → 408 at the same time', async () => {
    const drip = (socket: Socket): void => {
      const timer = setInterval(() => socket.write('x'), 40);
      socket.once('close', () => {
        clearInterval(timer);
      });
      socket.once('data', () => {
        clearInterval(timer);
      });
    };
    const answer = await sendBytes(hasty.url, `${head(60_000)}\r\n{"marker":"${MARKER}`, { socket: drip });
    expect(answer.status).to.equal(408);
    expectRefusal(answer);
  });

  it('a connection that says nothing at all is closed', async () => {
    expect((await sendBytes(hasty.url, '')).status).to.be.oneOf([0, 408]);
  });

  it('the times are set where nothing else is said', () => {
    const server = createHttpServer(() => undefined, one.heard.log);
    expect(server).to.include({ headersTimeout: 10_000, requestTimeout: 20_000, keepAliveTimeout: 65_000 });
    server.close();
  });

  it('a client that leaves while its lead is decided: the lead stays, and the log says that nobody was there', async () => {
    const body = JSON.stringify(directBody({ marker: MARKER }));
    const leads = one.api.connection.collection('leads');
    const before = await leads.countDocuments();
    const socket = connect(Number(new URL(one.url).port), '127.0.0.1');
    socket.write(`${head(Buffer.byteLength(body), PATHS.leads)}\r\n${body}`);
    await until(async () => (await leads.countDocuments()) === before + 1, 'the lead is stored');
    socket.resetAndDestroy();
    await until(
      () => one.heard.lines().some(({ left, route }) => left === true && route === PATHS.leads),
      'it is said',
    );
    expect(await leads.countDocuments()).to.equal(before + 1);
  });

  it('what can not be read behind a call closes the connection after the answer of the call', async () => {
    const path = `${PATHS.results}/00000000-0000-4000-8000-00000000ffff`;
    const first = `GET ${path} HTTP/1.1\r\nHost: a\r\nX-API-Key: ${key}\r\n\r\n`;
    const { said } = await sendBytes(one.url, `${first}${MARKER}\r\n\r\n`);
    expect(said.match(/HTTP\/1\.1 \d{3}/g), said).to.deep.equal(['HTTP/1.1 404']);
    expect(said).to.contain('Connection: close').and.not.contain(MARKER);
  });

  it('two calls on one connection are answered in their order', async () => {
    const path = `${PATHS.results}/00000000-0000-4000-8000-00000000ffff`;
    const call = `GET ${path} HTTP/1.1\r\nHost: a\r\nX-API-Key: ${key}\r\n`;
    const { said } = await sendBytes(
      one.url,
      `${call}X-Request-Id: request-1\r\n\r\n${call}X-Request-Id: request-2\r\nConnection: close\r\n\r\n`,
    );
    expect(said.match(/"request_id":"[^"]+"/g)).to.deep.equal([
      '"request_id":"request-1"',
      '"request_id":"request-2"',
    ]);
  });

  it('a client that waits for 100 Continue gets it', async () => {
    const body = JSON.stringify(searchBody());
    const answer = await sendBytes(
      one.url,
      `${head(Buffer.byteLength(body))}Expect: 100-continue\r\n\r\n${body}`,
    );
    expect(answer.said).to.match(/^HTTP\/1\.1 100 Continue\r\n\r\nHTTP\/1\.1 200 /);
  });

  /** The operator finds the request by the id that its caller was given. */
  const expectLogged = ({ status, body }: RawBytesAnswer): Promise<void> =>
    until(
      () =>
        one.heard
          .lines()
          .some(
            (line) =>
              line['request_id'] === body.request_id && line['http'] === status && line['level'] === 'info',
          ),
      `a line about ${body.request_id}`,
    );

  /** Sends and is gone without waiting for anything; resolves when the server has noticed. */
  async function leave(bytes: string): Promise<void> {
    const socket = connect(Number(new URL(one.url).port), '127.0.0.1');
    await once(socket, 'connect');
    await new Promise((resolve) => socket.write(bytes, resolve));
    socket.resetAndDestroy();
    await once(socket, 'close');
  }
});
