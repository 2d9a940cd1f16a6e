import { releaseEffect } from '../../core/delivery/pending-effects.js';
import { isFinal } from '../../core/lead/lead-states.js';
import type { LeadChange, LeadCondition } from '../../core/lead/lead-change.js';
import type { LeadCore } from '../../core/lead/lead-record.js';
import { DONE, type RunEnd, type WorkPorts } from '../ports/work-ports.js';
import { applyEffect, applyReleaseNow } from './effects.js';
import { withNextFallback } from './create-fallback.js';
import { leaseCondition } from './lease-conditions.js';

/**
 * Writes one transition of a lead. If it ends the lead, it names the next fallback, and this applies its pending effects.
 * False: another worker was first, and its decision stays.
 */
export async function transitionLead(
  ports: WorkPorts,
  lead: LeadCore,
  when: LeadCondition,
  change: LeadChange,
): Promise<boolean> {
  if (await ports.leads.transition(when, withNextFallback(ports, lead, change))) {
    if (change.effect) await applyReleaseNow(ports, lead, change.effect);
    return true;
  }
  await compensateLostRace(ports, lead);
  return false;
}

/** Writes a transition that may let the lead wait. The run then ends with the time of the lead's next run. */
export async function transitionAndEndRun(
  ports: WorkPorts,
  lead: LeadCore,
  change: LeadChange,
): Promise<RunEnd> {
  const won = await transitionLead(ports, lead, leaseCondition(lead), change);
  return won && change.due_at ? { again_at: change.due_at } : DONE;
}

/**
 * Compensates after a lost race. This worker may have reserved shared records for a lead that has ended meanwhile, so
 * it gives back what an ended lead does not keep. While the lead is undecided, its next worker needs them, so nothing
 * is given back.
 */
async function compensateLostRace(ports: WorkPorts, lead: LeadCore): Promise<void> {
  const now = await ports.leads.read(lead.id);
  if (!now) return;
  const over = now.submission !== lead.submission || (isFinal(now.state) && now.state !== 'accepted');
  if (!over) return;
  const keeps = now.submission === lead.submission && now.decision?.refusal?.why === 'buyer_duplicate';
  await applyEffect(ports, lead.id, releaseEffect(lead, ports.clock(), keeps ? 'keep' : 'release'));
}
