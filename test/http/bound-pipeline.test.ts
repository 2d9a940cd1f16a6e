import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { expect } from 'chai';
import { createHttpServer } from '../../src/http/http-server.js';
import { get, open } from '../attack/support/pipeline.js';
import { captureLog } from '../support/captured-log.js';
import { openServer, type OpenServer } from '../support/open-server.js';
import { until } from '../support/until.js';

const AT_ONCE = 8;

describe('api: requests of one connection', () => {
  let server: OpenServer;
  let handled: ServerResponse[];
  let closed: number;
  let bodies: string[];
  beforeEach(async () => {
    [handled, closed, bodies] = [[], 0, []];
    const hold = createHttpServer((request, response) => {
      handled.push(response);
      response.once('close', () => (closed += 1));
      request.setEncoding('utf8').on('data', (text: string) => bodies.push(text));
    }, captureLog().log);
    server = await openServer(hold);
  });
  afterEach(() => server.close());

  it('are handled eight at once; the others begin in their order when an answer has left', async () => {
    const socket = await open(server.url);
    let said = '';
    socket.on('data', (chunk: Buffer) => (said += chunk.toString()));
    socket.write(Array.from({ length: 40 }, (_, n) => get(`/${n}`)).join(''));
    await until(() => handled.length === AT_ONCE, 'eight are handled');
    await pause(50);
    for (let n = 0; n < 40; n += 1) {
      expect(handled.length).to.equal(Math.min(40, AT_ONCE + n));
      handled[n]?.end(String(n));
      await until(() => handled.length === Math.min(40, AT_ONCE + n + 1), `after ${n + 1} answers`);
    }
    await until(() => said.endsWith('39'), 'the last answer is there');
    expect(handled.map(({ req }) => req.url)).to.deep.equal(Array.from({ length: 40 }, (_, n) => `/${n}`));
    socket.destroy();
  });

  it('what can not be read behind a whole request closes the connection after the answer of the first', async () => {
    for (const later of ['no HTTP\r\n\r\n', get('/', `X-Long: ${'x'.repeat(20_000)}`)]) {
      const socket = await open(server.url);
      let said = '';
      socket.on('data', (chunk: Buffer) => (said += chunk.toString()));
      const over = once(socket, 'close');
      const before = handled.length;
      socket.write(get('/'));
      await until(() => handled.length === before + 1, 'the first is handled');
      const first = handled[before]!;
      socket.write(later);
      await until(() => !first.shouldKeepAlive, 'the second is refused');
      first.end('of the first');
      await over;
      expect(said.match(/HTTP\/1\.1 \d{3}/g), said).to.deep.equal(['HTTP/1.1 200']);
      expect(said).to.contain('Connection: close').and.contain('of the first');
    }
  });

  it('the socket is not read while some wait', async () => {
    const socket = await open(server.url);
    const request = get('/', `X-Padding: ${'x'.repeat(8_000)}`);
    const most = 40 * 2 ** 20;
    for (let sent = 0; sent < most; sent += request.length)
      if (!socket.write(request) && !(await Promise.race([once(socket, 'drain'), pause(500, null)]))) break;
    expect(socket.bytesWritten, 'until the kernel’s buffers are full').to.be.below(most);
    expect(handled.length).to.equal(AT_ONCE);
    socket.destroy();
  });

  it('a body behind them is read when its request begins', async () => {
    const socket = await open(server.url);
    socket.write(get('/').repeat(AT_ONCE));
    socket.write('POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 10\r\n\r\n01234');
    await until(() => handled.length === AT_ONCE, 'eight are handled');
    for (const response of handled.slice(0, 3)) response.end();
    socket.write('56789');
    await until(() => bodies.join('') === '0123456789', 'the body is there');
    socket.destroy();
  });

  it('each hears that the sender left, also those whose turn to be answered never came', async () => {
    const socket = await open(server.url);
    socket.write(get('/').repeat(40));
    await until(() => handled.length === AT_ONCE, 'eight are handled');
    handled[0]?.end('x');
    await once(socket, 'data');
    await until(() => handled.length === AT_ONCE + 1, 'one more is handled');
    socket.resetAndDestroy();
    // A socket that is not read says that it is gone when it is written to.
    handled[1]?.end('x'.repeat(100_000));
    await until(() => closed === handled.length, 'all are closed');
    expect(handled.length).to.be.at.most(AT_ONCE + 2);
    expect(
      handled.slice(1).map(({ destroyed }) => destroyed),
      'who asks later',
    ).to.not.include(false);
  });

  it('a connection that sends thousands before it is answered is cut off', async () => {
    const socket = await open(server.url);
    const ended = new Promise((resolve) => socket.once('close', resolve));
    socket.write(get('/').repeat(2_000));
    await ended;
    await until(() => closed === handled.length, 'all are closed');
    expect(handled.length).to.equal(AT_ONCE);
  });
});
