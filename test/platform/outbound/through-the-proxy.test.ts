import { expect } from 'chai';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inlineModule, runNode } from '../../scripts/run-node.js';
import { connectProxy, type ConnectProxy } from './connect-proxy.js';
import { PATIENT_MS } from './fixtures.js';
import { SELF_SIGNED } from './self-signed.js';

const module = new URL('../../../src/platform/outbound/http-client.js', import.meta.url).href;

/** Sends one request after another, for each of which every name has a public address, and prints what came of it. */
const program = (outboundProxy: string, requests: readonly (readonly [url: string, isFresh: boolean])[]) => `
  import { createHttpClient } from ${JSON.stringify(module)};
  const lookup = () => Promise.resolve([{ address: '8.8.8.8', family: 4 }]);
  const client = createHttpClient({ outboundAllow: [], outboundProxy: '${outboundProxy}' }, undefined, lookup);
  for (const [url, freshConnection] of ${JSON.stringify(requests)}) {
    const travel = { insecureHttp: false, freshConnection };
    const request = { method: 'POST', url, headers: {}, body: '{}', timeoutMs: ${PATIENT_MS} };
    const { kind, status, detail, via } = await client.send(request, travel);
    console.log(JSON.stringify([kind, status ?? detail, via ?? null]));
    await new Promise(setImmediate);
  }
  await client.close();
`;

/** Node takes certificates to trust at its start alone. */
describe('a request through OUTBOUND_PROXY', function () {
  this.timeout(60_000);
  let dir: string;
  let buyer: Server;
  let got: string[];
  let proxy: ConnectProxy;
  before(async () => {
    dir = mkdtempSync(join(tmpdir(), 'leadkeep-proxy-'));
    writeFileSync(join(dir, 'ca.pem'), SELF_SIGNED.cert);
    buyer = createServer(SELF_SIGNED, ({ url = '', headers }, response) => {
      got.push(`${headers.host} ${url}`);
      if (url === '/moved') response.writeHead(302, { location: 'https://10.0.0.5/' });
      response.end('ok');
    });
    await new Promise<void>((resolve) => buyer.listen(0, '127.0.0.1', resolve));
  });
  beforeEach(() => (got = []));
  afterEach(() => proxy.close());
  after(() => {
    buyer.closeAllConnections();
    buyer.close();
    rmSync(dir, { recursive: true });
  });

  async function outcomes(address: string, requests: Parameters<typeof program>[1]): Promise<unknown[]> {
    const env = { NODE_EXTRA_CA_CERTS: join(dir, 'ca.pem') };
    const run = runNode(inlineModule(program(address, requests)), { env });
    expect(await run.ended, run.output()).to.equal(0);
    return run
      .output()
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as unknown);
  }
  const portOf = (): number => (buyer.address() as AddressInfo).port;

  it('arrives under the name of its host, which its certificate must have, and follows no redirect', async () => {
    proxy = await connectProxy({ port: portOf() });
    const wrong = 'connect: ERR_TLS_CERT_ALTNAME_INVALID, through the proxy (OUTBOUND_PROXY)';
    expect(
      await outcomes(`http://${proxy.host}`, [
        ['https://localhost/fresh', true],
        ['https://localhost/moved', true],
        ['https://localhost/kept', false],
        ['https://localhost/kept', false],
        ['https://buyer.example/', true],
        ['https://buyer.example/', false],
        ['https://8.8.8.8/', true],
        ['https://[2606:4700:4700::1111]/', true],
      ]),
    ).to.deep.equal([
      ['answered', 200, proxy.host],
      ['answered', 302, proxy.host],
      ['answered', 200, proxy.host],
      ['answered', 200, proxy.host],
      ...Array<unknown>(4).fill(['never_sent', wrong, null]),
    ]);
    expect(got).to.deep.equal(['fresh', 'moved', 'kept', 'kept'].map((path) => `localhost /${path}`));
    const asked = proxy.targets();
    expect(asked.at(-1)).to.equal('[2606:4700:4700::1111]:443');
    // Of the two over a kept connection only the first asks.
    expect(asked.slice(0, -1)).to.deep.equal(Array(6).fill('8.8.8.8:443'));
  });

  it('arrives through a proxy that speaks TLS, whose name must be that of its certificate', async () => {
    proxy = await connectProxy({ port: portOf(), isTls: true });
    const { port } = proxy;
    expect(await outcomes(`https://localhost:${port}`, [['https://localhost/', true]])).to.deep.equal([
      ['answered', 200, `localhost:${port}`],
    ]);
    await proxy.close();
    proxy = await connectProxy({ port: portOf(), isTls: true, address: '127.0.0.2' });
    const detail = "connect: the proxy (OUTBOUND_PROXY) can't be used: ERR_TLS_CERT_ALTNAME_INVALID";
    expect(await outcomes(`https://${proxy.host}`, [['https://localhost/', true]])).to.deep.equal([
      ['never_sent', detail, null],
    ]);
  });
});
