import type { Violation } from './invariant.js';

export const REPORTS_AGREE = {
  name: 'reports-agree',
  sentence: 'What reports count in a closed quarter of an hour is what its leads and searches say.',
} as const;

/** A violation for a quarter whose stored count is not what its records say. `id` is that of its rollup. */
export const disagreeing = (id: string): Violation => ({
  invariant: REPORTS_AGREE.name,
  kind: 'quarter',
  id,
  detail: 'its stored count is not what its leads and searches say',
});
