import type { Connection } from 'mongoose';
import { orderNews } from '../../src/app/news/order-news.js';
import type { LeadNews } from '../../src/core/news/lead-news.js';
import { createLeases } from '../../src/platform/mongo/alerts/leases.js';
import { createNewsFeed } from '../../src/platform/mongo/news/news-feed.js';
import { createNewsStore } from '../../src/platform/mongo/news/news-store.js';

/** Stores changes of leads, and gives them their places in the feed as the process that orders does. */
export async function publishNews(connection: Connection, ...news: readonly LeadNews[]): Promise<void> {
  await createNewsStore(connection).publish(news);
  await orderNews({
    ...{ feed: createNewsFeed(connection), leases: createLeases(connection), owner: 'test' },
    ...{ oldestPending: () => Promise.resolve(undefined), clock: () => new Date() },
  });
}
