import { failed, windowEnd } from '../../core/delivery/apply-delivery-result.js';
import { lastAttempt, mayHaveArrived, newestWait, waitsBecause } from '../../core/delivery/attempt.js';
import type { Offer } from '../../core/catalogue/types.js';
import type { Admission, WaitReason } from '../../core/destination-gate/admission.js';
import type { LeadEntry } from '../../core/lead/lead-entry.js';
import type { LeadRecord, SharedWait } from '../../core/lead/lead-record.js';
import { DONE, type RunEnd, type WorkPorts } from '../ports/work-ports.js';
import { leaseCondition, transitionLead } from './end.js';
import { yieldClaims } from './reserve.js';

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

/** How soon a lead that has to wait for another (a claim, the ledger) is evaluated again, on average. */
const WAIT_MS = 1_000;

/** Waits for what other leads share with this one: a slot or a claim, or the cap ledger. */
export async function waitForShared(
  ports: WorkPorts,
  lead: LeadRecord,
  offer: Offer,
  step: Exclude<Step, 'lead'>,
): Promise<RunEnd> {
  const why = step === 'caps' ? 'ledger' : 'another_lead';
  const isTold = newestWait(lead)?.why === why;
  return step === 'claims' ? waitForAnother(ports, lead, offer, isTold) : wait(ports, lead, why, isTold);
}

/**
 * Two leads that gave way to each other must not come back at the same moment, again and again. A lead that waits long must
 * not push its own past out of its timeline, so a reason that is told already is not told again.
 */
export async function wait(
  ports: WorkPorts,
  lead: LeadRecord,
  why: SharedWait,
  isTold: boolean,
): Promise<RunEnd> {
  const at = ports.clock();
  const due_at = new Date(at.getTime() + Math.round(WAIT_MS * (0.5 + ports.random())));
  const entries: LeadEntry[] = isTold
    ? []
    : [{ at, what: 'waits', offer_id: lead.offer_id, reason: { why } }];
  const waiting = { run: lead.runs, why } as const;
  const won = await transitionLead(ports, lead, leaseCondition(lead), {
    state: 'queued',
    due_at,
    waiting,
    entries,
  });
  return won ? { again_at: due_at } : DONE;
}

/**
 * Another lead of this person may be about to be sold. A lead whose buyer said "try again" spends its delivery window: it
 * keeps its claims, so that two of them may wait for each other.
 */
export async function waitForAnother(
  ports: WorkPorts,
  lead: LeadRecord,
  offer: Offer,
  isTold: boolean,
): Promise<RunEnd> {
  if (lastAttempt(lead)?.outcome === 'retry' && ports.clock() >= windowEnd(lead, offer))
    return giveUp(ports, lead, 'another_lead');
  const end = await wait(ports, lead, 'another_lead', isTold);
  // After the step, so that a lead that stands where it must have its claims has them.
  if (end.again_at) await yieldClaims(ports, lead);
  return end;
}
export async function hold(ports: WorkPorts, lead: LeadRecord, leaves_at: Date): Promise<RunEnd> {
  const at = ports.clock();
  const entries: LeadEntry[] = [
    { at, what: 'saved', offer_id: lead.offer_id, reason: { opens_at: leaves_at } },
  ];
  // Nothing was tried yet, so the delivery window is still to begin.
  const begins = lastAttempt(lead) ? {} : { first_due_at: leaves_at };
  const change = { state: 'saved', due_at: leaves_at, entries, ...begins } as const;
  const won = await transitionLead(ports, lead, leaseCondition(lead), change);
  return won ? { again_at: leaves_at } : DONE;
}

/** How far a decision came. The first step looks at no shared record. */
export type Step = 'lead' | 'slot' | 'claims' | 'caps';
