/** The maximum price or payout, in whole units of money. A higher amount is certainly a typing error. */
export const MAX_MONEY = 1_000_000;

/** Converts an amount of 0 or more with at most two decimals to integer cents; undefined for other amounts. */
export function centsOf(amount: number): number | undefined {
  // `String(amount)` is what was typed: it shows the third decimal of 42.505 and the exponent of 1e-9.
  if (!/^\d+(\.\d{1,2})?$/.test(String(amount)) || amount > MAX_MONEY) return undefined;
  return Math.round(amount * 100);
}

/** Formats cents as a decimal amount: `42.50`. */
export const formatCents = (cents: number): string => (cents / 100).toFixed(2);
