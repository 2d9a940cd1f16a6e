import { pauseWebhookBody, replayWebhooksBody, testWebhookBody } from '../bodies/webhooks.js';
import {
  pauseWebhook,
  readWebhookMessages,
  readWebhooks,
  replayWebhooks,
  testWebhook,
} from '../handlers/webhooks.js';
import { needed, oneOf, optional, text } from '../parameters/kinds.js';
import { route, type OperatorRoute } from '../route.js';
import { BASE } from './base.js';

const notFound = 'there is no such endpoint';
const acts = { method: 'POST', permission: 'pause', limit: 'acts', parameters: {} } as const;

/** What affiliates are told of their leads. */
export const WEBHOOK_ROUTES: readonly OperatorRoute[] = [
  route({
    path: `${BASE}/webhooks`,
    permission: 'traffic:read',
    limit: 'reads',
    parameters: {},
    handle: readWebhooks,
    describe: {
      id: 'list_webhooks',
      summary: 'List webhooks and postbacks',
      description:
        'The endpoints of affiliates and campaigns, with what waits for them and what was given up.',
      schema: 'Webhooks',
    },
  }),
  route({
    path: `${BASE}/webhooks/messages`,
    permission: 'traffic:read',
    limit: 'reads',
    parameters: {
      about: needed(text('webhook:affiliate:northwind'), 'The name of an endpoint, or the id of a lead'),
      state: optional(oneOf(['waiting', 'delivered', 'parked'] as const), 'Only those'),
    },
    handle: readWebhookMessages,
    describe: {
      id: 'list_webhook_messages',
      summary: 'List messages to an endpoint or about a lead',
      description: 'The newest 50, each with its last ten attempts, without their content.',
      schema: 'WebhookMessages',
      notFound,
    },
  }),
  route({
    ...acts,
    path: `${BASE}/webhooks/pause`,
    body: pauseWebhookBody,
    handle: pauseWebhook,
    describe: {
      id: 'pause_webhook',
      summary: 'Pause or resume an endpoint',
      description: 'Messages wait during a pause. Resuming sends them right away.',
      schema: 'PausedWebhook',
      notFound,
    },
  }),
  route({
    ...acts,
    path: `${BASE}/webhooks/replay`,
    body: replayWebhooksBody,
    handle: replayWebhooks,
    describe: {
      id: 'replay_webhooks',
      summary: 'Send messages again',
      description: 'The newest 1,000 that arrived or were given up. Each says that it is a replay.',
      schema: 'ReplayedWebhooks',
      notFound,
      conflict: 'nothing has ended there',
    },
  }),
  route({
    ...acts,
    path: `${BASE}/webhooks/test`,
    body: testWebhookBody,
    handle: testWebhook,
    describe: {
      id: 'test_webhook',
      summary: 'Send a test event',
      description: "Sent within seconds. The list of messages shows the endpoint's answer.",
      schema: 'TestedWebhook',
      notFound,
    },
  }),
];
