import { expect } from 'chai';
import { setImmediate } from 'node:timers/promises';
import { createServer as createTlsServer } from 'node:tls';
import type { AddressInfo, Socket } from 'node:net';
import { createHttpClient, type HttpClient } from '../../../src/platform/outbound/http-client.js';
import type { HttpResult } from '../../../src/core/delivery/http-result.js';
import { PATIENT_MS, SHORT_MS } from './fixtures.js';
import { httpAnswer, onceRead, rawServer, type RawServer } from './raw-server.js';
import { SELF_SIGNED } from './self-signed.js';

const LOOPBACK = ['127.0.0.0/8'];

interface Case {
  readonly what: string;
  readonly server: (socket: Socket) => void;
  readonly outcome: Partial<HttpResult> & { kind: HttpResult['kind'] };
  readonly detail?: RegExp;
  readonly timeoutMs?: number;
}

const CASES: readonly Case[] = [
  {
    what: 'a whole answer',
    server: onceRead((s) => s.end(httpAnswer('200 OK', '{"result":"accepted"}'))),
    outcome: { kind: 'answered', status: 200, body: '{"result":"accepted"}' },
  },
  {
    what: 'an early hint and then the answer',
    server: onceRead((s) => s.end(`HTTP/1.1 103 Early Hints\r\n\r\n${httpAnswer('202 Accepted', 'x')}`)),
    outcome: { kind: 'answered', status: 202, body: 'x' },
  },
  {
    what: 'a redirect is an answer, and not followed',
    server: onceRead((s) => s.end(httpAnswer('302 Found', '', 'location: http://127.0.0.1:1/x\r\n'))),
    outcome: { kind: 'answered', status: 302 },
  },
  {
    what: 'an answer without a length that ends with the connection',
    server: onceRead((s) => s.end('HTTP/1.1 200 OK\r\nconnection: close\r\n\r\nabc')),
    outcome: { kind: 'answered', status: 200, body: 'abc' },
  },
  {
    what: 'an answer in chunks, with a byte order mark',
    server: onceRead((s) =>
      s.end('HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n3\r\n\u{feff}\r\n2\r\n{}\r\n0\r\n\r\n'),
    ),
    outcome: { kind: 'answered', status: 200, body: '{}' },
  },
  {
    what: 'an upgrade that nobody asked for',
    server: onceRead((s) => s.write('HTTP/1.1 101 OK\r\nupgrade: x\r\nconnection: upgrade\r\n\r\n')),
    outcome: { kind: 'unknown' },
  },
  {
    what: 'headers without end',
    server: onceRead((s) => s.write(`HTTP/1.1 200 OK\r\nx: ${'y'.repeat(100_000)}`)),
    outcome: { kind: 'unknown' },
  },
  {
    what: 'accepts the connection and closes it at once',
    server: (s) => s.destroy(),
    outcome: { kind: 'unknown' },
    detail: /^answer: the line was lost before a complete answer \((UND_ERR_SOCKET|ECONNRESET|EPIPE)\)$/,
  },
  {
    what: 'reads the request and closes',
    server: onceRead((s) => s.end()),
    outcome: {
      kind: 'unknown',
      detail: 'answer: the line was lost before a complete answer (UND_ERR_SOCKET)',
    },
  },
  {
    what: 'reads the request and resets',
    server: onceRead((s) => s.resetAndDestroy()),
    outcome: { kind: 'unknown', detail: 'answer: the line was lost before a complete answer (ECONNRESET)' },
  },
  {
    what: 'half an answer, then closes',
    server: onceRead((s) => s.end('HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\n{"result":"acc')),
    outcome: { kind: 'unknown', status: 200 },
    detail: /^answer: /,
  },
  {
    what: 'half an answer, then silence',
    server: onceRead((s) => s.write('HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\n{"result":"acc')),
    outcome: { kind: 'unknown', status: 200 },
    detail: /^answer: timed out, after \d+ of the \d+ bytes that Content-Length says$/,
    timeoutMs: SHORT_MS,
  },
  {
    what: 'answers, while this process stands still until the time is up',
    server: onceRead((s) => {
      s.end(httpAnswer('200 OK', 'taken'));
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, SHORT_MS + 100);
    }),
    outcome: { kind: 'answered', status: 200, body: 'taken' },
    timeoutMs: SHORT_MS,
  },
  {
    what: 'never answers',
    server: () => undefined,
    outcome: { kind: 'unknown', detail: 'answer: timed out' },
    timeoutMs: SHORT_MS,
  },
  {
    what: 'trickles an answer for longer than the limit',
    server: onceRead((s) => {
      s.write('HTTP/1.1 200 OK\r\ncontent-length: 1000\r\n\r\n');
      const drip = setInterval(() => s.write('x'), 20);
      s.on('close', () => {
        clearInterval(drip);
      });
    }),
    outcome: { kind: 'unknown', status: 200 },
    detail: /^answer: timed out, after \d+ of the \d+ bytes that Content-Length says$/,
    timeoutMs: SHORT_MS,
  },
  {
    what: 'an answer of exactly 256 KiB',
    server: onceRead((s) => s.end(httpAnswer('200 OK', 'x'.repeat(256 * 1024)))),
    outcome: { kind: 'answered', status: 200 },
  },
  {
    what: 'an answer over 256 KiB',
    server: onceRead((s) => s.end(httpAnswer('200 OK', 'x'.repeat(256 * 1024 + 1)))),
    outcome: { kind: 'unknown', status: 200, detail: 'answer: over 256 KiB' },
  },
];

