import type { LeadCondition } from '../../core/lead/lead-change.js';
import type { AnewReason, LeadEntry } from '../../core/lead/lead-entry.js';
import type { LeadCore, LeadRecord } from '../../core/lead/lead-record.js';
import { DONE, type RunEnd, type WorkPorts } from '../ports/work-ports.js';
import { leaseCondition, transitionLead } from './end-lead.js';

/** Whether this worker's time with the lead is over: what it judged by may be of a moment that has long passed. */
export const isLapsed = ({ due_at }: Pick<LeadRecord, 'due_at'>, now: Date): boolean =>
  due_at !== undefined && due_at <= now;

/** `asTaken`, for what only a lead may do whose judging is still of this moment. */
export const unexpiredLeaseCondition = (lead: LeadRecord, now: Date): LeadCondition => ({
  ...leaseCondition(lead),
  leased_at: now,
});

/**
 * Puts a lead back whose worker stood still too long, or can't store what it judged: it is judged again at once, by the catalogue of that moment. It
 * keeps what it took; nobody else had it, or this writes nothing.
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
