import { isOutage } from '../outage.js';
import type { Leases } from '../ports/leases.js';
import type { LeadNews } from '../../core/news/lead-news.js';
import type { NewsFeed } from '../ports/news-feed.js';
import type { NewsStore } from '../ports/news-store.js';

interface LeasePorts {
  readonly leases: Pick<Leases, 'take'>;
  readonly clock: () => Date;
  /** The name of this process among those that order. */
  readonly owner: string;
}

export interface OrderPorts extends LeasePorts {
  readonly feed: NewsFeed;
  /** When the oldest change was of which the news is not published. */
  readonly oldestPending: () => Promise<Date | undefined>;
}

export interface PublishInOrderPorts extends LeasePorts {
  readonly feed: Pick<NewsFeed, 'last' | 'place'>;
  readonly news: Pick<NewsStore, 'publish'>;
}

const LEASE = 'lead-feed';
const LEASE_MS = 10_000;
const BATCH = 500;
/** Clocks of processes may differ by less than this. */
const CLOCKS_MS = 10_000;

/**
 * Gives published news its places in the feed, after its changes are stored. The lease keeps others from doing the
 * same for nothing. Two at once do no harm: positions are unique, and who meets another's stops. Resolves with how
 * much news it ordered. Throws on an outage.
 */
export async function orderNews(ports: OrderPorts): Promise<number> {
  const { feed, oldestPending, clock } = ports;
  const begun = clock();
  if (!(await takeLease(ports, begun))) return 0;
  // Before the news is read: several publish, and what was published until now is ordered below.
  const oldest = await oldestPending();
  const known = Math.min(begun.getTime(), oldest?.getTime() ?? Infinity);
  let ordered = 0;
  for (;;) {
    // Before the news is read: else a position could stay free below one that is taken, and be taken later.
    const last = await feed.last();
    const waiting = inOrderOfLeads(await feed.unordered(BATCH));
    const ids = waiting.map(({ id }) => id);
    if (ids.length > 0 && !(await feed.order(ids, last, clock()))) return ordered;
    ordered += ids.length;
    const isAll = ids.length < BATCH;
    await feed.advance({
      last: last + ids.length,
      ...(isAll && { complete_until: new Date(known - CLOCKS_MS) }),
    });
    if (isAll) return ordered;
  }
}

/**
 * Publishes news. The process that orders stores a lead's first pieces with their places: a place that is given later is a
 * second write of each. A lead's later pieces wait for a place, because an earlier one may wait still, also unseen after a
 * failover. Throws on an outage.
 */
export async function publishInOrder(ports: PublishInOrderPorts, news: readonly LeadNews[]): Promise<void> {
  const leads = new Set(news.filter(({ revision }) => revision === 1).map(({ lead_id }) => lead_id));
  const first = news.filter(({ lead_id }) => leads.has(lead_id));
  const isPlaced = first.length > 0 && (await place(ports, first));
  const left = isPlaced ? news.filter(({ lead_id }) => !leads.has(lead_id)) : news;
  if (left.length > 0) await ports.news.publish(left);
}

/** Whether all got their places. What one piece alone can't do is left to the store, which keeps the others. */
async function place(ports: PublishInOrderPorts, news: readonly LeadNews[]): Promise<boolean> {
  const { feed, clock } = ports;
  if (!(await takeLease(ports, clock()))) return false;
  try {
    return await feed.place(news, await feed.last(), clock());
  } catch (error) {
    if (isOutage(error)) throw error;
    return false;
  }
}

const takeLease = ({ leases, owner }: LeasePorts, now: Date): Promise<boolean> =>
  leases.take(LEASE, owner, now, new Date(now.getTime() + LEASE_MS));

type Waiting = Awaited<ReturnType<NewsFeed['unordered']>>[number];

/** The revisions of a lead change places among themselves, so that the lower ones come first. */
function inOrderOfLeads(waiting: readonly Waiting[]): Waiting[] {
  const byLead = new Map<string, Waiting[]>();
  for (const news of waiting) byLead.set(news.lead_id, [...(byLead.get(news.lead_id) ?? []), news]);
  for (const some of byLead.values()) some.sort((a, b) => a.revision - b.revision);
  return waiting.flatMap(({ lead_id }) => byLead.get(lead_id)?.shift() ?? []);
}
