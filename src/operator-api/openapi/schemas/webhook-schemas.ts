import { orNull, ref, text } from '../../../http/openapi/json-schema.js';
import { count, exactly, flag, listOf, oneOf, time, whole } from './parts.js';

const KIND = oneOf(['webhook', 'postback']);

export const webhookSchemas = {
  Webhooks: exactly({ endpoints: listOf(ref('schemas', 'WebhookEndpoint')) }),
  WebhookEndpoint: exactly({
    name: text('`webhook:campaign:spring`'),
    kind: KIND,
    affiliate: text('Its handle'),
    origin: text('Of its address'),
    events: listOf(text()),
    waiting: count('Messages that did not arrive yet'),
    oldest: orNull(time('Since when the oldest of them waits')),
    parked: count('Messages that were given up within 90 days'),
    failures: count('In a row; from five on, one message at a time tries'),
    open_until: orNull(time('Nothing is tried before')),
    delivered_at: orNull(time('When it last took a message')),
    paused: orNull(exactly({ by: text(), why: text(), at: time() })),
  }),
  WebhookMessages: exactly({ messages: listOf(ref('schemas', 'WebhookMessage'), 'Newest first') }),
  WebhookMessage: exactly({
    id: text('The `webhook-id` of an event'),
    kind: KIND,
    event: text('`lead.decided`; of a postback `accepted` or `returned`'),
    state: oneOf(['waiting', 'delivered', 'parked']),
    created_at: time(),
    replay: flag('An operator had it sent again'),
    due_at: orNull(time('When it is tried next')),
    attempts: listOf(
      exactly({
        at: time(),
        duration_ms: count(),
        ok: flag(),
        detail: text(),
        status: orNull(whole()),
      }),
      'The newest ten',
    ),
  }),
  PausedWebhook: exactly({ endpoint: text(), paused: flag() }),
  ReplayedWebhooks: exactly({ replayed: count('How many are sent again') }),
  TestedWebhook: exactly({ id: text('Of the message') }),
};
