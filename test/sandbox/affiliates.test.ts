import { expect } from 'chai';
import { createServer } from 'node:http';
import { Webhook } from 'standardwebhooks';
import { createSandbox } from '../../sandbox/app.js';
import { DEFAULT_FILE, readFile } from '../../sandbox/file/read-file.js';
import { createHttpClient } from '../../src/platform/outbound/http-client.js';
import { openServer, type OpenServer } from '../support/open-server.js';

const SECRET = `whsec_${Buffer.alloc(32, 5).toString('base64')}`;

describe('the sandbox’s affiliates', () => {
  let server: OpenServer;
  before(async () => {
    server = await openServer(createServer(createSandbox(readFile(DEFAULT_FILE), { hookSecret: SECRET })));
  });
  after(() => server.close());

  const hook = (body: string, signature: string) =>
    fetch(`${server.url}/affiliates/northwind/webhook`, {
      method: 'POST',
      body,
      headers: {
        ...{ 'webhook-id': 'm', 'webhook-timestamp': String(Math.floor(Date.now() / 1_000)) },
        'webhook-signature': signature,
      },
    });
  const signed = (body: string): string => new Webhook(SECRET).sign('m', new Date(), body);

  it('verify webhooks and take postbacks, and remember both', async () => {
    const body = '{"type":"lead.decided"}';
    expect((await hook(body, signed(body))).status).to.equal(204);
    expect((await hook(`${body} `, signed(body))).status).to.equal(401);
    expect((await fetch(`${server.url}/affiliates/northwind/postback?payout=1.00`)).status).to.equal(200);
    const received = (await (await fetch(`${server.url}/received`)).json()) as {
      what: string;
      answer: string;
    }[];
    expect(received.map(({ what, answer }) => [what, answer])).to.deep.equal([
      ['webhook', 'verified'],
      ['webhook', 'No matching signature found'],
      ['postback', 'taken'],
    ]);
  });

  it('misbehave on demand, and the guarded client bears it', async () => {
    const client = createHttpClient({ outboundAllow: ['127.0.0.0/8'] });
    const outcome = async (does: string): Promise<string> => {
      const { ok } = await fetch(`${server.url}/affiliates/northwind/behavior`, {
        method: 'PUT',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ does }),
      });
      if (!ok) return 'refused';
      const url = `${server.url}/affiliates/northwind/postback`;
      const sent = await client.send(
        { method: 'GET', url, headers: {}, timeoutMs: 500 },
        { insecureHttp: true, freshConnection: false },
      );
      return sent.kind === 'answered' ? String(sent.status) : sent.kind;
    };
    for (const [does, expected] of [
      ['fails', '500'],
      ['hangs', 'unknown'],
      ['redirects', '307'],
      ['long', 'unknown'],
      ['busy', '429'],
      ['rudely', 'refused'],
      ['well', '200'],
    ] as const)
      expect(await outcome(does), does).to.equal(expected);
    await client.close();
  });
});
