import { releaseEffect } from '../../core/delivery/pending-effects.js';
import { isFinal, type LeadState } from '../../core/lead/lead-states.js';
import type { LeadChange, LeadCondition } from '../../core/lead/lead-change.js';
import type { LeadCore, LeadRecord } from '../../core/lead/lead-record.js';
import type { Refusal } from '../../core/refusal.js';
import { DONE, type RunEnd, type WorkPorts } from '../ports/work-ports.js';
import { applyEffect, applyEffectNow } from './effects.js';
import type { AnewReason, LeadEntry } from '../../core/lead/lead-entry.js';

/** The lease condition: the lead as this worker took it. An update that names it loses when another worker was first. */
export const leaseCondition = ({ id, round, runs, attempts }: LeadCore): LeadCondition => ({
  id,
  round,
  runs,
  attempts: attempts.length,
  states: ['working'],
});

/**
 * Writes one transition of a lead. If it ends the lead, its pending effects are applied. False: another worker was first,
 * and its decision is kept.
 */
export async function transitionLead(
  ports: WorkPorts,
  lead: LeadCore,
  when: LeadCondition,
  change: LeadChange,
): Promise<boolean> {
  if (await ports.leads.transition(when, change)) {
    if (change.effect) await applyEffectNow(ports, lead, change.effect);
    return true;
  }
  await compensateLostRace(ports, lead);
  return false;
}

/** Ends a lead that the service itself refuses. `took`: it may hold reservations under this submission number. They are undone with the ending. */
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
 * A worker that lost may have taken shared records for a lead that has ended meanwhile: it gives back what a lead in
 * that state does not keep. While the lead is undecided its next worker needs them.
 */
async function compensateLostRace(ports: WorkPorts, lead: LeadCore): Promise<void> {
  const now = await ports.leads.read(lead.id);
  if (!now) return;
  const over = now.round !== lead.round || (isFinal(now.state) && now.state !== 'accepted');
  if (!over) return;
  const keeps = now.round === lead.round && now.decision?.refusal?.why === 'buyer_duplicate';
  await applyEffect(ports, lead.id, releaseEffect(lead, ports.clock(), keeps ? 'keep' : 'release'));
}

/** Whether this worker's lease is over: what it evaluated may have changed long ago. */
export const isLapsed = ({ due_at }: Pick<LeadRecord, 'due_at'>, now: Date): boolean =>
  due_at !== undefined && due_at <= now;

/** `leaseCondition`, for a transition that also requires that the lease has not expired. */
export const unexpiredLeaseCondition = (lead: LeadRecord, now: Date): LeadCondition => ({
  ...leaseCondition(lead),
  leased_at: now,
});

/**
 * Puts a lead back whose worker stood still too long, or can't store its attempt. The lead is evaluated again at once, by
 * the catalogue of that moment. It keeps what it reserved. If another worker has taken it, this writes nothing.
 */
export async function evaluateAgain(
  ports: WorkPorts,
  lead: LeadCore,
  why: AnewReason = 'it was judged too long ago',
): Promise<RunEnd> {
  const at = ports.clock();
  const entries: LeadEntry[] = [{ at, what: 'waits', offer_id: lead.offer_id, reason: { why } }];
  const won = await transitionLead(ports, lead, leaseCondition(lead), {
    state: 'queued',
    due_at: at,
    entries,
  });
  return won ? { again_at: at } : DONE;
}

/** A buyer has the lead, or may have it, and only an operator can find out. It becomes unknown; its timeline says why. */
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
