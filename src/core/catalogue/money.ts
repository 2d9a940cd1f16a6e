/** The most that one price or payout may be, in whole units of money: a typing error beyond it is one for sure. */
export const MAX_MONEY = 1_000_000;

/** Integer cents of an amount with at most two decimals, 0 or more; undefined for anything else. */
export function centsOf(amount: number): number | undefined {
  // The shortest decimal text of the number is what was typed: 42.505 shows its third decimal, 1e-9 its exponent.
  if (!/^\d+(\.\d{1,2})?$/.test(String(amount)) || amount > MAX_MONEY) return undefined;
  return Math.round(amount * 100);
}

/** Cents as people write them: `42.50`. */
export const formatCents = (cents: number): string => (cents / 100).toFixed(2);
