import type { ClaimedIdentity } from '../../core/duplicates/claim-owner.js';
import { areOldClaimsOver, longestWindow } from '../../core/duplicates/claim-status.js';
import { termsForgottenBefore } from '../../core/search/earlier-runs.js';
import type { WorkPorts } from '../ports/work-ports.js';
import { oldestBound } from '../submit/idempotency.js';

const DAY_MS = 86_400_000;

/**
 * Removes what has expired: Idempotency-Keys, the terms of results of earlier runs, and claims older than the longest duplicate
 * window of the catalogue. True: more claims are old, and the next run can go on with them at once.
 */
export async function expireOld(ports: WorkPorts): Promise<boolean> {
  const now = ports.clock().getTime();
  const oldest = oldestBound(new Date(now));
  await ports.leads.expireIdempotencyKeys(oldest);
  await ports.boundKeys.expire(oldest);
  await ports.searches.forgetTerms(termsForgottenBefore(new Date(now)));
  const days = longestWindow(ports.catalogue.current());
  // Without any offer the windows are unknown, so nothing is removed.
  if (days === undefined) return false;
  return expireClaims(ports, new Date(now - days * DAY_MS));
}

const BATCH = 500;

/** How many claims one run reads. The rest is for the next run, so that a shutdown does not wait long. */
const MAX_CLAIMS = 40 * BATCH;

type ExpiryPorts = Pick<WorkPorts, 'leads' | 'claims'>;

/**
 * Removes the claims from before `before` of leads that have ended. The claims of other leads stay. True: it removed some,
 * and there are more than one run reads.
 */
export async function expireClaims(ports: ExpiryPorts, before: Date): Promise<boolean> {
  let read = 0;
  let expired = 0;
  let batch: ClaimedIdentity[] = [];
  for await (const claim of ports.claims.old(before)) {
    batch.push(claim);
    read += 1;
    if (batch.length === BATCH) {
      expired += await expireBatch(ports, batch, before);
      batch = [];
    }
    if (read === MAX_CLAIMS) return expired > 0;
  }
  if (batch.length > 0) await expireBatch(ports, batch, before);
  return false;
}

/**
 * Removes only claims whose lead was read as ended. A lead that ended stays ended, at least in the submission that
 * took the claim.
 */
async function expireBatch(
  { leads, claims }: ExpiryPorts,
  batch: readonly ClaimedIdentity[],
  before: Date,
): Promise<number> {
  const old = batch.flatMap(({ owners }) => owners.filter(({ at }) => at < before));
  const ids = [...new Set(old.map(({ lead }) => lead))];
  const undecided = (await leads.standings(ids)).filter((lead) => !areOldClaimsOver(lead));
  const kept = new Set(undecided.map(({ id }) => id));
  const over = ids.filter((id) => !kept.has(id));
  const keys = batch.map(({ key }) => key);
  return claims.expire(keys, before, over);
}
