import type { OutboxMessage } from '../../core/outbox/outbox-message.js';
import type { NoticeContent, NoticeEvent, OutboundNotice } from '../../core/person/buyer-notice.js';
import type { DestinationHealth } from '../../core/delivery/delivery-result.js';
import type { NoticeEndpoint } from '../../core/catalogue/types.js';
import type { Outbox, Sent } from './outbox.js';

/** Who told a buyer by hand. */
export interface NotifiedBy {
  readonly by: string;
  readonly at: Date;
}

/** A message to a buyer. `parked`: somebody must tell it. `delivered`: the buyer knows. */
export interface NoticeRecord extends Omit<OutboxMessage, 'content'> {
  readonly content: NoticeContent;
  /** Absent: the buyer answered our message. */
  readonly told_by?: NotifiedBy;
}

export interface NoticeFilter {
  /** `open`: the buyer may not know yet. Absent: all. */
  readonly state?: 'open' | NoticeRecord['state'];
  readonly event?: NoticeEvent;
  readonly lead_ids?: readonly string[];
  readonly limit: number;
}

/** What buyers are told of revocations and erasures. Throws on an outage. */
export interface NoticeStore extends Omit<Outbox, 'forget' | 'counts'> {
  /** Newest first. */
  list(filter: NoticeFilter): Promise<NoticeRecord[]>;
  read(id: string): Promise<NoticeRecord | null>;
  /** Stores that somebody told the buyer. False: it was told, or there is no such notice. */
  toldByHand(id: string, told: NotifiedBy): Promise<boolean>;
  /** Sends a parked notice again. False: it is not parked. */
  again(id: string, now: Date): Promise<boolean>;
  /** How many must be told by hand, and since when. Nobody must be told of a test lead. */
  waitingForHand(): Promise<{ readonly count: number; readonly oldest: Date | null }>;
  /** Removes hashes whose time is over, and notices that were told before a moment. */
  forgetOld(now: Date, toldBefore: Date): Promise<void>;
}

/** One address of a buyer, as a destination. */
export interface NoticeTarget {
  /** The id of the buyer, which the log and the evaluator know it by. */
  readonly buyer_id: string;
  readonly handle: string;
  readonly endpoint: NoticeEndpoint;
  /** The address, or the test address. */
  readonly url: string;
}

/** Tells one buyer. Never throws, and never repeats. */
export interface NoticeSender {
  tell(
    target: NoticeTarget,
    notice: OutboundNotice,
    idempotencyKey: string,
  ): Promise<{ readonly sent: Sent; readonly health: DestinationHealth }>;
}
