import { randomUUID } from 'node:crypto';
import type { WebhookViewPorts } from '../app/webhooks/list-webhooks.js';
import { createMessageStore } from '../platform/mongo/webhooks/message-store.js';
import { guardMongo } from '../platform/process/outage.js';
import type { Platform } from '../platform/process/platform.js';

/** Wires what operators see and do about webhooks to a platform. */
export const openWebhooks = ({
  connection,
}: Pick<Platform, 'connection'>): WebhookViewPorts & { readonly newId: () => string } => ({
  messages: guardMongo(createMessageStore(connection)),
  newId: randomUUID,
});