describe('outbound HTTP client', () => {
  let client: HttpClient;
  let server: RawServer | undefined;

  beforeEach(() => {
    client = createHttpClient({ outboundAllow: LOOPBACK });
  });
  afterEach(async () => {
    await client.close();
    await server?.close();
    server = undefined;
  });

  const post = (url: string, freshConnection: boolean, timeoutMs = PATIENT_MS) =>
    client.send(
      { method: 'POST', url, headers: { 'content-type': 'application/json' }, body: '{}', timeoutMs },
      { insecureHttp: true, freshConnection },
    );

  for (const freshConnection of [true, false])
    for (const row of CASES)
      it(`${row.what} → ${row.outcome.kind} (${freshConnection ? 'fresh' : 'kept'} connection)`, async () => {
        server = await rawServer(row.server);
        const outcome = await post(server.url, freshConnection, row.timeoutMs);
        expect(outcome).to.deep.include(row.outcome);
        if (row.detail) expect(outcome).to.have.property('detail').that.matches(row.detail);
        expect(server.connections(), 'sent once').to.equal(1);
      });

  it('repeats nothing: a request whose kept connection dies while it is used is written once', async () => {
    let requests = 0;
    server = await rawServer((socket) => {
      socket.on('data', () => {
        requests += 1;
        if (requests === 1) socket.write(httpAnswer('200 OK', 'first'));
        else socket.resetAndDestroy();
      });
    });
    expect(await post(server.url, false)).to.include({ kind: 'answered', body: 'first' });
    expect(await post(server.url, false)).to.include({ kind: 'unknown' });
    expect(requests).to.equal(2);
  });

  it('a connection that is reset before it stands for us: never sent only if nothing was', async () => {
    for (const freshConnection of [true, false]) {
      server = await rawServer((s) => s.resetAndDestroy());
      const { kind } = await post(server.url, freshConnection);
      expect(kind).to.be.oneOf(['never_sent', 'unknown']);
      if (kind === 'never_sent') expect(server.received()).to.equal('');
      await server.close();
    }
  });

  it('keeps connections only where it may', async () => {
    server = await rawServer((s) => s.on('data', () => s.write(httpAnswer('200 OK', 'ok'))));
    await post(server.url, false);
    await setImmediate();
    await post(server.url, false);
    expect(server.connections()).to.equal(1);
    await post(server.url, true);
    await post(server.url, true);
    expect(server.connections()).to.equal(3);
    expect(server.received()).to.match(/connection: close/);
  });

  describe('never sent', () => {
    const never = (detail: string) => ({ kind: 'never_sent', detail });

    it('refused connection', async () => {
      server = await rawServer(() => undefined);
      await server.close();
      expect(await post(server.url, true)).to.deep.equal(
        never('connect: nobody listens there (ECONNREFUSED)'),
      );
      expect(await post(server.url, false)).to.deep.equal(
        never('connect: nobody listens there (ECONNREFUSED)'),
      );
    });

    it('a name that does not resolve', async () => {
      const outcome = await post('http://no-such-host.invalid/', true, 5_000);
      expect(outcome.kind).to.equal('never_sent');
      expect(outcome)
        .to.have.property('detail')
        .that.matches(/^connect: (.* \((ENOTFOUND|EAI_AGAIN)\)|timed out)$/);
    });

    it('http where https is asked for', async () => {
      server = await rawServer(() => undefined);
      const request = { method: 'GET', url: server.url, headers: {}, timeoutMs: PATIENT_MS } as const;
      const outcome = await client.send(request, { insecureHttp: false, freshConnection: true });
      expect(outcome).to.deep.equal({ ...never('url: https only'), internal_fault: 'settings' });
      expect(server.connections()).to.equal(0);
    });

    for (const url of ['ftp://127.0.0.1/', 'file:///etc/passwd', 'nonsense', ''])
      it(`the address ${JSON.stringify(url)}`, async () => {
        expect(await post(url, true)).to.deep.equal({
          ...never('url: not an http address'),
          internal_fault: 'settings',
        });
      });

    it('a header that no request may have', async () => {
      server = await rawServer(() => undefined);
      const request = { method: 'POST', url: server.url, body: '', timeoutMs: PATIENT_MS } as const;
      for (const freshConnection of [true, false]) {
        const travel = { insecureHttp: true, freshConnection };
        for (const [headers, code] of [
          [{ 'x-token': 'a\r\nb' }, 'UND_ERR_INVALID_ARG'],
          [{ 'keep-alive': 'timeout=5' }, 'UND_ERR_INVALID_ARG'],
          [{ expect: '100-continue' }, 'UND_ERR_NOT_SUPPORTED'],
        ] as const)
          expect(await client.send({ ...request, headers }, travel)).to.deep.equal({
            ...never(`connect: the request can't be sent like this: look at its headers (${code})`),
            internal_fault: 'settings',
          });
      }
      expect(server.connections()).to.equal(0);
    });

    it('a server that answers the TLS greeting with garbage', async () => {
      server = await rawServer(onceRead((s) => s.end('HTTP/1.1 400 Bad Request\r\n\r\n')));
      const outcome = await post(`https://127.0.0.1:${server.port}/`, true);
      expect(outcome.kind).to.equal('never_sent');
      expect(outcome)
        .to.have.property('detail')
        .that.matches(/^connect: ERR_SSL_/);
    });

    it('a server that closes or is silent in the TLS greeting', async () => {
      server = await rawServer((s) => s.destroy());
      expect((await post(`https://127.0.0.1:${server.port}/`, true)).kind).to.equal('never_sent');
      await server.close();
      server = await rawServer(() => undefined);
      const outcome = await post(`https://127.0.0.1:${server.port}/`, true, 150);
      expect(outcome).to.deep.equal(never('connect: timed out'));
      expect(server.received()).to.not.contain('POST');
    });

    it('a certificate that nobody trusts', async () => {
      let requests = 0;
      const tls = createTlsServer(SELF_SIGNED, (socket) => socket.on('data', () => (requests += 1)));
      tls.on('tlsClientError', () => undefined);
      await new Promise<void>((resolve) => tls.listen(0, '127.0.0.1', resolve));
      const { port } = tls.address() as AddressInfo;
      for (const freshConnection of [true, false])
        expect(await post(`https://localhost:${port}/`, freshConnection)).to.deep.equal(
          never('connect: DEPTH_ZERO_SELF_SIGNED_CERT'),
        );
      expect(requests).to.equal(0);
      await new Promise((resolve) => tls.close(resolve));
    });

    it('time that is up before the connection stands: nothing is written later either', async () => {
      const held: Socket[] = [];
      server = await rawServer((socket) => held.push(socket));
      // The greeting never completes; when the server goes, the waiting request must not start.
      const outcome = await post(`https://127.0.0.1:${server.port}/`, false, 100);
      expect(outcome).to.deep.equal(never('connect: timed out'));
      held.forEach((socket) => socket.destroy());
      expect(server.received()).to.not.contain('POST');
    });
  });
});
