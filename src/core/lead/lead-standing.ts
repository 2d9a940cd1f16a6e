import type { LeadRecord } from './lead-record.js';

/**
 * How a lead stands: what tells others whether its claims, its slot and its reservations still count. A lead has about five
 * times as much, and such reads are of many leads.
 */
export type LeadStanding = Pick<LeadRecord, (typeof STANDING)[number]>;

/** The members of a lead that `LeadStanding` has. */
export const STANDING = [
  ...(['id', 'submission', 'state', 'runs', 'attempts'] as const),
  ...(['pending_effects', 'decision', 'returns'] as const),
] as const;
