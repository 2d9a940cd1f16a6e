import type { TimedAmounts } from '../catalogue/types.js';

/** A price or payout in cents, and the number of the timed change that set it. */
export interface Amount {
  readonly cents: number;
  /** Absent: the version of the catalogue says so. */
  readonly change?: number;
}

/** Names an amount of an entry: for all programs that have none of their own, or for one. */
export const amountName = (what: 'price' | 'payout', program?: string): string =>
  program === undefined ? what : `${what} ${program}`;

/** An amount as it stands in an entry. Undefined: the entry has none. */
export function amountOf(
  { timed_amounts = {} }: { readonly timed_amounts?: TimedAmounts },
  cents: number | undefined,
  ...named: Parameters<typeof amountName>
): Amount | undefined {
  if (cents === undefined) return undefined;
  const change = timed_amounts[amountName(...named)];
  return change === undefined ? { cents } : { cents, change };
}

/** What a program has of its own. Names like `constructor` may be programs. */
export const ofProgram = (
  amounts: Readonly<Record<string, number>>,
  program: string | undefined,
): number | undefined =>
  program !== undefined && Object.hasOwn(amounts, program) ? amounts[program] : undefined;
