/** Everything that a report adds up. Money is in cents. */
export const MEASURES = [
  'searches',
  'results_shown',
  'submits',
  'accepted',
  'pending',
  'unknown',
  'answers',
  'timeouts',
  'sales',
  'returned',
  'revenue_cents',
  'payout_cents',
  'without_price',
  'without_payout',
] as const;
export type Measure = (typeof MEASURES)[number];

/** Counts that can be added to each other, in any order and any grouping. */
export interface Counts {
  /** Absent: 0. */
  readonly sums: Readonly<Partial<Record<Measure, number>>>;
  /** Answer times: how many answers took how many milliseconds (rounded, see `roundedMs`). Absent: none. */
  readonly ms?: ReadonlyMap<number, number>;
  /** Reasons of refusal, with the number of leads. Absent: none. */
  readonly reasons?: ReadonlyMap<string, number>;
}

/** A sum of counts that still grows. */
export interface Total extends Counts {
  readonly sums: Record<Measure, number>;
  readonly ms: Map<number, number>;
  readonly reasons: Map<string, number>;
}

const ZERO = Object.fromEntries(MEASURES.map((measure) => [measure, 0])) as Record<Measure, number>;

export const newTotal = (): Total => ({ sums: { ...ZERO }, ms: new Map(), reasons: new Map() });

/** Adds counts to a total. */
export function addCounts(total: Total, { sums, ms, reasons }: Counts): void {
  for (const measure in sums) total.sums[measure as Measure] += sums[measure as Measure] ?? 0;
  if (ms) addNumbers(total.ms, ms);
  if (reasons) addNumbers(total.reasons, reasons);
}

function addNumbers<Key>(total: Map<Key, number>, more: ReadonlyMap<Key, number>): void {
  for (const [key, count] of more) total.set(key, (total.get(key) ?? 0) + count);
}
