import { firstRunWrite } from '../../core/lead/first-run.js';
import type { LeadCondition } from '../../core/lead/lead-change.js';
import type { LeadCore, LeadRecord } from '../../core/lead/lead-record.js';

/**
 * The lease condition: the lead as this worker took it. An update under this condition fails if another worker took
 * the lead since. In a first run, the first such update is what takes the lead.
 */
export function leaseCondition(lead: LeadCore): LeadCondition {
  const { id, submission, runs, attempts, received_at } = lead;
  const same = { id, submission, received_at, attempts: attempts.length };
  const first_run = firstRunWrite(lead);
  return first_run
    ? { ...same, runs: 0, states: ['queued'], first_run }
    : { ...same, runs, states: ['working'] };
}

/**
 * `leaseCondition`, for a transition that also requires that the lease has not expired. The lease of a first run is not
 * stored, so its caller looks at it.
 */
export function unexpiredLeaseCondition(lead: LeadRecord, now: Date): LeadCondition {
  const condition = leaseCondition(lead);
  return condition.first_run ? condition : { ...condition, leased_at: now };
}

/** Whether the lease of this worker has ended. What the worker evaluated may have changed since. */
export const isLapsed = ({ due_at }: Pick<LeadRecord, 'due_at'>, now: Date): boolean =>
  due_at !== undefined && due_at <= now;
