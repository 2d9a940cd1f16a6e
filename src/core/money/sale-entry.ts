import type { Attempt, LeadCore } from '../lead/lead-record.js';
import type { OwedEntry, Sale } from './entry.js';

/** What an acceptance is about. */
export interface Accepted {
  readonly lead: Pick<LeadCore, 'buyer_id' | 'intent'>;
  /** The attempt that the acceptance answers. Undefined: none is stored. */
  readonly attempt: Attempt | undefined;
  /** The buyer's own price. It wins over the attempt's. */
  readonly price_cents?: number | undefined;
  /** For attempts without `money`, which an earlier build stored: the affiliate's payout and the offer's buyer. */
  readonly payout_cents: number | undefined;
  readonly buyer_id?: string | undefined;
}

/** The amounts of a sale: those of the attempt that is answered, however late the answer comes. */
export function soldFor({ lead, attempt, price_cents, payout_cents, buyer_id }: Accepted): Sale {
  const money = attempt?.money;
  return {
    buyer_id: attempt?.sent_to?.buyer_id ?? lead.intent?.buyer_id ?? lead.buyer_id ?? buyer_id ?? '',
    buyer_cents: price_cents ?? money?.price_cents ?? null,
    affiliate_cents: (money ? money.payout_cents : payout_cents) ?? null,
    ...(money ? { currency: money.currency, catalogue_version: money.catalogue_version } : {}),
    ...(attempt ? { attempt: attempt.n } : {}),
    ...(price_cents === undefined ? {} : { price_from_answer: true }),
  };
}

/** The entry that a sale owes. */
export function saleEntry(sale: Sale, at: Date, by: string): OwedEntry {
  const { price_from_answer: _, ...amounts } = sale;
  return { kind: 'sale', n: 0, at, by, ...amounts };
}
