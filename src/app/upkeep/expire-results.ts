import type { Catalogue } from '../../core/catalogue/types.js';
import type { WorkPorts } from '../ports/work-ports.js';
import { expireClaims } from './expire-claims.js';

const DAY_MS = 86_400_000;
const IDEMPOTENCY_MS = DAY_MS;

/**
 * Takes away what is over: idempotency keys after 24 h, the terms of earlier runs' results when they have expired, and
 * claims after the longest window of the catalogue.
 */
export async function expireOld(ports: WorkPorts): Promise<void> {
  const now = ports.clock().getTime();
  await ports.leads.expireIdempotencyKeys(new Date(now - IDEMPOTENCY_MS));
  await ports.searches.forgetTerms(new Date(now));
  const days = longestWindowDays(ports.catalogue.current());
  if (days !== undefined) await expireClaims(ports, new Date(now - days * DAY_MS));
}

/** Without any offer nothing is known about windows, so nothing is taken away. */
function longestWindowDays({ offers }: Catalogue): number | undefined {
  const days = [...offers.values()].map(({ duplicates }) => duplicates.window_days);
  return days.length > 0 ? Math.max(...days) : undefined;
}
