import type { EvidenceLead } from '../../core/consent/evidence.js';
import type { LeadNews, NewsLead } from '../../core/news/lead-news.js';
import type { OwedNews } from '../../core/lead/lead-record.js';

/** A lead with news that is not published. Evidence of its consent is kept before the news is cleared. */
export type OwingLead = NewsLead & EvidenceLead;

/** News of a lead that is published. */
export interface PublishedNews {
  readonly id: string;
  readonly news: readonly Pick<OwedNews, 'kind' | 'round' | 'at'>[];
}

/** What changed on leads, as their affiliates see it. Throws on an outage. */
export interface NewsStore {
  /** Leads with news that is not published, oldest news first. */
  owing(limit: number): Promise<OwingLead[]>;
  /** Stores the news that is not stored yet. */
  publish(news: readonly LeadNews[]): Promise<void>;
  /** Takes published news from its leads. */
  clear(published: readonly PublishedNews[]): Promise<void>;
  /** Removes published news from before a moment. */
  forget(before: Date): Promise<void>;
}
