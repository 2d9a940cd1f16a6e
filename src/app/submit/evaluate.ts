import { caps } from '../../core/checks/caps.js';
import { NO_FACTS, type Subject } from '../../core/checks/check.js';
import { duplicate } from '../../core/checks/duplicate.js';
import { exclusivity } from '../../core/checks/exclusivity.js';
import { firstRefusal, LEAD_CHECKS, subjectOf } from '../../core/checks/index.js';
import { withOtherFaults } from '../../core/checks/field-faults.js';
import { testLead } from '../../core/checks/test-lead.js';
import { sendableAt } from '../../core/catalogue/hours.js';
import { applyDeliveryResult } from '../../core/delivery/apply-delivery-result.js';
import { saveUntilOpen, waitForDestination, waitForShared, type Step } from './wait.js';
import { mayHaveArrived } from '../../core/delivery/attempt.js';
import { repeatBuyerChanged } from '../../core/delivery/buyer-changed.js';
import type { Offer } from '../../core/catalogue/types.js';
import type { Admission } from '../../core/destination-gate/admission.js';
import { firstRunWrite } from '../../core/lead/first-run.js';
import type { LeadEntry } from '../../core/lead/lead-entry.js';
import type { LeadRecord } from '../../core/lead/lead-record.js';
import { newestWait, waitsBecause } from '../../core/lead/waiting.js';
import type { Refusal } from '../../core/refusal.js';
import { DONE, type RunEnd, type WorkPorts } from '../ports/work-ports.js';
import { deliverLead } from './deliver.js';
import { deliveryPermit, peek } from '../destination-gate/ask-gate.js';
import { evaluateAgain, leaveToOperator, refuse } from './outcomes.js';
import { transitionAndEndRun } from './transition-lead.js';
import { READ } from './read-reservations.js';
import type { Candidate } from './candidate.js';
import { RESERVE } from './reserve.js';
import { suppressionRefusal } from './suppression-refusal.js';
import { verifyLead } from './verify.js';

/** Runs every check again, reserves what the lead needs, and delivers the lead, or holds it until the buyer opens. */
export async function evaluateLead(ports: WorkPorts, taken: LeadRecord): Promise<RunEnd> {
  const now = ports.clock();
  const catalogue = ports.catalogue.current();
  const subject = subjectOf(taken, catalogue, ports.geo, now);
  const { campaign, campaign_offer: campaignOffer } = subject;
  if (!campaign || !campaignOffer) return refuseAtOnce(ports, taken, subject);
  const moved = mayHaveArrived(taken) && repeatBuyerChanged(taken, campaignOffer.offer);
  if (moved) return leaveToOperator(ports, taken, moved);
  // The offer was idempotent when the attempt became unknown, so a repeat was safe. The offer no longer is
  // idempotent.
  if (mayHaveArrived(taken) && !campaignOffer.offer.delivery.idempotent)
    return waitAsBuyerMayHaveIt(ports, taken);
  const send_at = sendableAt(campaignOffer.offer.buyer, now);
  const admission =
    send_at > now ? undefined : await peekDestination(ports, taken, subject, campaignOffer.offer);
  if (admission?.outcome === 'wait') return waitForDestination(ports, taken, campaignOffer.offer, admission);
  const candidate: Candidate = {
    lead: taken,
    subject,
    campaign,
    campaign_offer: campaignOffer,
    catalogue,
    send_at,
  };
  const evaluation = await evaluate(ports, candidate);
  const { lead } = evaluation;
  switch (evaluation.outcome) {
    case 'ended':
      return evaluation.end;
    // Asking took time, so all checks look at the lead as of now.
    case 'verified':
      return evaluateLead(ports, lead);
    case 'wait':
      return waitForShared(ports, lead, campaignOffer.offer, evaluation.step);
    case 'refused':
      return endRefused(ports, lead, evaluation.refusal, mayHaveReserved(lead, evaluation.step));
    case 'passed': {
      if (send_at > now)
        return firstRunWrite(lead)
          ? evaluateAgain(ports, lead)
          : saveUntilOpen(ports, lead, campaignOffer.offer, send_at);
      const end = await deliverLead(ports, { ...candidate, lead });
      return 'refusal' in end ? endRefused(ports, lead, end.refusal, true) : end;
    }
  }
}

async function endRefused(
  ports: WorkPorts,
  lead: LeadRecord,
  refusal: Refusal,
  hasReserved: boolean,
): Promise<RunEnd> {
  if (mayHaveArrived(lead)) return waitAsBuyerMayHaveIt(ports, lead, refusal);
  await refuse(ports, lead, refusal, hasReserved);
  return DONE;
}

type Evaluation = { readonly lead: LeadRecord } & (
  | { readonly outcome: 'passed' }
  | { readonly outcome: 'refused'; readonly refusal: Refusal; readonly step: Step }
  | { readonly outcome: 'wait'; readonly step: Exclude<Step, 'lead'> }
  | { readonly outcome: 'verified' }
  | { readonly outcome: 'ended'; readonly end: RunEnd }
);

/**
 * Decides step by step. First, the lead and the catalogue must allow the sale. Then services may verify it, which ends the
 * evaluation: it begins again with their answers. Then the lead reserves its slot in the search and its claims on the
 * person, both at once (ADR 91), and then its cap buckets. Each step runs only if no step before it refused. A lead that
 * one of them refuses gives back all that it took. A test lead only reads the shared records, and ends here.
 */
