import type { LeadRecord } from '../lead/lead-record.js';
import type { Booked, Sale } from './entry.js';

/** The opposite of an amount. Null stays null: no amount is configured. */
export const opposite = (cents: number | null): number | null => (cents === null ? null : 0 - cents);

/** What the return of a sale is booked with. */
export const bookedReturn = (sale: Booked, payoutReversed: boolean): Booked => ({
  ...sale,
  buyer_cents: opposite(sale.buyer_cents),
  affiliate_cents: payoutReversed ? opposite(sale.affiliate_cents) : 0,
});

/** What undoing the return `n` of a lead is booked with: the opposite of the return. */
export function bookedReversal(
  { decision, returns }: Pick<LeadRecord, 'decision' | 'returns'>,
  n: number,
): Booked {
  const returned = returns?.[n];
  if (!decision?.sale) throw new Error('a return has no sale');
  const booked = bookedReturn(bookedSale(decision.sale), returned?.payout_reversed === true);
  return {
    ...booked,
    buyer_cents: opposite(booked.buyer_cents),
    affiliate_cents: opposite(booked.affiliate_cents),
  };
}

/** The amounts of a sale that its lead keeps. */
export function bookedSale({ price_from_answer: _, ...booked }: Sale): Booked {
  return booked;
}
