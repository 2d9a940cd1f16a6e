import type { StepAnswer } from '../../core/verification/evaluate-step.js';

/** An answer that counts for other leads too. */
export interface KeptAnswer {
  readonly heard: Extract<StepAnswer, { readonly kind: 'answered' }>;
  /** When it was given, and until when it may be used at most. */
  readonly at: Date;
  readonly ends_at: Date;
}

/**
 * Answers of verification services, by what was asked, until they end. A question is stored as its keyed hash alone, and an answer
 * sealed. Throws on an outage.
 */
export interface VerificationAnswers {
  /** Null: none, or one that ended, or one that no key opens. */
  find(question: string, now: Date): Promise<KeptAnswer | null>;
  /** `leadId`: the lead that was asked about, whose erasure removes the answer. */
  keep(question: string, leadId: string, answer: KeptAnswer): Promise<void>;
  /** The answer that was kept of this lead ends later. Nothing happens if it was removed meanwhile. */
  extend(question: string, leadId: string, ends_at: Date): Promise<void>;
}
