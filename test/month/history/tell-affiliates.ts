import type { Connection } from 'mongoose';
import { publishNews } from '../../../src/app/news/publish-news.js';
import type { LeadNews } from '../../../src/core/news/lead-news.js';
import { notifyEndpoints } from '../../../src/app/webhooks/notify-endpoints.js';
import type { Catalogue } from '../../../src/core/catalogue/types.js';
import type { OutboxMessage } from '../../../src/core/outbox/outbox-message.js';
import { createNewsStore } from '../../../src/platform/mongo/news/news-store.js';
import { createMessageStore } from '../../../src/platform/mongo/webhooks/message-store.js';
import { createLeadStore } from '../../../src/platform/mongo/stores/lead-store.js';
import { silentLog } from '../../support/services.js';

type Stored = Omit<OutboxMessage, 'id'> & { readonly _id: string };

/**
 * Publishes the news of the history, and stores that affiliates took it when it happened. Otherwise the first `notify`
 * would send them two months at once.
 */
export async function tellAffiliates(connection: Connection, catalogue: Catalogue, now: Date): Promise<void> {
  const outbox = createMessageStore(connection);
  const ports = {
    messages: outbox,
    catalogue: { current: () => catalogue },
    clock: () => now,
  };
  const publishing = {
    news: createNewsStore(connection),
    leads: createLeadStore(connection),
    tell: (told: readonly LeadNews[]) => notifyEndpoints(ports, told),
    log: silentLog,
  };
  while ((await publishNews(publishing)) > 0);
  const messages = connection.collection<Stored>('webhook_messages');
  const all = await messages.find({}).sort({ created_at: 1 }).toArray();
  if (all.length === 0) return;
  await messages.bulkWrite(all.map(taken), { ordered: false });
  const last = new Map(all.map(({ lane, created_at }) => [lane, created_at]));
  for (const lane of await outbox.takeLanes(now, new Date(now.getTime() + 1), last.size)) {
    const delivered_at = last.get(lane.id);
    await outbox.endLane(lane, { failures: 0, ...(delivered_at && { delivered_at }) }, now);
  }
}

const taken = ({ _id, created_at: at }: Stored) => ({
  updateOne: {
    filter: { _id },
    update: {
      $set: {
        ...{ state: 'delivered' as const, ended_at: at },
        attempts: [{ at, duration_ms: 40, ok: true, status: 204, detail: 'HTTP 204' }],
      },
      $unset: { due_at: 1 as const },
    },
  },
});
