import { newsOf, type LeadNews } from '../../core/news/lead-news.js';
import { clearApplied, CLEARING, pendingOf } from '../apply-pending.js';
import type { LeadStore } from '../ports/lead-store.js';
import type { NewsStore, LeadWithPendingNews, WhichNews } from '../ports/news-store.js';
import type { WorkLog } from '../ports/work-ports.js';
import { createFailures, type Failures } from '../each-separately.js';
import { bisectOnFailure } from '../bisect-on-failure.js';

const BATCH = 500;
const KEPT_MS = 90 * 86_400_000;

const OPENING = 'opening a lead';
const PUBLISHING = 'publishing the news of a lead';

export interface PublishPorts {
  readonly news: NewsStore;
  readonly leads: Pick<LeadStore, 'clearPending'>;
  /** Keeps what must be kept of it, and stores what others are told. It is repeated after a kill, and must then store nothing twice. */
  readonly tell: (news: readonly LeadNews[], pending: readonly LeadWithPendingNews[]) => Promise<void>;
  readonly log: WorkLog;
}

/**
 * Publishes pending news. It may be stopped anywhere and run twice at once: news has the same id each time, and
 * its lead keeps it until everything is stored. A lead that fails is logged, and delays no other. Returns how many
 * leads have no pending news left. Throws on an outage.
 */
export async function publishNews(
  ports: PublishPorts,
  which?: WhichNews,
  failures: Failures = createFailures(ports.log),
): Promise<number> {
  const pending = await readPendingNews(ports, BATCH, failures, which);
  const told = await storeNews(ports, pending, failures);
  return (await clearApplied(ports, pendingOf(told, 'news'), failures)).length;
}

/** The leads with pending news, and no more than `limit` with which nothing failed yet. One that can't be opened is logged. */
export const readPendingNews = (
  { news }: Pick<PublishPorts, 'news'>,
  limit: number,
  failures: Failures,
  which?: WhichNews,
): Promise<LeadWithPendingNews[]> =>
  news.pending(limit + failures.known(), which, (id, error) => {
    failures.failed(id, error, OPENING);
  });

/**
 * Stores the news of these leads, and what others are told of it. Returns the leads with which that worked: they need not
 * owe it any more.
 */
export const storeNews = (
  { news, tell }: Pick<PublishPorts, 'news' | 'tell'>,
  pending: readonly LeadWithPendingNews[],
  failures: Failures,
): Promise<LeadWithPendingNews[]> =>
  bisectOnFailure(failures, pending, {
    what: PUBLISHING,
    // What is stored already would keep the others from being stored with their places.
    isApart: ({ id }) => failures.fails(id, CLEARING),
    async act(leads) {
      const all = leads.flatMap((lead) => newsOf(lead));
      await news.publish(all);
      await tell(all, leads);
    },
  });

/** Removes news that is older than 90 days. */
export const expireNews = (news: Pick<NewsStore, 'forget'>, now: Date): Promise<void> =>
  news.forget(new Date(now.getTime() - KEPT_MS));
