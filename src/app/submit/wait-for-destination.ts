import { failed, windowEnd } from '../../core/delivery/apply-delivery-result.js';
import { newestWait } from '../../core/delivery/newest-wait.js';
import { mayHaveArrived } from '../../core/delivery/next-step.js';
import type { Offer } from '../../core/catalogue/types.js';
import type { Admission, WaitReason } from '../../core/destination-gate/admission.js';
import type { LeadEntry } from '../../core/lead/lead-entry.js';
import type { LeadRecord } from '../../core/lead/lead-record.js';
import { DONE, type RunEnd, type WorkPorts } from '../ports/work-ports.js';
import { leaseCondition, transitionLead } from './end-lead.js';

type Wait = Extract<Admission, { outcome: 'wait' }>;

/**
 * A lead that passed every check and whose destination takes nothing now: it keeps what it holds and comes back. Its
 * turn under a throttle is when it is first due, so the delivery window starts there; waiting for a destination that
 * is down or full spends the window, and ends with it.
 */
export async function waitForDestination(
  ports: WorkPorts,
  lead: LeadRecord,
  offer: Offer,
  { why, for_ms }: Wait,
): Promise<RunEnd> {
  const at = ports.clock();
  const turn = new Date(at.getTime() + for_ms);
  const isTurn = why === 'throttled' && !lead.attempts.some(({ round }) => round === lead.round);
  const end = windowEnd(lead, offer);
  if (!isTurn && at >= end) return giveUp(ports, lead, why);
  const due_at = isTurn || turn < end ? turn : end;
  // A lead that asks often must not push its own past out of its timeline.
  const entries: LeadEntry[] =
    waitsBecause(lead) === why
      ? []
      : [{ at, what: 'waits', offer_id: offer.id, reason: { why, until: due_at } }];
  const won = await transitionLead(ports, lead, leaseCondition(lead), {
    state: 'queued',
    due_at,
    waiting: { run: lead.runs, why },
    ...(isTurn ? { first_due_at: due_at } : {}),
    entries,
  });
  return won ? { again_at: due_at } : DONE;
}

const REASONS: readonly WaitReason[] = ['destination_down', 'no_room', 'throttled'];

/** Why its destination did not take it when it was last looked at; undefined when something else came after that. */
export function waitsBecause(lead: LeadRecord): WaitReason | undefined {
  const why = newestWait(lead)?.why;
  return REASONS.find((reason) => reason === why);
}

/** The window is over. What may have arrived by an earlier attempt stays for an operator. */
export async function giveUp(
  ports: WorkPorts,
  lead: LeadRecord,
  why: WaitReason | 'another_lead',
): Promise<RunEnd> {
  const at = ports.clock();
  const change = mayHaveArrived(lead) ? ({ state: 'unknown', due_at: null } as const) : failed(lead, at);
  const outcome = change.state === 'unknown' ? 'unknown' : 'DELIVERY_FAILED';
  const entries: LeadEntry[] = [{ at, what: 'decided', offer_id: lead.offer_id, outcome, reason: { why } }];
  await transitionLead(ports, lead, leaseCondition(lead), { ...change, entries });
  return DONE;
}
