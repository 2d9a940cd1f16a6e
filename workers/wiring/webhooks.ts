import { randomUUID } from 'node:crypto';
import { keepDecided } from '../../src/app/consent/keep-evidence.js';
import { consentPorts } from './consents.js';
import { publishInOrder, type OrderPorts } from '../../src/app/news/order-news.js';
import { notifyEndpoints, type NotifyPorts } from '../../src/app/webhooks/notify-endpoints.js';
import type { WhichNews } from '../../src/app/ports/news-store.js';
import type { LeadNews } from '../../src/core/news/lead-news.js';
import type { WorkPorts } from '../../src/app/ports/work-ports.js';
import { createFailures, type Failures } from '../../src/app/each-separately.js';
import { FINISHED_AT_ONCE, finishLeads } from '../../src/app/upkeep/finish-leads.js';
import { publishNews, type PublishPorts } from '../../src/app/news/publish-news.js';
import type { Platform } from '../../src/platform/process/platform.js';

/** Sweepers look every second. What is older is anybody's. */
const NEWS_IS_LATE_MS = 15_000;
const lateNews = (): WhichNews => ({ before: new Date(Date.now() - NEWS_IS_LATE_MS) });

/** What the endpoints of affiliates are told, on the real services. */
export const webhookPorts = ({ messages, catalogue }: Platform) =>
  ({ messages, catalogue, clock: () => new Date() }) satisfies NotifyPorts;

/** Where news goes: the evidence of consents is kept, and what endpoints are told is stored. */
function publishPorts(platform: Platform): PublishPorts {
  const ports = webhookPorts(platform);
  const evidence = consentPorts(platform);
  return {
    news: platform.news,
    leads: platform.leads,
    log: platform.log,
    async tell(news, owing) {
      await keepDecided(evidence, owing);
      await notifyEndpoints(ports, news);
    },
  };
}

/** Publishes news that no sweeper has published for a while. */
export function lateNewsPublisher(platform: Platform): () => Promise<number> {
  const ports = publishPorts(platform);
  const failures = createFailures(platform.log);
  return () => publishNews(ports, lateNews(), failures);
}

type WorkOfFinishing = Pick<
  WorkPorts,
  'searches' | 'claims' | 'ledger' | 'books' | 'catalogue' | 'clock' | 'log'
>;

/** Finishes leads. `more`: some may be left. */
export function leadFinisher(
  platform: Platform,
  work: WorkOfFinishing,
  { ordering, failures }: { readonly ordering: Ordering; readonly failures: Failures },
): () => Promise<'more' | undefined> {
  const { news, leads, tell } = publishPorts(platform);
  const publish = (some: readonly LeadNews[]): Promise<void> =>
    ordering.isMine() ? publishInOrder({ ...ordering, news }, some) : news.publish(some);
  const ports = { ...work, leads, news: { ...news, publish }, tell };
  return async () => ((await finishLeads(ports, failures)) >= FINISHED_AT_ONCE ? 'more' : undefined);
}

/** What news gets its places in the feed with, by one process at a time. */
interface Ordering extends OrderPorts {
  /** Whether this process should give it. */
  readonly isMine: () => boolean;
}

/** The same on the real services, under a name of this process's own: create it once. */
export const orderingOf = ({ feed, leases, overview }: Platform, isMine: () => boolean): Ordering => ({
  isMine,
  ...{ feed, leases },
  oldestPending: async () => (await overview.pendingEffects(['news'])).get('news')?.oldest ?? undefined,
  clock: () => new Date(),
  owner: randomUUID(),
});
