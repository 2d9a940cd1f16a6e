import type { QuestionType } from './catalogue/types.js';

/** Codes of a decision on a lead. DELIVERY_FAILED is the service's own. */
export const DECISION_CODES = [
  'ACCEPTED',
  'PENDING',
  'TEST_LEAD_HELD',
  'DUPLICATE',
  'NOT_ELIGIBLE',
  'CAP_REACHED',
  'BUYER_REJECTED',
  'OFFER_UNAVAILABLE',
  'REQUIRED_FIELD_MISSING',
  'INVALID_FIELD',
  'DELIVERY_FAILED',
] as const;
export type DecisionCode = (typeof DECISION_CODES)[number];

/** One field, answer or consent member at fault. */
export interface FieldFault {
  readonly code: 'REQUIRED_FIELD_MISSING' | 'INVALID_FIELD';
  readonly why: string;
  readonly field: string;
  /** For an answer: the type that the question takes. */
  readonly type?: QuestionType;
}

/**
 * Why a check refuses a lead, as data. `why` names the rule (`result_expired`, `state`, `day`); only `messages.ts`
 * makes texts from it. `field` is the path or question at fault.
 */
export interface Refusal {
  readonly check: string;
  readonly code: DecisionCode;
  readonly why: string;
  readonly field?: string;
  /** For an answer that is at fault: the type that the question takes. */
  readonly type?: QuestionType;
  /** Every other field at fault, in the order of the checks. Absent: none is. */
  readonly others?: readonly FieldFault[];
  /** More data for the operator. It is never shown to an affiliate and holds no personal data. */
  readonly detail?: Readonly<Record<string, string | number | boolean>>;
  /** On DUPLICATE: the lead that owns the claim. */
  readonly held_by?: { readonly lead_id: string; readonly affiliate_id: string };
}
