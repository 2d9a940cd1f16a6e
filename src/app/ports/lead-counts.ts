import type { FoldedDay, Span, SpanCount } from '../../core/caps/counted-leads.js';

/** Counts leads by their intent time, which stays as it is once a lead has ended. Test leads are left out. */
export interface LeadCounts {
  /** Each lead is seen once, as settled or as another, never as both. Two commands and more when there are others. */
  countSpan(span: Span): Promise<SpanCount>;
  /** Whether any intent lies before `at`. */
  hasIntentBefore(at: Date): Promise<boolean>;
  /** Every day that was folded, oldest first. */
  folds(): AsyncIterable<FoldedDay>;
  /** Their names alone. */
  foldedDays(): Promise<string[]>;
  /** Stores the count of a closed day. Folding it again can only give the same. */
  fold(day: FoldedDay): Promise<void>;
}
