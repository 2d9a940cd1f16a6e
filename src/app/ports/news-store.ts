import type { EvidenceLead } from '../../core/consent/evidence.js';
import type { LeadNews, NewsLead } from '../../core/news/lead-news.js';
import type { BookedLead } from '../../core/money/entry-of.js';

/**
 * A lead with news that is not published, and all else that it owes after a change. Evidence of its consent is kept
 * before the news is cleared.
 */
export type LeadWithPendingNews = NewsLead & EvidenceLead & BookedLead;

/** Which news a reader wants. Without a member, all. */
export interface WhichNews {
  /** Of changes before this moment. */
  readonly before?: Date;
}

/** What changed on leads, as their affiliates see it. Throws on an outage. */
export interface NewsStore {
  /**
   * Leads with news that is not published, oldest news first. `onUnreadable` gets those that can't be opened though their
   * key is there; without it, one of them throws.
   */
  pending(
    limit: number,
    which?: WhichNews,
    onUnreadable?: (id: string, error: unknown) => void,
  ): Promise<LeadWithPendingNews[]>;
  /** Stores the news that is not stored yet. */
  publish(news: readonly LeadNews[]): Promise<void>;
  /** Removes published news from before a moment. */
  forget(before: Date): Promise<void>;
}
