import { connect } from 'node:net';
import { once } from 'node:events';
import { expect } from 'chai';
import supertest from 'supertest';
import { LEADS, startOperatorApi, type TestOperatorApi } from '../support/operator-api.js';

const PATH = `${LEADS}/00000000-0000-4000-8000-00000000ffff`;

/** Sends bytes, and returns all that is answered until the connection is closed. */
async function sendRaw(url: string, bytes: string): Promise<string> {
  const socket = connect(Number(new URL(url).port), '127.0.0.1');
  const chunks: Buffer[] = [];
  socket.on('data', (chunk: Buffer) => chunks.push(chunk));
  socket.write(bytes);
  await once(socket, 'close');
  return Buffer.concat(chunks).toString();
}

describe('operator API: every call', function () {
  let api: TestOperatorApi;
  before(async () => {
    api = await startOperatorApi();
  });
  after(() => api.close());

  it('path, key, scope, method, body: the first fault is answered', async () => {
    const narrow = await api.issueKey(['reports:read']);
    const ROWS = [
      ['post', '/api/v1/operator/nothing', { key: null, body: {} }, 404, 'NOT_FOUND'],
      ['get', '/api/v1/operator/leads/%zz', { key: null }, 404, 'NOT_FOUND'],
      ['post', PATH, { key: null, body: {} }, 401, 'AUTH_REQUIRED'],
      ['post', PATH, { key: narrow, body: {} }, 403, 'FORBIDDEN'],
      ['post', PATH, { body: {} }, 405, 'MALFORMED_REQUEST'],
      ['delete', PATH, {}, 405, 'MALFORMED_REQUEST'],
      ['get', PATH, { body: {} }, 400, 'MALFORMED_REQUEST'],
      ['get', PATH, {}, 404, 'NOT_FOUND'],
    ] as const;
    for (const [method, path, sent, status, code] of ROWS) {
      const answer = await api.call(method, path, sent);
      expect([answer.status, answer.body.code], `${method} ${path}`).to.deep.equal([status, code]);
    }
  });

  it('a body of a GET is refused unread, also in chunks', async () => {
    const head = `GET ${PATH} HTTP/1.1\r\nHost: a\r\nConnection: close\r\nX-API-Key: ${api.key}\r\n`;
    for (const rest of [
      'Content-Length: 5\r\n\r\nabcde',
      'Transfer-Encoding: chunked\r\n\r\n5\r\nabcde\r\n0\r\n\r\n',
    ])
      expect(await sendRaw(api.url, `${head}${rest}`)).to.contain('Send no body with this call.');
  });

  it('uses neither Host nor an address of another in the target', async () => {
    const hosts = ['Host: evil.example', 'X-Forwarded-Host: evil.example', 'Host:'];
    for (const host of hosts) {
      const said = await sendRaw(api.url, `GET /docs/ HTTP/1.1\r\n${host}\r\nConnection: close\r\n\r\n`);
      expect(said).to.contain('308').and.to.not.contain('evil.example');
    }
    const target = `GET http://evil.example${PATH} HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n`;
    expect(await sendRaw(api.url, target)).to.contain('401');
  });

  it('lets no other page read it: no CORS, and headers that bind browsers', async () => {
    const origin = { Origin: 'https://evil.example', 'Access-Control-Request-Method': 'GET' };
    for (const [method, path] of [
      ['get', PATH],
      ['options', PATH],
      ['get', '/openapi.json'],
      ['get', '/docs'],
    ] as const) {
      const { headers } = await supertest(api.url)[method](path).set(origin);
      expect(Object.keys(headers).filter((name) => name.startsWith('access-control'))).to.deep.equal([]);
      expect(headers['content-security-policy'], path).to.contain("default-src 'none'");
      expect(headers['content-security-policy']).to.contain("frame-ancestors 'none'");
      expect(headers).to.include({
        'referrer-policy': 'no-referrer',
        'cross-origin-resource-policy': 'same-origin',
        'x-content-type-options': 'nosniff',
        'cache-control': 'no-store',
      });
    }
  });

  it('HEAD has the headers of GET and no body', async () => {
    const { status, headers, text } = await supertest(api.url).head(PATH).set('X-API-Key', api.key);
    expect([status, text]).to.deep.equal([404, undefined]);
    expect(Number(headers['content-length'])).to.be.above(0);
  });

  it('each call leaves one line with its key, and neither address nor query', async () => {
    const before = api.heard.lines().length;
    await api.get(`${PATH}?from=secret-word`);
    const said = api.heard.lines().slice(before);
    expect(said).to.have.length(1);
    expect(said[0]).to.include({ msg: 'request', route: `${LEADS}/:id`, http: 400 });
    expect(said[0]?.['key_prefix']).to.equal(api.key.slice(0, 15));
    expect(JSON.stringify(said)).to.not.contain('secret-word').and.not.contain(api.key);
  });
});
