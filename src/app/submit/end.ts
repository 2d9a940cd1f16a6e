import { releaseEffect } from '../../core/delivery/pending-effects.js';
import { begunBy } from '../../core/lead/first-run.js';
import { isFinal, type LeadState } from '../../core/lead/lead-states.js';
import type { LeadChange, LeadCondition } from '../../core/lead/lead-change.js';
import type { LeadCore, LeadRecord } from '../../core/lead/lead-record.js';
import type { Refusal } from '../../core/refusal.js';
import { DONE, type RunEnd, type WorkPorts } from '../ports/work-ports.js';
import { applyEffect, applyEffectNow } from './effects.js';
import { withNextTry } from './fall-back.js';
import type { AnewReason, LeadEntry } from '../../core/lead/lead-entry.js';

/**
 * The lease condition: the lead as this worker took it. An update under this condition fails if another worker took
 * the lead since. In a first run, the first such update is what takes the lead.
 */
export function leaseCondition(lead: LeadCore): LeadCondition {
  const { id, round, runs, attempts, received_at } = lead;
  const same = { id, round, received_at, attempts: attempts.length };
  const begins = begunBy(lead);
  return begins ? { ...same, runs: 0, states: ['queued'], begins } : { ...same, runs, states: ['working'] };
}

/**
 * Writes one transition of a lead. If it ends the lead, it names the next try, and this applies its pending effects.
 * False: another worker was first, and its decision stays.
 */
export async function transitionLead(
  ports: WorkPorts,
  lead: LeadCore,
  when: LeadCondition,
  change: LeadChange,
): Promise<boolean> {
  if (await ports.leads.transition(when, withNextTry(ports, lead, change))) {
    if (change.effect) await applyEffectNow(ports, lead, change.effect);
    return true;
  }
  await compensateLostRace(ports, lead);
  return false;
}

/** Writes a transition that may let the lead wait. The run then ends with the time of the lead's next run. */
export async function putOff(ports: WorkPorts, lead: LeadCore, change: LeadChange): Promise<RunEnd> {
  const won = await transitionLead(ports, lead, leaseCondition(lead), change);
  return won && change.due_at ? { again_at: change.due_at } : DONE;
}

/**
 * Ends a lead that the service itself refuses. `took`: the lead may hold reservations under this submission number.
 * The end of the lead releases them.
 */
export async function refuse(
  ports: WorkPorts,
  lead: LeadRecord,
  refusal: Refusal,
  took: boolean,
): Promise<void> {
  const at = ports.clock();
  await transitionLead(ports, lead, leaseCondition(lead), {
    state: stateOf(refusal),
    due_at: null,
    decision: { code: refusal.code, at, refusal, source: 'service' },
    ...(took ? { effect: releaseEffect(lead, at) } : {}),
    entries: [
      { at, what: 'decided', offer_id: lead.offer_id, outcome: refusal.code, reason: { ...refusal } },
    ],
  });
}

function stateOf({ code }: Refusal): LeadState {
  if (code === 'TEST_LEAD_HELD') return 'held';
  return code === 'REQUIRED_FIELD_MISSING' || code === 'INVALID_FIELD' ? 'invalid' : 'rejected';
}

/**
 * Compensates after a lost race. This worker may have reserved shared records for a lead that has ended meanwhile, so
 * it gives back what an ended lead does not keep. While the lead is undecided, its next worker needs them, so nothing
 * is given back.
 */
async function compensateLostRace(ports: WorkPorts, lead: LeadCore): Promise<void> {
  const now = await ports.leads.read(lead.id);
  if (!now) return;
  const over = now.round !== lead.round || (isFinal(now.state) && now.state !== 'accepted');
  if (!over) return;
  const keeps = now.round === lead.round && now.decision?.refusal?.why === 'buyer_duplicate';
  await applyEffect(ports, lead.id, releaseEffect(lead, ports.clock(), keeps ? 'keep' : 'release'));
}

/** Whether the lease of this worker has ended. What the worker evaluated may have changed since. */
export const isLapsed = ({ due_at }: Pick<LeadRecord, 'due_at'>, now: Date): boolean =>
  due_at !== undefined && due_at <= now;

/**
 * `leaseCondition`, for a transition that also requires that the lease has not expired. The lease of a first run is not
 * stored, so its caller looks at it.
 */
export function unexpiredLeaseCondition(lead: LeadRecord, now: Date): LeadCondition {
  const condition = leaseCondition(lead);
  return condition.begins ? condition : { ...condition, leased_at: now };
}

/**
 * Puts a lead back if its worker was suspended too long or can't store its attempt. The lead is evaluated again at
 * once, with the current catalogue. It keeps its reservations. If another worker has taken the lead, this writes
 * nothing.
 */
export async function evaluateAgain(
  ports: WorkPorts,
  lead: LeadCore,
  why: AnewReason = 'it was judged too long ago',
): Promise<RunEnd> {
  const at = ports.clock();
  const entries: LeadEntry[] = [{ at, what: 'waits', offer_id: lead.offer_id, reason: { why } }];
  return putOff(ports, lead, { state: 'queued', due_at: at, entries });
}

/**
 * A buyer has the lead, or may have it, and only an operator can find out. The lead becomes unknown, and its timeline
 * gives the reason.
 */
export async function leaveToOperator(
  ports: WorkPorts,
  lead: LeadRecord,
  why: string,
  before: readonly LeadEntry[] = [],
): Promise<RunEnd> {
  const at = ports.clock();
  const entries: LeadEntry[] = [...before, { at, what: 'unknown', offer_id: lead.offer_id, reason: { why } }];
  await transitionLead(ports, lead, leaseCondition(lead), { state: 'unknown', due_at: null, entries });
  return DONE;
}
