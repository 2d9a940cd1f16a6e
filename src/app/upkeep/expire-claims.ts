import { isOver } from '../../core/duplicates/claim-status.js';
import type { ClaimedIdentity } from '../../core/duplicates/claim-owner.js';
import type { WorkPorts } from '../ports/work-ports.js';

const BATCH = 500;

/** Of one run: the rest waits for the next, so that a process that is told to end does not wait for it. */
const MAX = 40 * BATCH;

type ExpiryPorts = Pick<WorkPorts, 'leads' | 'claims'>;

/** Takes away what leads that are over hold from before `before`, whatever the claims of others are. */
export async function expireClaims(ports: ExpiryPorts, before: Date): Promise<void> {
  let read = 0;
  let batch: ClaimedIdentity[] = [];
  for await (const claim of ports.claims.old(before)) {
    batch.push(claim);
    read += 1;
    if (batch.length === BATCH) {
      await expireBatch(ports, batch, before);
      batch = [];
    }
    if (read === MAX) return;
  }
  if (batch.length > 0) await expireBatch(ports, batch, before);
}

/** Only what is seen to be over goes: a lead that ended stays ended, at least in the round that it claimed in. */
async function expireBatch(
  { leads, claims }: ExpiryPorts,
  batch: readonly ClaimedIdentity[],
  before: Date,
): Promise<void> {
  const old = batch.flatMap(({ holders: owners }) => owners.filter(({ at }) => at < before));
  const ids = [...new Set(old.map(({ lead }) => lead))];
  const undecided = (await leads.readMany(ids)).filter((lead) => !isOver(lead));
  const kept = new Set(undecided.map(({ id }) => id));
  const over = ids.filter((id) => !kept.has(id));
  const keys = batch.map(({ key }) => key);
  await claims.expire(keys, before, over);
}
