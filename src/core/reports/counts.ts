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
  'returns_undone',
  'sold_cents',
  'returned_cents',
  'returns_undone_cents',
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

/** A sum of counts that still grows. Its maps are made when the first number comes: most groups are small. */
export interface Total extends Counts {
  readonly sums: Partial<Record<Measure, number>>;
  ms?: Map<number, number>;
  reasons?: Map<string, number>;
}

export const newTotal = (): Total => ({ sums: {} });

/** Adds counts to a total. */
export function addCounts(total: Total, { sums, ms, reasons }: Counts): void {
  for (const name in sums) {
    const measure = name as Measure;
    total.sums[measure] = (total.sums[measure] ?? 0) + (sums[measure] ?? 0);
  }
  if (ms) addNumbers((total.ms ??= new Map<number, number>()), ms);
  if (reasons) addNumbers((total.reasons ??= new Map<string, number>()), reasons);
}

function addNumbers<Key>(total: Map<Key, number>, more: ReadonlyMap<Key, number>): void {
  for (const [key, count] of more) total.set(key, (total.get(key) ?? 0) + count);
}
