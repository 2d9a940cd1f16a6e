import { createServer } from 'node:http';
import { expect } from 'chai';
import type { Endpoint } from '../../../src/core/webhooks/endpoints.js';
import type { OutboxMessage } from '../../../src/core/outbox/outbox-message.js';
import { createHttpClient } from '../../../src/platform/outbound/http-client.js';
import { createWebhookSender } from '../../../src/platform/outbound/webhook-sender.js';
import { openServer, type OpenServer } from '../../support/open-server.js';

const ENV = { LEADKEEP_SECRET_A: `whsec_${Buffer.alloc(32, 3).toString('base64')}` };
const values = { click_id: 'c', subid: 's', payout: '1.00', status: 'accepted', transaction_id: 't' };
const MESSAGE = {
  ...{ id: 'm', kind: 'webhook', lane: 'l', subject: 'l/s', state: 'waiting', failures: 0, attempts: [] },
  ...{ created_at: new Date(), content: { type: 'lead.decided', values } },
} as unknown as OutboxMessage;
const MIB = 1_048_576;

describe('an affiliate’s address that misbehaves is answered as a buyer’s', () => {
  let server: OpenServer;
  let asked: string[] = [];
  before(async () => {
    server = await openServer(
      createServer((request, response) => {
        asked.push(request.url ?? '');
        if (request.url?.startsWith('/moved'))
          return void response.writeHead(307, { location: '/well' }).end();
        if (!request.url?.startsWith('/long')) return void response.writeHead(204).end();
        response.writeHead(200);
        let left = 50;
        const more = (): void => {
          while (left > 0 && !response.destroyed) {
            left -= 1;
            if (!response.write(Buffer.alloc(MIB))) return void response.once('drain', more);
          }
          response.end();
        };
        more();
      }),
    );
  });
  beforeEach(() => {
    asked = [];
  });
  after(() => server.close());

  /** `path`: at the server; or a whole address. */
  async function send(
    kind: Endpoint['kind'],
    path: string,
    allowed: readonly string[],
    insecure_http = true,
  ) {
    const client = createHttpClient({ outboundAllow: allowed });
    const url = path.startsWith('/') ? `${server.url}${path}` : path;
    const settings = { url, insecure_http, events: [], on: [], secrets: ['${secret:A}'] };
    const endpoint = { kind, settings } as unknown as Endpoint;
    try {
      return await createWebhookSender(client, ENV, () => new Date()).send(endpoint, MESSAGE);
    } finally {
      await client.close();
    }
  }

  const HERE = ['127.0.0.0/8'];
  const ROWS: readonly (readonly [
    what: string,
    path: string,
    allowed: readonly string[],
    isSecure: boolean,
    detail: RegExp,
    calls: number,
  ])[] = [
    ['a private address', '/well', [], false, /address|private|allow/i, 0],
    [
      'the address of a cloud’s own data',
      'http://169.254.169.254/x',
      HERE,
      false,
      /address|private|allow/i,
      0,
    ],
    ['plain http without insecure_http', '/well', HERE, true, /http/i, 0],
    ['a redirect: not followed', '/moved', HERE, false, /HTTP 307/, 1],
    ['an answer of 50 MB: cut, and not delivered', '/long', HERE, false, /./, 1],
  ];
  for (const [what, path, allowed, isSecure, detail, calls] of ROWS)
    for (const kind of ['webhook', 'postback'] as const)
      it(`${kind}: ${what}`, async () => {
        const sent = await send(kind, path, allowed, !isSecure);
        expect(sent.ok, sent.detail).to.equal(false);
        expect(sent.detail).to.match(detail);
        expect(asked).to.have.length(calls);
      });

  it('one that behaves takes it', async () => {
    expect(await send('webhook', '/well', HERE)).to.include({ ok: true, status: 204 });
    expect(await send('postback', '/well?cid={{click_id}}', HERE)).to.include({ ok: true });
    expect(asked).to.deep.equal(['/well', '/well?cid=c']);
  });
});
