import { releaseEffect } from '../../core/delivery/pending-effects.js';
import type { LeadState } from '../../core/lead/lead-states.js';
import type { ReevaluationReason, LeadEntry } from '../../core/lead/lead-entry.js';
import type { LeadCore, LeadRecord } from '../../core/lead/lead-record.js';
import type { Refusal } from '../../core/refusal.js';
import { DONE, type RunEnd, type WorkPorts } from '../ports/work-ports.js';
import { leaseCondition } from './lease-conditions.js';
import { transitionAndEndRun, transitionLead } from './transition-lead.js';

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
 * Puts a lead back if its worker was suspended too long or can't store its attempt. The lead is evaluated again at
 * once, with the current catalogue. It keeps its reservations. If another worker has taken the lead, this writes
 * nothing.
 */
export async function evaluateAgain(
  ports: WorkPorts,
  lead: LeadCore,
  why: ReevaluationReason = 'it was evaluated too long ago',
): Promise<RunEnd> {
  const at = ports.clock();
  const entries: LeadEntry[] = [{ at, what: 'waits', offer_id: lead.offer_id, reason: { why } }];
  return transitionAndEndRun(ports, lead, { state: 'queued', due_at: at, entries });
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
