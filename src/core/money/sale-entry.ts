import type { Attempt } from '../lead/lead-record.js';
import type { UnbookedEntry, Sale } from './entry.js';

/**
 * The amounts of a sale: those of the attempt that is answered, however late the answer comes. The buyer's own price wins
 * over the attempt's.
 */
export const soldFor = ({ number, money, sent_to }: Attempt, price_cents?: number): Sale => ({
  buyer_id: sent_to.buyer_id,
  buyer_cents: price_cents ?? money.price_cents,
  affiliate_cents: money.payout_cents,
  currency: money.currency,
  catalogue_version: money.catalogue_version,
  attempt: number,
  ...(money.timed_changes && { timed_changes: money.timed_changes }),
  ...(price_cents === undefined ? {} : { price_from_answer: true }),
});

/** The entry that a sale owes. */
export function saleEntry(sale: Sale, at: Date, by: string): UnbookedEntry {
  const { price_from_answer: _, ...amounts } = sale;
  return { kind: 'entry', what: 'sale', number: 0, since: at, by, ...amounts };
}