async function evaluate(ports: WorkPorts, candidate: Candidate): Promise<Evaluation> {
  const { lead, subject } = candidate;
  const shared = lead.is_test ? READ : RESERVE;
  const refused = (refusal: Refusal, step: Step, after = lead): Evaluation => ({
    outcome: 'refused',
    refusal,
    step,
    lead: after,
  });

  const notAllowed = firstRefusal(subject, 'submit', NO_FACTS, LEAD_CHECKS);
  if (notAllowed) return refused(withOtherFaults(notAllowed, subject), 'lead');

  const barred = await suppressionRefusal(ports, candidate);
  if (barred) return refused(barred, 'lead');

  const verification = await verifyLead(ports, candidate);
  if (verification.outcome === 'refused') return refused(verification.refusal, 'lead');
  if (verification.outcome !== 'none') return { lead, ...verification };

  const places = [shared.slot(ports, candidate), shared.claims(ports, candidate)] as const;
  // When one fails, the other ends before the run does.
  await Promise.allSettled(places);
  const [slots, owners] = await Promise.all(places);
  if (slots === 'wait') return { outcome: 'wait', step: 'slot', lead };
  const excluded = exclusivity.refuse(subject, { ...NO_FACTS, slots });
  if (excluded) return refused(excluded, 'slot');
  if (owners === 'wait') return { outcome: 'wait', step: 'claims', lead };
  const soldBefore = duplicate.refuse(subject, { ...NO_FACTS, owners });
  if (soldBefore) return refused(soldBefore, 'claims');

  const counted = await shared.caps(ports, candidate);
  if (counted === 'wait') return { outcome: 'wait', step: 'caps', lead };
  const { full_caps, lead: after } = counted;
  const atLimit = caps.refuse(subject, { ...NO_FACTS, full_caps });
  if (atLimit) return refused(atLimit, 'caps', after);

  const held = testLead.refuse(subject, NO_FACTS);
  return held ? refused(held, 'caps', after) : { outcome: 'passed', lead: after };
}

/**
 * Whether the end of the lead must undo reservations, either of this run or of an earlier one. Before a worker took the
 * lead, a first run may have ended without a trace.
 */
const mayHaveReserved = (lead: LeadRecord, step: Step): boolean =>
  !lead.is_test && (step !== 'lead' || !firstRunWrite(lead));

/**
 * Asks the destination first, if the lead passed every check before and only waits for its destination. While the
 * destination admits nothing, the run needs no other reads. All checks run again before the lead asks to go. A lead
 * that its own data or the catalogue would refuse now does not wait; it is evaluated at once.
 */
async function peekDestination(
  ports: WorkPorts,
  lead: LeadRecord,
  subject: Subject,
  offer: Offer,
): Promise<Admission | undefined> {
  if (waitsBecause(lead) === undefined || firstRefusal(subject, 'submit', NO_FACTS)) return undefined;
  const { destination, permit } = deliveryPermit(lead, offer);
  return peek(ports, destination, permit);
}

/**
 * The campaign is gone or another affiliate's, or no longer has the offer. The first check refuses the lead before anything
 * is reserved.
 */
async function refuseAtOnce(ports: WorkPorts, lead: LeadRecord, subject: Subject): Promise<RunEnd> {
  const refusal = firstRefusal(subject, 'submit', NO_FACTS);
  if (!refusal) throw new Error('a lead without an offer passed the checks');
  return endRefused(ports, lead, refusal, mayHaveReserved(lead, 'lead'));
}

/**
 * The buyer may have the lead from an earlier attempt, so our checks can't refuse it anymore. The lead keeps its
 * reservations and is evaluated again while its delivery window lasts. After the window, its state is unknown.
 */
async function waitAsBuyerMayHaveIt(ports: WorkPorts, lead: LeadRecord, refusal?: Refusal): Promise<RunEnd> {
  const at = ports.clock();
  const offer = ports.catalogue.current().offers.get(lead.offer_id);
  const about = { lead, now: at, random: ports.random() };
  const { change } = offer
    ? applyDeliveryResult({ kind: 'unknown' as const, detail: 'refused now' }, { ...about, offer })
    : { change: { state: 'unknown' as const, due_at: null } };
  const what = change.state === 'unknown' ? 'unknown' : 'waits';
  const wait = newestWait(lead);
  const isInTimeline = what === 'waits' && wait?.why === 'refused' && wait.by === refusal?.why;
  const by = refusal ? { by: refusal.why } : {};
  const waiting = what === 'waits' ? { waiting: { run: lead.runs, why: 'refused', ...by } as const } : {};
  const reason = refusal ? { reason: { ...refusal } } : {};
  const entries: LeadEntry[] = isInTimeline ? [] : [{ at, what, offer_id: lead.offer_id, ...reason }];
  // If the new cap buckets were full, the lead counts only in the buckets that it kept. Store the intent that says
  // this.
  const where = lead.intent?.not_reserved ? { intent: lead.intent } : {};
  return transitionAndEndRun(ports, lead, { ...change, ...waiting, ...where, entries });
}
