import type { LeadRecord } from './lead-record.js';

/**
 * How a lead stands: what tells others whether its claims, its slot and its reservations still count. A lead has about five
 * times as much, and such reads are of many leads.
 */
export type LeadStanding = Pick<
  LeadRecord,
  'id' | 'round' | 'state' | 'runs' | 'attempts' | 'debts' | 'decision' | 'returns' | 'return_effects'
>;
