import type { Limit } from '../limits/limits.js';

/**
 * The limits of one person or operator key. `reports`: reports and statements, which read more than a record. `acts`:
 * what changes something or reveals personal data.
 */
export const OPERATOR_LIMITS = {
  reads: { per_minute: 300, burst: 60 },
  reports: { per_minute: 60, burst: 20 },
  acts: { per_minute: 120, burst: 30 },
} as const satisfies Readonly<Record<string, Limit>>;
export type OperatorLimit = keyof typeof OPERATOR_LIMITS;
