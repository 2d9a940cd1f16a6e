import type { Offer } from '../../core/catalogue/types.js';
import {
  keepsClaims,
  refused,
  waitsForShared,
  type Moment,
  type Refused,
  type Step,
} from '../../core/delivery/waits-and-endings.js';
import { releaseEffect } from '../../core/delivery/pending-effects.js';
import { isFinal } from '../../core/lead/lead-states.js';
import type { LeadChange, LeadCondition } from '../../core/lead/lead-change.js';
import type { LeadCore, LeadRecord } from '../../core/lead/lead-record.js';
import { leaseCondition } from '../../core/lead/lease.js';
import { DONE, type RunEnd, type WorkPorts } from '../ports/work-ports.js';
import { applyEffect, applyReleaseNow } from './effects.js';
import { withNextFallback } from './create-fallback.js';

/** How a run ends: what becomes of the lead, as this worker knows it. */
export interface Ending {
  readonly lead: LeadCore;
  readonly change: LeadChange;
}

/** When a run decides: always now. */
export const moment = ({ clock, random }: Pick<WorkPorts, 'clock' | 'random'>): Moment => ({
  now: clock(),
  random: random(),
});

/** The run ends with a refusal, unless the buyer may have the lead. */
export const refuse = (
  ports: WorkPorts,
  lead: LeadRecord,
  offer: Offer | undefined,
  found: Refused,
): Ending => ({ lead, change: refused(lead, found, { offer, ...moment(ports) }) });

/** The run ends, because it can't be known yet whether the lead may have what it shares with others. */
export const waitForShared = (
  ports: WorkPorts,
  lead: LeadRecord,
  offer: Offer,
  step: Exclude<Step, 'lead'>,
): Ending => ({ lead, change: waitsForShared(lead, step, { offer, ...moment(ports) }) });

/** When the job of a run comes again after this change. */
export const runEndOf = ({ due_at }: Pick<LeadChange, 'due_at'>): RunEnd =>
  due_at ? { again_at: due_at } : DONE;

/** Writes how a run ends. The run's job comes again when the lead is due. */
export async function endRun(ports: WorkPorts, { lead, change }: Ending): Promise<RunEnd> {
  return (await transitionLead(ports, lead, change)) ? runEndOf(change) : DONE;
}

/**
 * Writes one change of a lead, which this worker holds if `when` says nothing else. If the change ends the lead, it names
 * the next fallback, and what the lead reserved is released. If the lead waits for another one, it gives back its claims:
 * only afterwards, so that a lead in a state that requires claims never lacks them. False: another worker was first, and
 * its decision stays.
 */
export async function transitionLead(
  ports: WorkPorts,
  lead: LeadCore,
  change: LeadChange,
  when: LeadCondition = leaseCondition(lead, change, ports.clock()),
): Promise<boolean> {
  if (!(await ports.leads.transition(when, withNextFallback(ports, lead, change)))) {
    await compensateLostRace(ports, lead);
    return false;
  }
  if (change.effect) await applyReleaseNow(ports, lead, change.effect);
  if (change.waiting?.why === 'another_lead') await releaseClaimsWhileWaiting(ports, lead);
  return true;
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

/**
 * Gives back the claims of a lead that waits for another lead, because the other lead may wait for them. Otherwise
 * two leads that claimed under a narrower policy, or were stopped while they claimed, would wait for each other
 * forever. This run gives back no claim of a later run. If a buyer has had the lead, the lead keeps its claims, even
 * after "try again", because the buyer may call back.
 */
export async function releaseClaimsWhileWaiting(
  { claims }: Pick<WorkPorts, 'claims'>,
  lead: LeadCore,
): Promise<void> {
  if (keepsClaims(lead)) return;
  const { id, submission, runs: run, identities } = lead;
  const keys = identities.map(({ key }) => key);
  await claims.giveBack(keys, { lead: id, submission, run });
}
