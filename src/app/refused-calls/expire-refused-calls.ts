import type { RefusedCallStore } from '../ports/refused-calls.js';

const KEPT_MS = 14 * 86_400_000;
const MAX_KEPT = 100_000;

/** Removes refused calls that are old, and of too many those of the callers that have the most. Throws on an outage. */
export const expireRefusedCalls = (
  { refusedCalls }: { readonly refusedCalls: Pick<RefusedCallStore, 'expire'> },
  now: Date,
): Promise<void> => refusedCalls.expire(new Date(now.getTime() - KEPT_MS), MAX_KEPT);
