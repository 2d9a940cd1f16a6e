/** How long an operation may be in progress before it counts as left behind. In milliseconds. */
export interface Tolerance {
  /** Since the `due_at` of a lead or a search. */
  readonly overdue_ms: number;
  /** Since the end of the open time of a search. */
  readonly search_ms: number;
  /** Since a pending effect was stored. */
  readonly effect_ms: number;
  /** From a decision until no shared record has anything of the lead anymore. */
  readonly leftover_ms: number;
}

/** For a live system: a worker may have been killed a minute ago, or Redis may be rebuilding. */
export const LIVE: Tolerance = {
  overdue_ms: 300_000,
  search_ms: 60_000,
  effect_ms: 300_000,
  leftover_ms: 300_000,
};

/**
 * For a system after a settling time in which every process ran and no new request arrived. It only covers the
 * interval of the sweeper.
 */
export const SETTLED: Tolerance = {
  overdue_ms: 45_000,
  search_ms: 15_000,
  effect_ms: 30_000,
  leftover_ms: 0,
};
