import type { Catalogue } from '../../src/core/catalogue/types.js';
import type { WorkPorts } from '../work-ports.js';

const DAY_MS = 86_400_000;
const IDEMPOTENCY_MS = DAY_MS;

/**
 * Takes away what is over: idempotency keys after 24 h, the terms of earlier runs' results when they have expired, and
 * claims after the longest window of the catalogue.
 */
export async function expireOld({ leads, searches, claims, catalogue, clock }: WorkPorts): Promise<void> {
  const now = clock().getTime();
  await leads.expireIdempotencyKeys(new Date(now - IDEMPOTENCY_MS));
  await searches.forgetTerms(new Date(now));
  const days = longestWindowDays(catalogue.current());
  if (days !== undefined) await claims.expire(new Date(now - days * DAY_MS));
}

/** Without any offer nothing is known about windows, so nothing is taken away. */
function longestWindowDays({ offers }: Catalogue): number | undefined {
  const days = [...offers.values()].map(({ duplicates }) => duplicates.window_days);
  return days.length > 0 ? Math.max(...days) : undefined;
}
