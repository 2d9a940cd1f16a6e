import type { EvidenceLead } from '../../core/consent/evidence.js';
import type { LeadNews, NewsLead } from '../../core/news/lead-news.js';
import type { LeadRecord, PendingNews } from '../../core/lead/lead-record.js';
import type { BookedLead } from '../../core/money/entry-of.js';
import type { Share } from '../../core/upkeep/share.js';
import type { UnbookedEntry } from '../../core/money/entry.js';

/**
 * A lead with news that is not published, and all else that it owes after a change. Evidence of its consent is kept
 * before the news is cleared.
 */
export type LeadWithPendingNews = NewsLead &
  EvidenceLead &
  BookedLead & {
    readonly unbooked?: readonly UnbookedEntry[];
    readonly pending_effects?: LeadRecord['pending_effects'];
  };

/** What was done of what a lead owed. */
export interface DoneOf {
  readonly id: string;
  /** As it was read. */
  readonly revision: number;
  /** Published: all that the lead had. */
  readonly news: readonly Pick<PendingNews, 'kind' | 'submission' | 'at'>[];
  /** Written to the books. */
  readonly entries?: readonly Pick<UnbookedEntry, 'kind' | 'number'>[];
  /** Submissions whose pending effects were applied. */
  readonly effects?: readonly number[];
}

/** Which news a reader wants. Without a member, all. */
export interface WhichNews {
  /** Of changes before this moment. */
  readonly before?: Date;
  /** Of these leads. */
  readonly share?: Share;
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
  /** When the oldest change was of which the news is not published. */
  oldestPending(): Promise<Date | undefined>;
  /** Stores the news that is not stored yet. */
  publish(news: readonly LeadNews[]): Promise<void>;
  /** Takes what was done from its leads. Of what happened since they were read, nothing is taken. */
  clear(done: readonly DoneOf[]): Promise<void>;
  /** Removes published news from before a moment. */
  forget(before: Date): Promise<void>;
}
