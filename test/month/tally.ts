import type { EntryKind } from '../../src/core/money/entry.js';

/** A count of amounts. Null amounts count nothing in the cents. */
export interface Sum {
  readonly count: number;
  readonly cents: number;
  readonly nulls: number;
}

export const NOTHING: Sum = { count: 0, cents: 0, nulls: 0 };

export const plus = ({ count, cents, nulls }: Sum, amount: number | null): Sum => ({
  count: count + 1,
  cents: cents + (amount ?? 0),
  nulls: nulls + (amount === null ? 1 : 0),
});

/** Amounts by kind of entry, party and month: `sale|buyer ID|2026-10`. */
export type Tally = Map<string, Sum>;

/** One party's side of something that happened. */
export interface Side {
  readonly kind: EntryKind;
  readonly party: string;
  readonly month: string;
  readonly cents: number | null;
}

export function count(tally: Tally, { kind, party, month, cents }: Side): void {
  const name = `${kind}|${party}|${month}`;
  tally.set(name, plus(tally.get(name) ?? NOTHING, cents));
}

/** What two tallies do not agree on, as lines. */
export function differences(one: Tally, other: Tally): string[] {
  const said = ({ count: n, cents, nulls }: Sum): string => `${n} of ${cents} cents, ${nulls} without amount`;
  return [...new Set([...one.keys(), ...other.keys()])].sort().flatMap((name) => {
    const [a, b] = [said(one.get(name) ?? NOTHING), said(other.get(name) ?? NOTHING)];
    return a === b ? [] : [`${name}: ${a}, and ${b}`];
  });
}

const localDay = new Map<string, Intl.DateTimeFormat>();

/** The day of a moment in a zone, as `Intl` knows it: `2026-10-31`. */
export function dayIn(zone: string, at: Date): string {
  const format = localDay.get(zone) ?? new Intl.DateTimeFormat('en-CA', { timeZone: zone });
  localDay.set(zone, format);
  return format.format(at);
}
