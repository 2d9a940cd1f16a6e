/** How long something may be under way before it counts as left behind. In milliseconds. */
export interface Tolerance {
  /** After `due_at` of a lead or a search. */
  readonly overdue_ms: number;
  /** After the end of a search's open time. */
  readonly search_ms: number;
  /** After a pending effect was stored. */
  readonly effect_ms: number;
  /** After a decision, until what the lead held is in no shared record any more. */
  readonly leftover_ms: number;
}

/** A live system: a worker may have been killed a minute ago, Redis may be rebuilding. */
export const LIVE: Tolerance = {
  overdue_ms: 300_000,
  search_ms: 60_000,
  effect_ms: 300_000,
  leftover_ms: 300_000,
};

/** After a settling time in which every process ran and nothing new came in. Covers the sweeper's own rhythm only. */
export const SETTLED: Tolerance = {
  overdue_ms: 45_000,
  search_ms: 15_000,
  effect_ms: 30_000,
  leftover_ms: 0,
};
