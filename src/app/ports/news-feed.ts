import type { LeadNews } from '../../core/news/lead-news.js';

/** News that has its place in the feed. */
export interface OrderedNews extends LeadNews {
  readonly position: number;
  readonly ordered_at: Date;
}

/** How far the feed may be read. */
export interface FeedHead {
  /** The highest position that may be read. 0: the feed is empty. */
  readonly last: number;
  /** Every change that was stored before this moment is in the feed. Absent: no pass was complete yet. */
  readonly complete_until?: Date;
}

export interface FeedQuery extends Pick<LeadNews, 'affiliate_id' | 'environment'> {
  readonly after: number;
  readonly up_to: number;
}

/** The order of published news. Throws on an outage. */
export interface NewsFeed {
  /** The highest position that was ever given. */
  last(): Promise<number>;
  /** Published news without a position, oldest first. */
  unordered(limit: number): Promise<Pick<LeadNews, 'id' | 'lead_id' | 'revision'>[]>;
  /**
   * Stores news with the positions after `last`, in order. False: a piece is stored already, or another process gave one of
   * the positions, and what follows is not stored.
   */
  place(news: readonly LeadNews[], last: number, at: Date): Promise<boolean>;
  /**
   * Gives this news the positions after `last`, in order. A piece that has a position keeps it. False: another process
   * gave one of the positions, and what follows got none.
   */
  order(ids: readonly string[], last: number, at: Date): Promise<boolean>;
  /** Lets readers read on. Never goes back. */
  advance(head: FeedHead): Promise<void>;
  head(): Promise<FeedHead>;
  /** The entry at a position. Null: nothing is there, or it has expired. */
  at(position: number): Promise<Pick<OrderedNews, 'id' | 'ordered_at'> | null>;
  /** An affiliate's news in the order of the positions, at most `limit`. Holds a few at a time, because they may be large. */
  read(query: FeedQuery, limit: number): AsyncIterable<OrderedNews>;
}
