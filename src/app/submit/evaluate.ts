import { sendableAt } from '../../core/catalogue/opening-hours.js';
import type { TimedPause } from '../../core/catalogue/types.js';
import { timedPauseOf } from '../../core/checks/active.js';
import { caps } from '../../core/checks/caps.js';
import { NO_FACTS } from '../../core/checks/check.js';
import { duplicate } from '../../core/checks/duplicate.js';
import { exclusivity } from '../../core/checks/exclusivity.js';
import { withOtherFaults } from '../../core/checks/field-faults.js';
import { firstRefusal, LEAD_CHECKS, subjectOf } from '../../core/checks/index.js';
import { testLead } from '../../core/checks/test-lead.js';
import {
  evaluatedAgain,
  notRepeatable,
  savedUntilOpen,
  waitsForDestination,
  waitsForPause,
  waitsOutPause,
  type Step,
} from '../../core/delivery/waits-and-endings.js';
import type { Admission } from '../../core/destination-gate/admission.js';
import type { LeadRecord } from '../../core/lead/lead-record.js';
import { firstRunWrite } from '../../core/lead/lease.js';
import { waitsBecause } from '../../core/lead/waiting.js';
import type { Refusal } from '../../core/refusal.js';
import { deliveryPermit, peek, release } from '../destination-gate/ask-gate.js';
import type { RunEnd, WorkPorts } from '../ports/work-ports.js';
import type { Candidate } from './candidate.js';
import { suppressionRefusal } from './check-suppression.js';
import { mayFallBackNow } from './create-fallback.js';
import { READ, RESERVE } from './reserve.js';
import { moment, refuse, waitForShared, type Ending } from './transition-lead.js';
import { verifyLead } from './verify.js';

/**
 * Runs every check again and reserves what the lead needs. Returns how the run ends, or the lead as it may be sent now. A
 * RunEnd: another worker took the lead.
 */
export async function evaluateLead(ports: WorkPorts, lead: LeadRecord): Promise<Candidate | Ending | RunEnd> {
  const now = ports.clock();
  const catalogue = ports.catalogue.current();
  const subject = subjectOf(lead, catalogue, ports.geo, now);
  const { campaign, campaign_offer } = subject;
  if (!campaign || !campaign_offer) {
    // The campaign is gone or another affiliate's, or no longer has the offer. The first check refuses that.
    const refusal = firstRefusal(subject, 'submit', NO_FACTS);
    if (!refusal) throw new Error('a lead without an offer passed the checks');
    return refuse(ports, lead, subject.offer, { refusal, step: 'lead' });
  }
  const { offer } = campaign_offer;
  const change = notRepeatable(lead, { offer, ...moment(ports) });
  if (change) return { lead, change };
  const send_at = sendableAt(offer.buyer, now);
  const candidate: Candidate = { lead, subject, campaign, campaign_offer, catalogue, send_at };
  const admission = await peekDestination(ports, candidate);
  if (admission?.outcome === 'wait') return waitForDestination(ports, candidate, admission);
  return checkAndReserve(ports, candidate);
}

/**
 * Asks the destination first, if the lead passed every check before and only waits for its destination. While the
 * destination admits nothing, the run needs no other reads. All checks run again before the lead asks to go. A lead
 * that its own data or the catalogue would refuse now does not wait; it is evaluated at once.
 */
async function peekDestination(
  ports: WorkPorts,
  { lead, subject, campaign_offer: { offer }, send_at }: Candidate,
): Promise<Admission | undefined> {
  if (send_at > subject.now || waitsBecause(lead) === undefined) return undefined;
  if (firstRefusal(subject, 'submit', NO_FACTS)) return undefined;
  const { destination, permit } = deliveryPermit(lead, offer);
  return peek(ports, destination, permit);
}

/**
 * The run ends, because the destination admits nothing. If the lead waits no longer for it, it leaves the line: its place
 * may be far behind, and nobody passes by it before its turn.
 */
