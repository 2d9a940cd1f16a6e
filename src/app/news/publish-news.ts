import { newsOf, type LeadNews } from '../../core/news/lead-news.js';
import type { NewsStore, OwingLead, WhichNews } from '../ports/news-store.js';

const BATCH = 500;
const KEPT_MS = 90 * 86_400_000;

export interface PublishPorts {
  readonly news: NewsStore;
  /** Keeps what must be kept of it, and stores what others are told. It is repeated after a kill, and must then store nothing twice. */
  readonly tell: (news: readonly LeadNews[], owing: readonly OwingLead[]) => Promise<void>;
}

/**
 * Publishes news that leads owe. It may be stopped anywhere and run twice at once: news has the same id each time, and
 * its lead owes it until everything is stored. Returns how many leads it read. Throws on an outage.
 */
export async function publishNews(ports: PublishPorts, which?: WhichNews): Promise<number> {
  const owing = await ports.news.owing(BATCH, which);
  if (owing.length === 0) return 0;
  await tellNews(ports, owing);
  await ports.news.clear(owing.map(({ id, revision, news }) => ({ id, revision, news })));
  return owing.length;
}

/** Stores the news of these leads, and what others are told of it. Afterwards the leads need not owe it any more. */
export async function tellNews({ news, tell }: PublishPorts, owing: readonly OwingLead[]): Promise<void> {
  const all = owing.flatMap((lead) => newsOf(lead));
  await news.publish(all);
  await tell(all, owing);
}

/** Removes news that is older than 90 days. */
export const expireNews = (news: Pick<NewsStore, 'forget'>, now: Date): Promise<void> =>
  news.forget(new Date(now.getTime() - KEPT_MS));
