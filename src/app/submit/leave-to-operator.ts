import type { LeadRecord } from '../../core/lead/lead-record.js';
import type { LeadEntry } from '../../core/lead/lead-entry.js';
import { DONE, type RunEnd, type WorkPorts } from '../ports/work-ports.js';
import { leaseCondition, transitionLead } from './end-lead.js';

/** A buyer has the lead, or may have it, and nobody but an operator can find out: unknown, and its timeline says why. */
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
