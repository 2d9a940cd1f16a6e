import { expect } from 'chai';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { createServer as createTlsServer } from 'node:tls';
import type { AddressInfo, Socket } from 'node:net';
import { createHttpClient, type HttpClient } from '../../../src/platform/outbound/http-client.js';
import { until } from '../../support/until.js';
import { PATIENT_MS } from './fixtures.js';
import { httpAnswer, rawServer, type RawServer } from './raw-server.js';
import { SELF_SIGNED } from './self-signed.js';

const FRESH = { insecureHttp: true, freshConnection: true };
const answers = (socket: Socket): void => {
  socket.on('data', () => socket.end(httpAnswer('200 OK', 'ok')));
};

describe('connecting ahead', () => {
  let server: RawServer;
  let client: HttpClient;
  beforeEach(() => {
    client = createHttpClient({ outboundAllow: ['127.0.0.0/8'] });
  });
  afterEach(async () => {
    await client.close();
    await server.close();
  });

  const post = (url = server.url) =>
    client.send({ method: 'POST', url, headers: {}, body: 'lead', timeoutMs: PATIENT_MS }, FRESH);

  it('a request takes the connection that stands, and nothing is written before', async () => {
    server = await rawServer(answers);
    client.connectAhead(server.url, FRESH);
    await until(() => server.connections() === 1, 'connected');
    expect(server.received()).to.equal('');
    expect(await post()).to.include({ kind: 'answered', body: 'ok' });
    expect(server.connections()).to.equal(1);
  });

  it('a request takes the connection that is being made', async () => {
    server = await rawServer(answers);
    client.connectAhead(server.url, FRESH);
    expect(await post()).to.include({ kind: 'answered', body: 'ok' });
    expect(server.connections()).to.equal(1);
  });

  it('each serves one request, and one to the same address only', async () => {
    server = await rawServer(answers);
    const other = await rawServer(answers);
    client.connectAhead(server.url, FRESH);
    client.connectAhead(server.url, FRESH);
    await until(() => server.connections() === 2, 'connected');
    expect(await post(other.url)).to.include({ kind: 'answered' });
    await Promise.all([post(), post(), post()]);
    expect([server.connections(), other.connections()]).to.deep.equal([3, 1]);
    await other.close();
  });

  it('one that no request takes is closed after a second', async () => {
    const closed: boolean[] = [];
    server = await rawServer((socket) => socket.on('close', () => closed.push(true)));
    client.connectAhead(server.url, FRESH);
    await until(() => closed.length === 1, 'closed');
    expect(server.received()).to.equal('');
  });

  it('one that is as old when a process that stood still goes on is not used', async () => {
    server = await rawServer(answers);
    client.connectAhead(server.url, FRESH);
    await until(() => server.connections() === 1, 'connected');
    const end = performance.now() + 1_050;
    while (performance.now() < end);
    expect(await post()).to.include({ kind: 'answered' });
    expect(server.connections()).to.equal(2);
  });

  for (const [what, spoil] of [
    ['closes', (socket: Socket) => socket.end()],
    ['resets', (socket: Socket) => socket.resetAndDestroy()],
    ['speaks on', (socket: Socket) => socket.write(httpAnswer('408 Request Timeout', ''))],
  ] as const)
    it(`a connection that the server ${what} meanwhile is not used`, async () => {
      server = await rawServer((socket) => {
        if (server.connections() === 1) spoil(socket);
        else answers(socket);
      });
      client.connectAhead(server.url, FRESH);
      await until(() => server.connections() === 1, 'connected');
      await sleep(50);
      expect(await post()).to.include({ kind: 'answered', status: 200, body: 'ok' });
      expect(server.connections()).to.equal(2);
    });

  it('nothing is connected to where the request would not go, or where it has a kept connection', async () => {
    server = await rawServer(answers);
    const guarded = createHttpClient({ outboundAllow: [] });
    guarded.connectAhead(server.url, FRESH);
    for (const url of ['nonsense', 'ftp://127.0.0.1/']) client.connectAhead(url, FRESH);
    client.connectAhead(server.url, { ...FRESH, insecureHttp: false });
    client.connectAhead(server.url, { ...FRESH, freshConnection: false });
    expect(await post()).to.include({ kind: 'answered' });
    expect(server.connections()).to.equal(1);
    await guarded.close();
  });

  it('a connection that can not be made leaves the fault to the request', async () => {
    server = await rawServer(answers);
    await server.close();
    client.connectAhead(server.url, FRESH);
    const never = { kind: 'never_sent', detail: 'connect: nobody listens there (ECONNREFUSED)' };
    expect(await post(), 'while it is being made').to.deep.equal(never);
    client.connectAhead(server.url, FRESH);
    await sleep(50);
    expect(await post(), 'after it').to.deep.equal(never);
  });

  it('a certificate is checked, whenever the connection was made', async () => {
    server = await rawServer(answers);
    const secure = createTlsServer(SELF_SIGNED, answers).listen(0, '127.0.0.1');
    await once(secure, 'listening');
    const url = `https://127.0.0.1:${(secure.address() as AddressInfo).port}/`;
    client.connectAhead(url, FRESH);
    const outcome = await post(url);
    expect(outcome).to.include({ kind: 'never_sent' });
    secure.close();
  });
});
