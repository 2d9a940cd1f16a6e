import type { Socket } from 'node:net';
import { expect } from 'chai';
import { PATHS } from '../support/api.js';
import { startHeardApi, type HeardApi } from '../support/heard-api.js';
import { sendBytes } from '../support/raw-bytes.js';

const MIB = 2 ** 20;
const CHUNK = `10000\r\n${'x'.repeat(2 ** 16)}\r\n`;

/** Goes on sending a body without an end, as fast as it is taken, until it is cut off. */
function pour(socket: Socket): void {
  const more = (): void => {
    while (!socket.destroyed && socket.bytesWritten < 512 * MIB) if (!socket.write(CHUNK)) return;
  };
  socket.on('drain', more);
  more();
}

describe('api: an early refusal', () => {
  let one: HeardApi;
  before(async () => {
    one = await startHeardApi();
  });
  after(() => one.close());

  const post = (path: string, ...headers: readonly string[]): string =>
    `${[`POST ${path} HTTP/1.1`, 'Host: leadkeep', 'Content-Type: application/json', ...headers].join('\r\n')}\r\n\r\n`;

  const REFUSALS = [
    ['no key', 401, PATHS.search, []],
    ['a wrong key', 401, PATHS.leads, ['X-Api-Key: wrong']],
    ['an unknown path', 404, '/nothing', []],
  ] as const;
  for (const [what, status, path, headers] of REFUSALS)
    it(`${what}: it is heard, and the body is not read on`, async () => {
      let bytes = 0;
      const answer = await sendBytes(one.url, post(path, 'Transfer-Encoding: chunked', ...headers), {
        socket: (socket) => {
          pour(socket);
          socket.once('close', () => (bytes = socket.bytesWritten));
        },
      });
      expect(answer.status).to.equal(status);
      expect(answer.headers).to.include({ connection: 'close', 'x-content-type-options': 'nosniff' });
      expect(answer.body.request_id).to.equal(answer.headers['x-request-id']);
      // What the kernels on both sides keep is written too.
      expect(bytes).to.be.below(64 * MIB);
    });

  it('a body over the limit is refused, heard, and not read on', async () => {
    const answer = await sendBytes(
      one.url,
      post(PATHS.search, 'Transfer-Encoding: chunked', `X-Api-Key: ${one.api.key}`),
      { socket: pour },
    );
    expect([answer.status, answer.headers['connection']]).to.deep.equal([413, 'close']);
  });

  it('a sender that writes all of its body before it reads hears it too', async () => {
    const body = 'x'.repeat(200_000);
    const answer = await sendBytes(one.url, `${post(PATHS.search, `Content-Length: ${body.length}`)}${body}`);
    expect(answer.status).to.equal(401);
  });

  it('what is asked behind it is not handled', async () => {
    const [begin, rest] = ['x'.repeat(1_000), 'x'.repeat(99_000)];
    const refused = `${post('/nothing', `Content-Length: ${begin.length + rest.length}`)}${begin}`;
    const { said } = await sendBytes(one.url, refused, {
      // Else all of the body may come along with its headers, which keeps the connection.
      socket: (socket) =>
        socket.once('data', () => socket.write(`${rest}GET /healthz HTTP/1.1\r\nHost: leadkeep\r\n\r\n`)),
    });
    expect(said.match(/HTTP\/1\.1 /g)).to.have.length(1);
  });

  it('a short body that came along keeps the connection', async () => {
    const refused = `${post('/nothing', 'Content-Length: 2')}{}`;
    const last = 'GET /healthz HTTP/1.1\r\nHost: leadkeep\r\nConnection: close\r\n\r\n';
    const { said } = await sendBytes(one.url, `${refused}${last}`);
    expect(said.match(/HTTP\/1\.1 \d{3}/g)).to.deep.equal(['HTTP/1.1 404', 'HTTP/1.1 200']);
  });
});
