import { MAX_MONEY } from '../catalogue/money.js';

/** Longer texts are no amounts. */
const MAX_DIGITS = 100;

/**
 * Reads an amount that somebody else states, as a number or numeric text (`45`, `45.50`), in cents. A fraction of a
 * cent is rounded half up. The digits are rounded, not the binary number: 1.005 is 1.01. Undefined for anything else:
 * a negative amount, more than MAX_MONEY, a currency sign, a thousands separator, an exponent in a text.
 */
export function readAmount(amount: unknown): number | undefined {
  const text =
    typeof amount === 'number' ? digitsOf(amount) : typeof amount === 'string' ? amount.trim() : '';
  const [, whole, part = ''] = /^(\d+)(?:\.(\d+))?$/.exec(text) ?? [];
  if (whole === undefined || text.length > MAX_DIGITS || Number(text) > MAX_MONEY) return undefined;
  const cents = Number(whole) * 100 + Number(part.slice(0, 2).padEnd(2, '0'));
  return cents + (Number(part.charAt(2)) >= 5 ? 1 : 0);
}

/** The shortest digits that give this number again. A number below a millionth has an exponent, and is 0 cents. */
const digitsOf = (amount: number): string => (amount >= 0 && amount < 1e-6 ? '0' : String(amount));
