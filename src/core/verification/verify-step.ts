import type { Endpoint } from '../catalogue/endpoint.js';

/**
 * What an answer of a verification service says. `away`: the service itself can't tell now.
 */
export const VERIFY_OUTCOMES = ['pass', 'refuse', 'away'] as const;
export type VerifyOutcome = (typeof VERIFY_OUTCOMES)[number];

/** What becomes of a lead whose service is away. */
export const WHEN_AWAY = ['pass', 'hold', 'refuse'] as const;
export type WhenAway = (typeof WHEN_AWAY)[number];

/** Reads an answer: JSONata over `status`, `headers` and `body`. The first rule with a true `when` applies. */
export interface VerifyRule {
  readonly when: string;
  readonly outcome: VerifyOutcome;
  /** Why, in the service's own words. For operators only. */
  readonly reason?: string;
  /** The service's name for what it did, such as the number of a claim. */
  readonly reference?: string;
}

/** A question to a service before a lead is sold. Only what `body` maps is sent. */
export interface VerifyStep extends Endpoint {
  /** Unique within its offer or campaign. */
  readonly name: string;
  readonly body: string;
  /**
   * JSONata that gives the address to ask at, from the lead. It must begin with `url`, or be at one of `hosts`
   * (`allowedAddress`); otherwise the lead is refused. Absent: `url`. Test leads are asked about at `test_url`.
   */
  readonly address?: string;
  readonly hosts?: readonly string[];
  readonly answers: readonly VerifyRule[];
  readonly when_away: WhenAway;
  /** How long an answer counts, also for other leads with the same request. Absent: for this submission alone. */
  readonly cache_ms?: number;
  /** Test leads are asked about here. Absent: never. */
  readonly test_url?: string;
}
