import type { AnswerOutcome, RuleOutcome } from '../catalogue/types.js';

/** Which way a request left. `via`: host and port of the proxy. Absent: it went directly. */
export interface Way {
  readonly via?: string;
}

/** A buyer's answer as the destination's rules read it. */
export interface BuyerAnswer {
  readonly outcome: AnswerOutcome;
  readonly reference?: string;
  /** The buyer's reason, not yet cleaned. */
  readonly reason?: string;
  /** What the buyer says it pays, in cents. */
  readonly price_cents?: number;
}

/** A longer reference or reason is left out, in characters: both are stored, and references are indexed. */
export const MAX_REFERENCE = 300;
export const MAX_REASON = 2_000;

/** A callback as the destination's rules read it. */
export type CallbackAnswer = Omit<BuyerAnswer, 'outcome'> & { readonly outcome: RuleOutcome };

/** What a request shows about its destination. `neither`: the request shows nothing about it. */
export type DestinationHealth = 'up' | 'down' | 'neither';

/**
 * A fault on our side, which shows nothing about a destination. Examples: a mapping fails, no process can evaluate
 * it, a secret is not set here, the guard refuses the address, or the settings allow no request. `late`: this process
 * stalled until the request could not leave any more.
 */
export type OwnFault = 'late' | 'mapping' | 'evaluator' | 'secret' | 'address' | 'settings';

/**
 * The three outcomes of a delivery. `detail` is an error class or a rule for the operator, without personal data.
 * `ours` marks a fault on our side. It is absent when there is no fault, or when the destination or the network is at
 * fault.
 */
export type Delivered =
  | {
      readonly kind: 'never_sent';
      readonly detail: string;
      readonly ours?: OwnFault;
    }
  | ({
      readonly kind: 'answered';
      readonly answer: BuyerAnswer;
      readonly status: number;
      readonly detail?: string;
      /** How long the buyer asks us to wait. Only set for an answer that is read as `retry`. */
      readonly retry_after_ms?: number;
    } & Way)
  | ({
      readonly kind: 'unknown';
      readonly detail: string;
      readonly status?: number;
      readonly ours?: OwnFault;
    } & Way);