export async function waitForDestination(
  ports: WorkPorts,
  { lead, campaign_offer: { offer } }: Candidate,
  admission: Extract<Admission, { outcome: 'wait' }>,
): Promise<Ending> {
  const fallsBack = mayFallBackNow(ports, lead);
  const change = waitsForDestination(lead, offer, admission, ports.clock(), fallsBack);
  const { destination, permit } = deliveryPermit(lead, offer);
  if (change.state !== 'queued') await release(ports, destination, permit, 'unused');
  return { lead, change };
}

/** The run ends, because what the lead is sold through is paused for a time. It leaves the line of its destination. */
async function waitForPause(
  ports: WorkPorts,
  { lead, campaign_offer: { offer } }: Candidate,
  pause: TimedPause,
): Promise<Ending> {
  const { destination, permit } = deliveryPermit(lead, offer);
  if (waitsBecause(lead) !== 'paused') await release(ports, destination, permit, 'unused');
  return { lead, change: waitsForPause(lead, offer, pause, ports.clock()) };
}

/**
 * Decides step by step. First, the lead and the catalogue must allow the sale. Then services may verify it, which ends the
 * evaluation: it begins again with their answers. Then the lead reserves its slot in the search and its claims on the
 * person, both at once (ADR 91), and then its cap buckets. Each step runs only if no step before it refused. A lead that
 * one of them refuses gives back all that it took. A test lead only reads the shared records, and ends here.
 */
async function checkAndReserve(ports: WorkPorts, candidate: Candidate): Promise<Candidate | Ending | RunEnd> {
  const { lead, subject, send_at } = candidate;
  const { offer } = candidate.campaign_offer;
  const shared = lead.is_test ? READ : RESERVE;
  const refuseAt = (step: Step, refusal: Refusal, after = lead): Ending =>
    refuse(ports, after, offer, { refusal, step });
  const waitAt = (step: Exclude<Step, 'lead'>): Ending => waitForShared(ports, lead, offer, step);

  const notAllowed = firstRefusal(subject, 'submit', NO_FACTS, LEAD_CHECKS);
  const pause = notAllowed && timedPauseOf(subject, notAllowed);
  if (pause && waitsOutPause(lead, pause)) return waitForPause(ports, candidate, pause);
  if (notAllowed) return refuseAt('lead', withOtherFaults(notAllowed, subject));

  const barred = await suppressionRefusal(ports, candidate);
  if (barred) return refuseAt('lead', barred);

  const verified = await verifyLead(ports, candidate);
  // Asking took time, so all checks look at the lead as of now.
  if (verified) return 'id' in verified ? evaluateLead(ports, verified) : verified;

  const places = [shared.slot(ports, candidate), shared.claims(ports, candidate)] as const;
  // When one fails, the other ends before the run does.
  await Promise.allSettled(places);
  const [slots, owners] = await Promise.all(places);
  if (slots === 'wait') return waitAt('slot');
  const excluded = exclusivity.refuse(subject, { ...NO_FACTS, slots });
  if (excluded) return refuseAt('slot', excluded);
  if (owners === 'wait') return waitAt('claims');
  const soldBefore = duplicate.refuse(subject, { ...NO_FACTS, owners });
  if (soldBefore) return refuseAt('claims', soldBefore);

  const counted = await shared.caps(ports, candidate);
  if (counted === 'wait') return waitAt('caps');
  const { full_caps, lead: after } = counted;
  const facts = { ...NO_FACTS, full_caps };
  const atLimit = caps.refuse(subject, facts) ?? testLead.refuse(subject, facts);
  if (atLimit) return refuseAt('caps', atLimit, after);

  if (send_at <= subject.now) return { ...candidate, lead: after };
  const at = ports.clock();
  return {
    lead: after,
    change: firstRunWrite(after)
      ? evaluatedAgain(after, at)
      : savedUntilOpen(after, offer.buyer, send_at, at),
  };
}
