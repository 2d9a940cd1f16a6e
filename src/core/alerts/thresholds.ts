/** From when on the rules find something. Times are in milliseconds, shares in basis points (10,000: all). */
export interface Thresholds {
  /** How long a breaker is open. */
  readonly breaker_open_ms: number;
  /** How old an unknown lead is. */
  readonly unknown_age_ms: number;
  /** How much of a cap is used. */
  readonly cap_near_bp: number;
  /** By how much of itself the accept rate has fallen below the same hours of four weeks. */
  readonly accept_rate_drop_bp: number;
  /** The fewest decided leads of a comparison. */
  readonly accept_rate_leads: number;
  /** How many hours are compared with the same hours of the weeks before. */
  readonly compared_ms: number;
  /** How long the oldest job of a queue waits. */
  readonly queue_lag_ms: number;
  /** How long a lead is overdue. */
  readonly overdue_ms: number;
  /** How long the cap ledger is not sound. */
  readonly ledger_unsound_ms: number;
  /** Faults in a partner's answers within two hours. */
  readonly partner_faults: number;
  /** The share of "likely" among an affiliate's pre-checks of a day. */
  readonly dupe_check_hits_bp: number;
  /** The fewest pre-checks for that. */
  readonly dupe_checks: number;
  /** How long no sweeper has been seen. */
  readonly no_sweeper_ms: number;
  /** How long before its deadline a return request is told of. */
  readonly return_reminder_ms: number;
}

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

export const DEFAULT_THRESHOLDS: Thresholds = {
  breaker_open_ms: 5 * MINUTE_MS,
  unknown_age_ms: HOUR_MS,
  cap_near_bp: 8_000,
  accept_rate_drop_bp: 4_000,
  accept_rate_leads: 30,
  compared_ms: 3 * HOUR_MS,
  queue_lag_ms: MINUTE_MS,
  overdue_ms: 2 * MINUTE_MS,
  ledger_unsound_ms: 2 * MINUTE_MS,
  partner_faults: 20,
  dupe_check_hits_bp: 5_000,
  dupe_checks: 100,
  no_sweeper_ms: 2 * MINUTE_MS,
  return_reminder_ms: 24 * HOUR_MS,
};
