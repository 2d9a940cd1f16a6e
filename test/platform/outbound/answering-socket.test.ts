import { setImmediate } from 'node:timers/promises';
import type { Socket } from 'node:net';
import { expect } from 'chai';
import { createHttpClient, type HttpClient } from '../../../src/platform/outbound/http-client.js';
import type { HttpResult } from '../../../src/core/delivery/http-result.js';
import { PATIENT_MS } from './fixtures.js';
import { httpAnswer, onceRead, rawServer, type RawServer } from './raw-server.js';

const CONTINUE = 'HTTP/1.1 100 Continue\r\n\r\n';
/** It looks like one in its body. */
const ANSWER = httpAnswer('202 Accepted', CONTINUE);
const ACCEPTED = { kind: 'answered', status: 202, body: CONTINUE } as const;

async function byteByByte(socket: Socket, text: string): Promise<void> {
  socket.setNoDelay(true);
  for (const byte of Buffer.from(text)) {
    await new Promise((resolve) => socket.write(Buffer.of(byte), resolve));
    await setImmediate();
  }
}

const CASES: readonly (readonly [string, (socket: Socket) => void, Partial<HttpResult>])[] = [
  ['one and the answer', (socket) => socket.write(CONTINUE + ANSWER), ACCEPTED],
  [
    'two with headers, byte by byte',
    (socket) => void byteByByte(socket, `HTTP/1.1 100\r\nx: y\r\n\r\n${CONTINUE}${ANSWER}`),
    ACCEPTED,
  ],
  ['no answer', (socket) => socket.end(CONTINUE), { kind: 'unknown' }],
  ['one without an end', (socket) => socket.end(`HTTP/1.1 100 ${'x'.repeat(20_000)}`), { kind: 'unknown' }],
];

describe('a 100 that nobody asked for', () => {
  let client: HttpClient;
  let server: RawServer;
  beforeEach(() => {
    client = createHttpClient({ outboundAllow: ['127.0.0.0/8'] });
  });
  afterEach(async () => {
    await client.close();
    await server.close();
  });
  const post = (freshConnection: boolean): Promise<HttpResult> =>
    client.send(
      { method: 'POST', url: server.url, headers: {}, body: '{}', timeoutMs: PATIENT_MS },
      { insecureHttp: true, freshConnection },
    );

  for (const freshConnection of [true, false])
    for (const [what, answer, outcome] of CASES)
      it(`${what} (${freshConnection ? 'fresh' : 'kept'} connection)`, async () => {
        server = await rawServer(onceRead(answer));
        expect(await post(freshConnection)).to.deep.include(outcome);
      });

  it('is skipped for each request of a connection', async () => {
    server = await rawServer((socket) =>
      socket.on('data', (bytes: Buffer) => {
        if (bytes.toString().endsWith('{}')) socket.write(CONTINUE + ANSWER);
      }),
    );
    for (let n = 0; n < 3; n += 1) {
      expect(await post(false)).to.deep.include(ACCEPTED);
      await setImmediate();
    }
    expect(server.connections()).to.equal(1);
  });
});
