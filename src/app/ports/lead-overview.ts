import type { Backlog } from '../../core/backlog.js';
import type { LeadRecord } from '../../core/lead/lead-record.js';
import type { LeadOfBuyer } from '../lead-files/destination.js';
import type { LeadPosition, ListOrder } from '../../core/lead/lead-position.js';
import type { LeadState } from '../../core/lead/lead-states.js';
import type { EffectKind } from '../../core/lead/pending-effect.js';
import type { DecisionCode } from '../../core/refusal.js';

export const LEAD_KINDS = ['unknown', 'undecided', 'failed'] as const;
/** `undecided`: every lead that has not ended, including the unknown leads. */
export type LeadKind = (typeof LEAD_KINDS)[number];

export interface LeadQuery {
  readonly kind: LeadKind;
  /** Only leads of these offers. */
  readonly offer_ids?: readonly string[];
  /** Only leads of which a request went to this buyer. */
  readonly sent_to?: string;
  /** Only leads received before this moment. */
  readonly before?: Date;
}

/**
 * Selects leads for a list. A lead matches if it has every member that is given. Times are the times when the leads
 * were received.
 */
export interface LeadFilter {
  /** Inclusive. Absent: since ever. */
  readonly from?: Date;
  /** Exclusive. */
  readonly to: Date;
  /** One of these states. */
  readonly states?: readonly LeadState[];
  /** `PENDING` are the undecided leads, without the unknown ones. */
  readonly code?: DecisionCode | 'UNKNOWN';
  /** Only leads that the buyer sent back. A return that was undone does not count. */
  readonly returned?: true;
  readonly affiliate_id?: string;
  readonly campaign_id?: string;
  /** One of these offers. */
  readonly offer_ids?: readonly string[];
  /**
   * The buyer that the lead counts for (`Intent.buyer_id`): the one that it was sent to, else the one that it is meant
   * for.
   */
  readonly buyer_id?: string;
  readonly program_id?: string;
  /** The exact value of `subid`, `subid2`, … or `subid5`. */
  readonly subid?: string;
  /** The affiliate's own id of the lead, exactly. */
  readonly external_id?: string;
  /** `clickKey` of the value of any click id. */
  readonly click_key?: string;
  /** The buyer's reference for the lead. */
  readonly reference?: string;
  readonly request_id?: string;
}

/** Whose a lead with a buyer's reference is. */
export interface LeadAtReference extends Pick<LeadRecord, 'id' | 'reference'>, LeadOfBuyer {}

/** Some leads of a list, in its order. */
export interface LeadPage {
  readonly leads: readonly LeadRecord[];
  /** Where the list continues. Absent: these are the last leads. */
  readonly next?: LeadPosition;
}

/** How leads are sold: through some offers, or through a campaign. */
export type SoldThrough = { readonly offer_ids: readonly string[] } | { readonly campaign_id: string };

/** Selects accepted leads by the time when they were due to leave for the buyer. */
export interface Sales {
  readonly since: Date;
  readonly until: Date;
  /** Absent: all offers. */
  readonly offer_ids?: readonly string[];
}

/** Finds leads for an operator. Throws on an outage. */
export interface LeadOverview {
  list(query: LeadQuery, order: 'oldest' | 'newest', limit: number): Promise<LeadRecord[]>;
  count(query: LeadQuery): Promise<number>;
  /**
   * The newest leads that match (or the oldest), `limit` at most (1 to 1,000), after a position of the same list if one
   * is given. A lead that is submitted again is received again, so it moves to the newest. Every member of the filter has
   * an index. Reads a few commands, whatever the number of leads.
   */
  page(filter: LeadFilter, limit: number, after?: LeadPosition, order?: ListOrder): Promise<LeadPage>;
  /** The number of leads that only wait and that no buyer can have. Their next run evaluates them again. */
  countWaiting(through: SoldThrough): Promise<number>;
  /** Stops counting at `most`. */
  countSales(sales: Sales, most: number): Promise<number>;
  /** Undecided leads that a buyer has or may have, in no order. */
  atBuyers(offerIds?: readonly string[]): AsyncIterable<LeadRecord>;
  /** Leads with one of these buyer references. Of a reference of more than `most` leads: `most` of them at least. */
  byReference(references: readonly string[], most: number): Promise<LeadAtReference[]>;
  /**
   * The newest leads of the people with one of these identity keys, including refused leads. At most `most`.
   */
  byIdentity(keys: readonly string[], most: number): Promise<LeadRecord[]>;
  /** Leads with an open request to return them, the nearest deadline first. */
  underReview(limit: number): Promise<LeadRecord[]>;
  /** How many requests to return leads are open with a deadline before `before`, and the nearest of these deadlines. */
  requestsDue(before: Date): Promise<{ readonly count: number; readonly first: Date | null }>;
  /** The leads of one kind, by the time when they were received. */
  backlog(kind: LeadKind): Promise<Backlog>;
  /** The pending effects of leads with one of these kinds (all), by kind. */
  pendingEffects(kinds?: readonly EffectKind[]): Promise<ReadonlyMap<EffectKind, Backlog>>;
  /** When the most overdue lead was due. Null if no lead is overdue. */
  oldestDue(now: Date): Promise<Date | null>;
}
