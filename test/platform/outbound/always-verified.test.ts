import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { createServer } from 'node:tls';
import { expect } from 'chai';
import { inlineModule, runNode } from '../../scripts/run-node.js';
import { PATIENT_MS } from './fixtures.js';
import { SELF_SIGNED } from './self-signed.js';

const moduleAt = (path: string): string =>
  JSON.stringify(new URL(`../../../src/platform/${path}`, import.meta.url).href);

/** Every way out of a process: requests over both kinds of connection, those to an identity provider, and e-mail. */
const program = (port: number) => `
  import { createHttpClient } from ${moduleAt('outbound/http-client.js')};
  import { createMailer } from ${moduleAt('outbound/mailer.js')};
  import { createProviderFetch } from ${moduleAt('sign-in/provider-fetch.js')};
  const outbound = { outboundAllow: ['127.0.0.0/8'] };
  const url = 'https://localhost:${port}/';
  const client = createHttpClient(outbound);
  for (const freshConnection of [true, false]) {
    const request = { method: 'GET', url, headers: {}, timeoutMs: ${PATIENT_MS} };
    console.log((await client.send(request, { insecureHttp: false, freshConnection })).kind);
  }
  await client.close();
  await createProviderFetch(outbound)(url, { method: 'GET' }).then(() => console.log('fetched'), () => console.log('refused'));
  const mail = createMailer('smtps://localhost:${port}', 'leadkeep@localhost');
  console.log((await mail({ to: ['a@example.com'], subject: 'x', text: 'x' })).detail);
  process.exit();
`;

describe('NODE_TLS_REJECT_UNAUTHORIZED=0', () => {
  it('lets nobody pose as a buyer, a receiver, an identity provider or a mail server', async function () {
    this.timeout(60_000);
    let bytes = 0;
    const server = createServer(SELF_SIGNED, (socket) => {
      socket.on('data', (chunk: Buffer) => (bytes += chunk.length));
      socket.on('error', () => undefined);
      socket.end('HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n');
    });
    server.on('tlsClientError', () => undefined);
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    after(() => server.close());
    const run = runNode(inlineModule(program(port)), { env: { NODE_TLS_REJECT_UNAUTHORIZED: '0' } });
    expect(await run.ended, run.output()).to.equal(0);
    server.close();
    const told = run
      .output()
      .split('\n')
      .filter((line) => !/Warning|warnings/.test(line));
    expect(told.join('\n').trim()).to.equal(
      'never_sent\nnever_sent\nrefused\nthe mail server could not be reached (ESOCKET)',
    );
    expect(bytes).to.equal(0);
  });
});
