import { spawnSync } from 'node:child_process';
import { expect } from 'chai';
import { Webhook } from 'standardwebhooks';
import { Webhook as SvixWebhook } from 'svix';
import type { OutboxMessage } from '../../../src/core/outbox/outbox-message.js';
import type { Endpoint } from '../../../src/core/webhooks/endpoints.js';
import { createWebhookSender } from '../../../src/platform/outbound/webhook-sender.js';
import { pythonForTests } from '../../support/python.js';

interface Event {
  readonly headers: Record<string, string>;
  readonly body: string;
}

const secretOf = (byte: number): string => `whsec_${Buffer.alloc(32, byte).toString('base64')}`;
const [OURS, NEXT, THEIRS] = [secretOf(1), secretOf(2), secretOf(3)];
let now = new Date();

/** What leaves, as the sender makes it. */
async function sent(secrets: readonly string[] = ['${secret:OURS}'], at = now): Promise<Event> {
  const events: Event[] = [];
  const client = {
    send({
      headers,
      body = '',
    }: {
      readonly headers: Readonly<Record<string, string>>;
      readonly body?: string;
    }) {
      events.push({ headers: { ...headers }, body });
      return Promise.resolve({ kind: 'answered', status: 200, headers: {}, body: '' } as const);
    },
  };
  const env = { LEADKEEP_SECRET_OURS: OURS, LEADKEEP_SECRET_NEXT: NEXT };
  const endpoint: Endpoint = {
    ...{ kind: 'webhook', lane: 'webhook:affiliate:a', owner: 'affiliate', owner_id: 'a', handle: 'a' },
    affiliate_id: 'a',
    settings: { url: 'https://a.example/', secrets, events: ['lead.decided'], insecure_http: false },
  };
  const content = { type: 'lead.decided', timestamp: at.toISOString(), data: { reason: 'Überprüft ✓ "x"' } };
  const message = {
    ...{ id: 'webhook:l:1', kind: 'webhook', lane: 'l', subject: 'l/1', content },
  } as unknown as OutboxMessage;
  await createWebhookSender(client, env, () => at).send(endpoint, message);
  return events[0]!;
}

describe('what signs a webhook', () => {
  // Libraries refuse what is older than five minutes, and a whole suite takes longer.
  beforeEach(() => {
    now = new Date();
  });

  it('is accepted by other makers’ libraries', async () => {
    const { headers, body } = await sent();
    expect(new Webhook(OURS).verify(body, headers)).to.have.property('type', 'lead.decided');
    expect(new SvixWebhook(OURS).verify(body, headers)).to.have.property('type', 'lead.decided');
  });

  it('is accepted with the old secret and the new one while one replaces the other', async () => {
    const { headers, body } = await sent(['${secret:OURS}', '${secret:NEXT}']);
    for (const secret of [OURS, NEXT]) {
      new Webhook(secret).verify(body, headers);
      new SvixWebhook(secret).verify(body, headers);
    }
    expect(() => new Webhook(THEIRS).verify(body, headers)).to.throw();
  });

  it('is accepted by Python’s standardwebhooks, where there is a Python', async function () {
    const python = pythonForTests();
    if (python === undefined) this.skip();
    const { headers, body } = await sent();
    const program = `import sys, json
from standardwebhooks.webhooks import Webhook
given = json.load(sys.stdin)
print(Webhook(given['secret']).verify(given['body'], given['headers'])['type'])`;
    const input = JSON.stringify({ secret: OURS, headers, body });
    const { stdout, stderr } = spawnSync(python, ['-c', program], { input, encoding: 'utf8' });
    expect(stdout.trim(), stderr).to.equal('lead.decided');
  });

  const over = (headers: Record<string, string>) => (event: Event) => ({
    ...event,
    headers: { ...event.headers, ...headers },
  });
  const without = (name: string) => (event: Event) => ({
    ...event,
    headers: Object.fromEntries(Object.entries(event.headers).filter(([key]) => key !== name)),
  });
  const signature = (event: Event): string => event.headers['webhook-signature'] ?? '';
  const signed = (make: (event: Event) => string) => (event: Event) =>
    over({ 'webhook-signature': make(event) })(event);
  const stamp = (ms: number): string => String(Math.floor((now.getTime() + ms) / 1_000));
  const forgeries: readonly (readonly [string, (event: Event) => Event])[] = [
    ['another body', (event) => ({ ...event, body: event.body.replace('decided', 'returned') })],
    ['a body with a blank more', (event) => ({ ...event, body: `${event.body} ` })],
    ['an empty body', (event) => ({ ...event, body: '' })],
    ['a body written anew', (event) => ({ ...event, body: JSON.stringify(JSON.parse(event.body), null, 1) })],
    ['another id', over({ 'webhook-id': 'webhook:l:2' })],
    ['an id that takes a part of the time', over({ 'webhook-id': `webhook:l:1.${stamp(0)}` })],
    ['another time', over({ 'webhook-timestamp': stamp(-1_000) })],
    ['a time of an hour ago', over({ 'webhook-timestamp': stamp(-3_600_000) })],
    ['a time in an hour', over({ 'webhook-timestamp': stamp(3_600_000) })],
    ['a time that is none', over({ 'webhook-timestamp': 'now' })],
    ['no time', without('webhook-timestamp')],
    ['no id', without('webhook-id')],
    ['no signature', without('webhook-signature')],
    ['an empty signature', over({ 'webhook-signature': '' })],
    ['another version of signatures', signed((event) => signature(event).replace('v1,', 'v2,'))],
    ['a signature without its version', signed((event) => signature(event).slice('v1,'.length))],
    ['a signature that is cut', signed((event) => signature(event).slice(0, -2))],
    ['a signature in other letters', signed((event) => signature(event).toLowerCase())],
    ['the signature of another secret', signed((e) => new Webhook(THEIRS).sign('webhook:l:1', now, e.body))],
    [
      'the signature of the secret as text',
      signed((e) => new Webhook(OURS, { format: 'raw' }).sign('webhook:l:1', now, e.body)),
    ],
    ['the signature of another message', signed((e) => new Webhook(OURS).sign('webhook:l:9', now, e.body))],
    ['the signature of the body alone', signed((e) => new Webhook(OURS).sign('', now, e.body))],
  ];
  for (const [what, forge] of forgeries)
    it(`does not fit ${what}`, async () => {
      const event = forge(await sent());
      expect(() => new Webhook(OURS).verify(event.body, event.headers)).to.throw();
    });

  it('does not fit what was kept and is sent again after ten minutes', async () => {
    const { headers, body } = await sent(['${secret:OURS}'], new Date(now.getTime() - 600_000));
    expect(() => new Webhook(OURS).verify(body, headers)).to.throw('too old');
  });

  it('is not made without its secret: nothing leaves', async () => {
    expect(await sent(['${secret:MISSING}'])).to.equal(undefined);
  });
});
