import { createHmac } from 'node:crypto';
import { Webhook } from 'standardwebhooks';
import type { Sent } from '../../app/ports/outbox.js';
import type { WebhookSender } from '../../app/ports/webhook-sender.js';
import type { OutboundRequest } from '../../app/ports/prepared-request.js';
import type { OutboxMessage } from '../../core/outbox/outbox-message.js';
import { fillPostback } from '../../core/webhooks/postback.js';
import type { PostbackSettings, WebhookSettings } from '../../core/webhooks/webhook-settings.js';
import { leadOfMessage, type PostbackContent } from '../../core/webhooks/webhook-messages.js';
import type { ExchangeRecorder } from '../../app/ports/exchange-store.js';
import { aboutLead } from '../../core/exchanges/about.js';
import { OF_NONE } from '../../core/exchanges/exchange.js';
import type { HttpClient } from './http-client.js';
import { noteCall } from './note-exchange.js';
import { resolveSecret } from './secrets.js';
import { unsetWords } from './secret-value.js';
import { sentBy } from './sent-by.js';

const TIMEOUT_MS = 10_000;
const OURS = { 'user-agent': 'Leadkeep' };

type Prepared = Pick<OutboundRequest, 'method' | 'headers' | 'body'> & { readonly url: string };
/** A request with what must not be kept of it, or what an operator has to set right first. */
type Made =
  { readonly request: Prepared; readonly signatures: readonly string[] } | { readonly fault: string };

/** Tells affiliates through the guarded client that buyers have. Secrets are read at each use. */
export function createWebhookSender(
  client: Pick<HttpClient, 'send'>,
  env: NodeJS.ProcessEnv,
  clock: () => Date,
  recorder?: ExchangeRecorder,
): WebhookSender {
  return {
    async send({ kind, settings, lane }, message): Promise<Sent> {
      const signed =
        kind === 'webhook'
          ? signedEvent(settings, message, env, clock())
          : filledAddress(settings, message, env);
      if ('fault' in signed) return { ok: false, detail: signed.fault };
      const travel = { insecureHttp: settings.insecure_http, freshConnection: false };
      const at = clock();
      const outcome = await client.send({ ...signed.request, timeoutMs: TIMEOUT_MS }, travel);
      const leadId = leadOfMessage(message);
      if (recorder && leadId !== undefined)
        noteCall(recorder, {
          about: aboutLead(kind, { id: leadId, submission: OF_NONE }, message.order),
          ...{ destination: lane, at, took_ms: clock().getTime() - at.getTime(), outcome },
          ...{ request: signed.request, secrets: signed.signatures },
        });
      return sentBy(outcome, clock());
    },
  };
}

/** Every secret signs, so that its receiver may know the old one or the new one. */
function signedEvent(
  { url, secrets }: WebhookSettings,
  { id, content }: OutboxMessage,
  env: NodeJS.ProcessEnv,
  now: Date,
): Made {
  const body = JSON.stringify(content);
  const signatures: string[] = [];
  for (const named of secrets) {
    const signer = signerOf(named, env);
    if (typeof signer === 'string') return { fault: signer };
    signatures.push(signer.sign(id, now, body));
  }
  const headers = {
    ...OURS,
    'content-type': 'application/json',
    'webhook-id': id,
    'webhook-timestamp': String(Math.floor(now.getTime() / 1_000)),
    'webhook-signature': signatures.join(' '),
  };
  return { request: { method: 'POST', url, headers, body }, signatures };
}

function signerOf(named: string, env: NodeJS.ProcessEnv): Webhook | string {
  const { name, value } = resolveSecret(named, env);
  if (value === undefined) return `secret ${name} ${unsetWords(name, env)}`;
  try {
    return new Webhook(value);
  } catch {
    return `secret ${name} is not whsec_ and base64`;
  }
}

function filledAddress(
  { url, sign }: PostbackSettings,
  { content }: OutboxMessage,
  env: NodeJS.ProcessEnv,
): Made {
  const { values } = content as PostbackContent;
  const signatures: string[] = [];
  const request = (filled: string): Made => ({
    ...{ request: { method: 'GET', url: filled, headers: OURS }, signatures },
  });
  if (!sign) return request(fillPostback(url, values));
  const { name, value } = resolveSecret(sign.secret, env);
  if (value === undefined) return { fault: `secret ${name} ${unsetWords(name, env)}` };
  const hmac = (query: string): string => {
    const signature = createHmac('sha256', value).update(query).digest('hex');
    signatures.push(signature);
    return signature;
  };
  return request(fillPostback(url, values, { parameter: sign.parameter, sign: hmac }));
}
