import { failed } from '../../core/delivery/apply-delivery-result.js';
import { firstDueWithout, windowEnd, windowFrom } from '../../core/delivery/delivery-window.js';
import { closedSince } from '../../core/catalogue/hours.js';
import { mayFallBack } from '../../core/fallback/next-fallback.js';
import { lastAttempt, mayHaveArrived } from '../../core/delivery/attempt.js';
import { newestWait, waitsBecause } from '../../core/lead/waiting.js';
import type { Offer } from '../../core/catalogue/types.js';
import type { Admission, WaitReason } from '../../core/destination-gate/admission.js';
import type { LeadEntry } from '../../core/lead/lead-entry.js';
import type { LeadRecord, SharedWait } from '../../core/lead/lead-record.js';
import { DONE, type RunEnd, type WorkPorts } from '../ports/work-ports.js';
import { deliveryPermit, release } from '../destination-gate/ask-gate.js';
import { leaseCondition } from './lease-conditions.js';
import { transitionAndEndRun, transitionLead } from './transition-lead.js';
import { allowsFallbacks } from './create-fallback.js';
import { keepsClaims, releaseClaimsWhileWaiting } from './reserve-claims.js';

type Wait = Extract<Admission, { outcome: 'wait' }>;

/**
 * Delays a lead that passed every check while its destination admits nothing. The lead keeps its reservations and is
 * evaluated again later. Under a throttle, the lead is first due when its turn comes, so the delivery window starts
 * there; if it was sent before, it stands still until then, unless that is hours away. Waiting for a destination that is
 * down or full uses up the window, and ends with it.
 */
export async function waitForDestination(
  ports: WorkPorts,
  lead: LeadRecord,
  offer: Offer,
  { why, for_ms }: Wait,
): Promise<RunEnd> {
  // Another offer is waiting for this lead. A full or throttled destination is not down, and its turn comes soon.
  if (why === 'destination_down' && mayFallBack(lead, allowsFallbacks(ports, lead)))
    return endWindow(ports, lead, why);
  const at = ports.clock();
  const turn = new Date(at.getTime() + for_ms);
  const isSentBefore = lastAttempt(lead) !== undefined;
  const isTurn = why === 'throttled' && (!isSentBefore || for_ms <= MAX_TURN_MS);
  const end = windowEnd(lead, offer);
  if (!isTurn && at >= end) {
    // Its place in the line may be far behind, and nobody passes by it before its turn.
    const { destination, permit } = deliveryPermit(lead, offer);
    const ended = await endWindow(ports, lead, why);
    await release(ports, destination, permit, 'unused');
    return ended;
  }
  const due_at = isTurn || turn < end ? turn : end;
  // Write one entry for a repeated wait, so that older entries stay in the bounded timeline.
  const entries: LeadEntry[] =
    waitsBecause(lead) === why
      ? []
      : [{ at, what: 'waits', offer_id: offer.id, reason: { why, until: due_at } }];
  return transitionAndEndRun(ports, lead, {
    state: 'queued',
    due_at,
    waiting: { run: lead.runs, why },
    ...(isTurn && { first_due_at: isSentBefore ? firstDueWithout(lead, at, turn) : turn }),
    entries,
  });
}

/**
 * The longest wait for a turn during which the window of a lead that was sent before stands still. Without a bound, a buyer
 * that says "try again" to all would make the line longer than it can ever answer.
 */
const MAX_TURN_MS = 4 * 3_600_000;

/**
 * The delivery window is over. If an earlier attempt may have reached the buyer, the lead becomes unknown and an
 * operator settles it.
 */
async function endWindow(
  ports: WorkPorts,
  lead: LeadRecord,
  why: WaitReason | 'another_lead',
): Promise<RunEnd> {
  const at = ports.clock();
  // A lead that was evaluated has no open or pending attempt (`taskOf`), so only a lost answer leaves a doubt.
  const change = mayHaveArrived(lead) ? ({ state: 'unknown', due_at: null } as const) : failed(lead, at);
  const outcome = change.state === 'unknown' ? 'unknown' : 'DELIVERY_FAILED';
  const entries: LeadEntry[] = [{ at, what: 'decided', offer_id: lead.offer_id, outcome, reason: { why } }];
  await transitionLead(ports, lead, leaseCondition(lead), { ...change, entries });
  return DONE;
}

/** The average time until a lead that waits for another lead or for the ledger is evaluated again. */
const WAIT_MS = 1_000;

/**
 * Waits for a record that other leads share with this lead: a slot, a claim, or the cap ledger. A lead that a buyer has had
 * keeps its claims, so two such leads may wait for each other. The end of its delivery window limits that wait.
 */
export async function waitForShared(
  ports: WorkPorts,
  lead: LeadRecord,
  offer: Offer,
  step: Exclude<Step, 'lead'>,
): Promise<RunEnd> {
  const why = step === 'caps' ? 'ledger' : 'another_lead';
  if (step === 'claims' && keepsClaims(lead) && ports.clock() >= windowEnd(lead, offer))
    return endWindow(ports, lead, 'another_lead');
  const end = await waitAgain(ports, lead, why);
  // Yield only after the transition, so that a lead in a state that requires claims never lacks them.
  if (end.again_at && why === 'another_lead') await releaseClaimsWhileWaiting(ports, lead);
  return end;
}

/**
 * Puts the lead back in the queue for a random time, so that two leads that gave way to each other do not meet again
 * and again. A long wait must not push older entries out of the bounded timeline. So a wait for the same reason
 * gets no new entry. While the ledger is out of service, the delivery window stands still, as in any outage of ours.
 */
export async function waitAgain(ports: WorkPorts, lead: LeadRecord, why: SharedWait): Promise<RunEnd> {
  const at = ports.clock();
  const due_at = new Date(at.getTime() + Math.round(WAIT_MS * (0.5 + ports.random())));
  const isInTimeline = newestWait(lead)?.why === why;
  const entries: LeadEntry[] = isInTimeline
    ? []
    : [{ at, what: 'waits', offer_id: lead.offer_id, reason: { why } }];
  const waiting = { run: lead.runs, why } as const;
  return transitionAndEndRun(ports, lead, {
    state: 'queued',
    due_at,
    waiting,
    ...(why === 'ledger' && { first_due_at: firstDueWithout(lead, lead.taken?.at ?? at, due_at) }),
    entries,
  });
}

/**
 * Saves a lead that passed every check until its buyer opens. What it waited for its destination while the buyer was open has
 * used up its window, also without an attempt: else a lead whose window is longer than a day's hours would wait for ever.
 */
export async function saveUntilOpen(
  ports: WorkPorts,
  lead: LeadRecord,
  { buyer }: Pick<Offer, 'buyer'>,
  send_at: Date,
): Promise<RunEnd> {
  const at = ports.clock();
  const entries: LeadEntry[] = [
    { at, what: 'saved', offer_id: lead.offer_id, reason: { opens_at: send_at } },
  ];
  const why = waitsBecause(lead);
  // A lead that waited for its turn has used what it had used when that wait began.
  const until = why === 'throttled' ? at : why && closedSince(buyer, at, lead.first_due_at);
  const window = windowFrom(lead, send_at, until);
  return transitionAndEndRun(ports, lead, { state: 'saved', due_at: send_at, ...window, entries });
}

/** The last step that a decision reached. The step `lead` reads no shared record. */
export type Step = 'lead' | 'slot' | 'claims' | 'caps';
