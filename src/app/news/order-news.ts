import type { Leases } from '../ports/leases.js';
import type { NewsFeed } from '../ports/news-feed.js';

export interface OrderPorts {
  readonly feed: NewsFeed;
  readonly leases: Pick<Leases, 'take'>;
  /** When the oldest change was of which the news is not published. */
  readonly oldestOwed: () => Promise<Date | undefined>;
  readonly clock: () => Date;
  /** The name of this process among those that order. */
  readonly owner: string;
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
export async function orderNews({ feed, leases, oldestOwed, clock, owner }: OrderPorts): Promise<number> {
  const begun = clock();
  if (!(await leases.take(LEASE, owner, begun, new Date(begun.getTime() + LEASE_MS)))) return 0;
  // Before the news is read: several publish, and what was published until now is ordered below.
  const oldest = await oldestOwed();
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

type Waiting = Awaited<ReturnType<NewsFeed['unordered']>>[number];

/** The revisions of a lead change places among themselves, so that the lower ones come first. */
function inOrderOfLeads(waiting: readonly Waiting[]): Waiting[] {
  const byLead = new Map<string, Waiting[]>();
  for (const news of waiting) byLead.set(news.lead_id, [...(byLead.get(news.lead_id) ?? []), news]);
  for (const some of byLead.values()) some.sort((a, b) => a.revision - b.revision);
  return waiting.flatMap(({ lead_id }) => byLead.get(lead_id)?.shift() ?? []);
}
