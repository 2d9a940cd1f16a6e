import { randomUUID } from 'node:crypto';
import { keepDecided } from '../../src/app/consent/keep-evidence.js';
import { consentPorts } from './consents.js';
import { orderNews } from '../../src/app/news/order-news.js';
import { createLeases } from '../../src/platform/mongo/alerts/leases.js';
import { createNewsFeed } from '../../src/platform/mongo/news/news-feed.js';
import type { TellPorts } from '../../src/app/webhooks/tell-endpoints.js';
import type { WebhookLanes, WebhookMessages } from '../../src/app/ports/webhook-store.js';
import { tellEndpoints } from '../../src/app/webhooks/tell-endpoints.js';
import { publishNews, type PublishPorts } from '../../src/app/news/publish-news.js';
import { createLaneStore } from '../../src/platform/mongo/webhooks/lane-store.js';
import { createMessageStore } from '../../src/platform/mongo/webhooks/message-store.js';
import { guardOutages } from '../../src/platform/process/outage.js';
import type { Platform } from '../../src/platform/process/platform.js';

/** What the endpoints of affiliates are told, on the real services. */
export function webhookPorts({ connection, catalogue }: Platform): TellPorts & {
  readonly messages: WebhookMessages;
  readonly lanes: WebhookLanes;
} {
  return {
    messages: guardOutages('MongoDB', createMessageStore(connection)),
    lanes: guardOutages('MongoDB', createLaneStore(connection)),
    catalogue,
    clock: () => new Date(),
  };
}

/** Publishes the news of leads: keeps the evidence of their consents, and stores what endpoints are told of it. */
export function newsPublisher(platform: Platform): () => Promise<number> {
  const ports = webhookPorts(platform);
  const evidence = consentPorts(platform);
  const tell: PublishPorts['tell'] = async (news, owing) => {
    await keepDecided(evidence, owing);
    await tellEndpoints(ports, news);
  };
  return () => publishNews({ news: platform.news, tell });
}

/** Publishes the news of leads, and orders it for the feed in one process at a time. */
export function newsOrderer(platform: Platform): () => Promise<number> {
  const { connection } = platform;
  const ports = {
    feed: guardOutages('MongoDB', createNewsFeed(connection)),
    leases: guardOutages('MongoDB', createLeases(connection)),
    publish: newsPublisher(platform),
    clock: () => new Date(),
    owner: randomUUID(),
  };
  return () => orderNews(ports);
}
