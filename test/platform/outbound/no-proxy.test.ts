import { expect } from 'chai';
import { inlineModule, runNode } from '../../scripts/run-node.js';
import { PATIENT_MS } from './fixtures.js';
import { httpAnswer, onceRead, rawServer } from './raw-server.js';

const module = new URL('../../../src/platform/outbound/http-client.js', import.meta.url).href;
/** One request with each scheme over each kind of connection. Nobody speaks TLS there: those are never sent. */
const program = (port: number) => `
  import { createHttpClient } from ${JSON.stringify(module)};
  const client = createHttpClient({ outboundAllow: ['127.0.0.0/8'] });
  const outcomes = [];
  for (const scheme of ['http', 'https'])
    for (const freshConnection of [true, false]) {
      const url = scheme + '://127.0.0.1:${port}/';
      const request = { method: 'GET', url, headers: {}, timeoutMs: ${PATIENT_MS} };
      outcomes.push((await client.send(request, { insecureHttp: true, freshConnection })).kind);
    }
  await client.close();
  console.log(outcomes.join(' '));
`;

describe('proxy variables of the environment', () => {
  it('are ignored: every request goes straight to its address', async () => {
    const buyer = await rawServer(onceRead((socket) => socket.end(httpAnswer('200 OK', 'direct'))));
    const proxy = await rawServer(onceRead((socket) => socket.end(httpAnswer('200 OK', 'by proxy'))));
    try {
      const names = ['HTTP_PROXY', 'HTTPS_PROXY', 'ALL_PROXY'].flatMap((name) => [name, name.toLowerCase()]);
      const address = `http://127.0.0.1:${proxy.port}`;
      const proxies = Object.fromEntries(names.map((name) => [name, address]));
      const env = { ...proxies, NODE_USE_ENV_PROXY: '1', NO_PROXY: '', no_proxy: '' };
      const run = runNode(inlineModule(program(buyer.port)), { env });
      expect(await run.ended, run.output()).to.equal(0);
      expect(run.output()).to.contain('answered answered never_sent never_sent');
      expect({ direct: buyer.connections(), proxied: proxy.connections() }).to.deep.equal({
        direct: 4,
        proxied: 0,
      });
    } finally {
      await buyer.close();
      await proxy.close();
    }
  });
});
