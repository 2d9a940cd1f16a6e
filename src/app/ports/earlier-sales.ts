import type { LeadRecord } from '../../core/lead/lead-record.js';
import type { OwedEntry, Sale } from '../../core/money/entry.js';

/** A sale from before the books, without the person. */
export type EarlierSale = Pick<
  LeadRecord,
  | 'id'
  | 'affiliate_id'
  | 'buyer_id'
  | 'campaign_id'
  | 'offer_id'
  | 'program_id'
  | 'round'
  | 'state'
  | 'is_test'
  | 'intent'
  | 'attempts'
  | 'decision'
> & { readonly terms?: { readonly bid_cents?: number } };

/** What an imported sale is booked with. */
export interface ImportedSale {
  readonly lead_id: string;
  readonly sale: Sale;
  readonly owed: OwedEntry;
}

/** Sales from before the books began. Throws on an outage. */
export interface EarlierSales {
  /** Live leads that were accepted before this moment and are not booked, by the time of their acceptance. */
  unbooked(before: Date): AsyncIterable<EarlierSale>;
  /** The leads with these ids, booked or not. */
  byId(ids: readonly string[]): Promise<EarlierSale[]>;
  /**
   * Stores what the leads were sold for, and owes their entries. A lead that has a sale stays as it is: `byId` tells what it
   * was sold for.
   */
  owe(sales: readonly ImportedSale[]): Promise<void>;
}
