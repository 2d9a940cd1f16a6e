import type { AnswerOutcome } from '../catalogue/types.js';

/** What a buyer's answer says, read by the destination's rules. */
export interface BuyerAnswer {
  readonly outcome: AnswerOutcome;
  readonly reference?: string;
  /** The buyer's own words, not yet cleaned. */
  readonly reason?: string;
}

/** What a request says about its destination. `neither`: it never came that far. */
export type DestinationHealth = 'up' | 'down' | 'neither';

/**
 * What hinders us, and says nothing of a destination: a mapping that fails, no process to evaluate it in, a secret that is
 * not set here, an address that the guard refuses, settings that name no way; `late`: this process stood still until the
 * request could not leave any more.
 */
export type OwnFault = 'late' | 'mapping' | 'evaluator' | 'secret' | 'address' | 'settings';

/**
 * The three outcomes of a delivery. `detail` is an error class or rule for the operator, no personal data. `ours`: the
 * fault is ours; absent where the destination or the way to it is at fault, or nobody.
 */
export type Delivered =
  | {
      readonly kind: 'never_sent';
      readonly detail: string;
      readonly ours?: OwnFault;
    }
  | {
      readonly kind: 'answered';
      readonly answer: BuyerAnswer;
      readonly status: number;
      readonly detail?: string;
      /** The buyer asks not to be tried again before: of an answer that is read as `retry`. */
      readonly retry_after_ms?: number;
    }
  | {
      readonly kind: 'unknown';
      readonly detail: string;
      readonly status?: number;
      readonly ours?: OwnFault;
    };
