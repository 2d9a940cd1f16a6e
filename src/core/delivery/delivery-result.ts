import type { AnswerOutcome, RuleOutcome } from '../catalogue/types.js';

/** The route that a request took. `via`: host and port of the proxy. Absent: it went directly. */
export interface Route {
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
export type CallbackAnswer = Omit<BuyerAnswer, 'outcome'> & {
  readonly outcome: RuleOutcome;
  /** The day of a stage, as it was sent. Absent: today. */
  readonly on?: string;
  /** Of a return, not yet cleaned. */
  readonly evidence?: string;
};

/** What a request shows about its destination. `neither`: the request shows nothing about it. */
export type DestinationHealth = 'up' | 'down' | 'neither';

/**
 * A fault of this service, which shows nothing about a destination. Examples: a mapping fails, no process can evaluate
 * it, a secret is not set here, the guard refuses the address, or the settings allow no request. `deadline_passed`: this
 * process was stalled until it was too late to send the request. `withdrawn`: after the attempt was stored, this process
 * found that it must not send it, or that it can't tell.
 */
export type InternalFault =
  'deadline_passed' | 'withdrawn' | 'mapping' | 'evaluator' | 'secret' | 'address' | 'settings';

/**
 * The three outcomes of a delivery. `detail` is an error class or a rule for the operator, without personal data.
 * `internal_fault` is absent when there is no fault, or when the destination or the network is at
 * fault.
 */
export type DeliveryResult =
  | {
      readonly kind: 'never_sent';
      readonly detail: string;
      readonly internal_fault?: InternalFault;
    }
  | ({
      readonly kind: 'answered';
      readonly answer: BuyerAnswer;
      readonly status: number;
      readonly detail?: string;
      /** How long the buyer asks us to wait. Only set for an answer that is read as `retry`. */
      readonly retry_after_ms?: number;
    } & Route)
  | ({
      readonly kind: 'unknown';
      readonly detail: string;
      readonly status?: number;
      readonly internal_fault?: InternalFault;
    } & Route);
