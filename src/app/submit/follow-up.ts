import { reservationIdOf } from '../../core/caps/cap-buckets.js';
import type { Offer } from '../../core/catalogue/types.js';
import { followUpDestination, MAX_OPEN_MS } from '../../core/destination-gate/destination.js';
import { callResultOf, seenOf } from '../../core/destination-gate/call-result.js';
import { applyDeliveryResult, decidedEntries } from '../../core/delivery/apply-delivery-result.js';
import { aboutLead } from '../../core/exchanges/about.js';
import { reachedAttempt } from '../../core/delivery/attempt.js';
import { followUpBuyerChanged } from '../../core/delivery/buyer-changed.js';
import { subjectOf } from '../../core/checks/index.js';
import type { DeliveryResult } from '../../core/delivery/delivery-result.js';
import type { Admission } from '../../core/destination-gate/admission.js';
import type { LeadRecord, Waiting } from '../../core/lead/lead-record.js';
import type { AskedEntry, LeadEntry } from '../../core/lead/lead-entry.js';
import { DONE, type RunEnd, type WorkPorts } from '../ports/work-ports.js';
import { enter, release } from '../destination-gate/ask-gate.js';
import { leaseCondition } from './lease-conditions.js';
import { leaveToOperator } from './outcomes.js';
import { transitionAndEndRun, transitionLead } from './transition-lead.js';
import { newestWait, waitsBecause } from '../../core/lead/waiting.js';
import { resultWithoutPerson } from '../../core/delivery/without-person.js';

/**
 * Asks a buyer that answered "later" what became of the lead, if the buyer's destination admits a request now, and for
 * the last time when the time for this is over. Then the lead becomes unknown, and an operator settles it. The same happens if the offer now
 * belongs to another buyer: that buyer never got the lead, so its answer would mean nothing.
 */
export async function askBuyer(ports: WorkPorts, lead: LeadRecord): Promise<RunEnd> {
  const asked_at = ports.clock();
  const subject = subjectOf(lead, ports.catalogue.current(), ports.geo, asked_at);
  const { offer } = subject;
  const follow = offer?.delivery.follow_up;
  const attempt = reachedAttempt(lead);
  const moved = offer && attempt && followUpBuyerChanged(attempt, offer);
  if (moved) return leaveToOperator(ports, lead, moved);
  if (!offer || !follow || lead.reference === undefined) return leaveToOperator(ports, lead, 'no way to ask');
  const end = (lead.pending_since ?? asked_at).getTime() + follow.for_ms;
  if (wantsNoMore(lead) && asked_at.getTime() >= end)
    return leaveToOperator(ports, lead, 'asked long enough');
  const destination = followUpDestination(offer);
  const permit = reservationIdOf(lead.id, lead.submission);
  const admission = await enter(ports, destination, permit);
  if (admission.outcome === 'wait') return waitToAsk(ports, lead, admission, end);
  const about = aboutLead('follow_up', lead, attempt?.number ?? 0);
  const answered = await ports.destinations.followUp(offer, lead.reference, about);
  const delivered = resultWithoutPerson(answered, lead);
  const now = ports.clock();
  const duration_ms = now.getTime() - asked_at.getTime();
  const result = callResultOf(delivered, duration_ms);
  const reason = { duration_ms, ...seenOf(delivered) };
  const asked: AskedEntry = { at: now, what: 'asked', offer_id: offer.id, outcome: result.outcome, reason };
  const wishes = delivered.kind === 'answered' ? (delivered.retry_after_ms ?? 0) : 0;
  const said: Waiting = {
    ...{ run: lead.runs, why: 'asked', outcome: result.outcome, ...seenOf(delivered) },
    ...(now.getTime() + wishes > end && { until: new Date(end) }),
  };
  const due_at = new Date(Math.min(now.getTime() + Math.max(follow.every_ms, wishes), end));
  const write = (): Promise<RunEnd> => {
    if (isDecision(delivered)) return decide(ports, { lead, offer }, delivered, asked);
    return now.getTime() >= end
      ? leaveToOperator(ports, lead, 'asked long enough', [asked])
      : askAt(ports, lead, { due_at, waiting: said, entries: isInTimeline(lead, said) ? [] : [asked] });
  };
  const [run] = await Promise.all([write(), release(ports, destination, permit, result)]);
  return run;
}

type Asked = Extract<Waiting, { why: 'asked' }>;

/** Whether the buyer asked not to be asked again before the time for it is over. */
function wantsNoMore(lead: LeadRecord): boolean {
  const wait = newestWait(lead);
  return wait?.why === 'asked' && wait.until !== undefined;
}

/**
 * Whether the timeline already has this answer. A buyer that answers "later" for days must not push older entries out
 * of the lead's bounded timeline.
 */
function isInTimeline(lead: LeadRecord, { outcome, status, detail }: Asked): boolean {
  const wait = newestWait(lead);
  return (
    wait?.why === 'asked' && wait.outcome === outcome && wait.status === status && wait.detail === detail
  );
}

/**
 * Waits until the destination admits the question. Our own limits are no reason to give up. A destination that is
 * down is one, but only after the longest time that a breaker stays open.
 */
async function waitToAsk(
  ports: WorkPorts,
  lead: LeadRecord,
  { why, for_ms }: Extract<Admission, { outcome: 'wait' }>,
  end: number,
): Promise<RunEnd> {
  const at = ports.clock();
  if (why === 'destination_down' && at.getTime() >= end + MAX_OPEN_MS)
    return leaveToOperator(ports, lead, 'asked long enough');
  const until = new Date(at.getTime() + for_ms);
  const waits: LeadEntry = { at, what: 'waits', offer_id: lead.offer_id, reason: { why, until } };
  const entries = waitsBecause(lead) === why ? [] : [waits];
  return askAt(ports, lead, { due_at: until, waiting: { run: lead.runs, why }, entries });
}

async function decide(
  ports: WorkPorts,
  { lead, offer }: { readonly lead: LeadRecord; readonly offer: Offer },
  delivered: DeliveryResult,
  asked: AskedEntry,
): Promise<RunEnd> {
  const now = asked.at;
  const { change } = applyDeliveryResult(delivered, {
    lead,
    offer,
    now,
    random: ports.random(),
  });
  await transitionLead(ports, lead, leaseCondition(lead), {
    ...change,
    entries: [asked, ...decidedEntries(offer.id, change.decision)],
  });
  return DONE;
}

const askAt = (
  ports: WorkPorts,
  lead: LeadRecord,
  wait: { readonly due_at: Date; readonly waiting: Waiting; readonly entries: readonly LeadEntry[] },
): Promise<RunEnd> => transitionAndEndRun(ports, lead, { state: 'pending', ...wait });

const isDecision = (delivered: DeliveryResult): boolean =>
  delivered.kind === 'answered' &&
  delivered.answer.outcome !== 'pending' &&
  delivered.answer.outcome !== 'retry';
