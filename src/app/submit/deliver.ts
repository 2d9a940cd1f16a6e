import { active } from '../../core/checks/active.js';
import { NO_FACTS } from '../../core/checks/check.js';
import { subjectOf } from '../../core/checks/index.js';
import { attemptOpened, deliveryKey, newAttempt } from '../../core/delivery/attempt.js';
import { evaluatedAgain } from '../../core/delivery/waits-and-endings.js';
import { outboundLead } from '../../core/delivery/outbound-lead.js';
import { resultWithoutPerson } from '../../core/delivery/without-person.js';
import { callResultOf, seenOf } from '../../core/destination-gate/call-result.js';
import { aboutLead } from '../../core/exchanges/about.js';
import type { Attempt, LeadRecord } from '../../core/lead/lead-record.js';
import { IN_PROGRESS_STATES } from '../../core/lead/lead-states.js';
import { firstRunWrite, isLapsed } from '../../core/lead/lease.js';
import type { AttemptMoney } from '../../core/money/entry.js';
import { attemptMoney } from '../../core/money/price.js';
import { deliveryPermit, enter, release } from '../destination-gate/ask-gate.js';
import { isOutage } from '../outage.js';
import { DONE, type RunEnd, type WorkPorts } from '../ports/work-ports.js';
import type { Candidate } from './candidate.js';
import { suppressedSince } from './check-suppression.js';
import { storeEnd } from './end-attempt.js';
import { waitForDestination } from './evaluate.js';
import { stillReserved } from './reserve.js';
import { refuse, transitionLead, type Ending } from './transition-lead.js';

interface Opened {
  readonly lead: LeadRecord;
  readonly attempt: Attempt;
}

/**
 * Sends a lead that passed every check, if its destination admits one more request. Stores the attempt before the
 * request leaves, and the outcome after it. Returns how the run ends if no attempt was stored.
 */
export async function deliverLead(ports: WorkPorts, candidate: Candidate): Promise<Ending | RunEnd> {
  const { lead, subject, campaign } = candidate;
  const { offer } = candidate.campaign_offer;
  const outbound = outboundLead(lead, offer, {
    ...{ subject, affiliate: campaign.affiliate.handle },
    callback_url: ports.callbacks.urlOf(lead),
  });
  const { destination, permit } = deliveryPermit(lead, offer);
  const admission = await enter(ports, destination, permit);
  if (admission.outcome === 'wait') return waitForDestination(ports, candidate, admission);
  const leaveUnused = async (): Promise<void> => {
    if (!(await isWithAnother(ports, lead))) await release(ports, destination, permit, 'unused');
  };
  const opened = await openAttempt(ports, candidate).catch(async (error: unknown) => {
    await leaveUnused();
    throw error;
  });
  if (!('attempt' in opened)) {
    await leaveUnused();
    return opened;
  }
  const { attempt } = opened;
  const key = deliveryKey(lead.id, attempt);
  const about = aboutLead('delivery', lead, attempt.number);
  const whyNot = (): string | undefined =>
    isClosedSince(ports, candidate) ? 'what it is sold through was paused or retired' : undefined;
  const leave = { by: attempt.send_by, whyNot };
  const answered = await ports.destinations.deliver(offer, outbound, key, leave, about);
  const delivered = resultWithoutPerson(answered, outbound);
  const at = ports.clock();
  const duration_ms = at.getTime() - attempt.at.getTime();
  const result = callResultOf(delivered, duration_ms);
  const [end] = await Promise.all([
    storeEnd(ports, { ...opened, offer, answer: { delivered, at, duration_ms } }),
    release(ports, destination, permit, result),
  ]);
  if (delivered.kind !== 'answered') {
    const where = { lead_id: lead.id, offer_id: offer.id, attempt: attempt.number };
    ports.log.warn(
      { ...where, outcome: result.outcome, ...seenOf(delivered) },
      'a delivery was not answered',
    );
  }
  return end;
}

/**
 * Whether the catalogue in force now sells the lead no more, since the one that it was evaluated by: what it is sold through
 * was paused meanwhile, or retired, or went to somebody else. Reads nothing.
 */
function isClosedSince({ catalogue, geo, clock }: WorkPorts, candidate: Candidate): boolean {
  const inForce = catalogue.current();
  if (inForce === candidate.catalogue) return false;
  return active.refuse(subjectOf(candidate.lead, inForce, geo, clock()), NO_FACTS) !== undefined;
}

/** Whether somebody else has, or may have, the lead in hand, who enters with the same permit. */
async function isWithAnother({ leads }: WorkPorts, { id, submission, taken }: LeadRecord): Promise<boolean> {
  const now = await leads.read(id).catch(() => undefined);
  if (now === undefined) return true;
  if (!now || !IN_PROGRESS_STATES.includes(now.state)) return false;
  return now.submission === submission && now.taken?.by !== taken?.by;
}

/**
 * Stores the attempt, unless its person was suppressed meanwhile. Otherwise returns how the run ends: DONE if another
 * worker took the lead.
 */
async function openAttempt(ports: WorkPorts, candidate: Candidate): Promise<Opened | Ending | RunEnd> {
  const { lead, campaign_offer } = candidate;
  const { offer } = campaign_offer;
  const refusal = await suppressedSince(ports, candidate);
  if (refusal) return refuse(ports, lead, offer, { refusal, step: 'caps' });
  const at = ports.clock();
  if (isLapsed(lead, at)) return { lead, change: evaluatedAgain(lead, at) };
  if (isClosedSince(ports, candidate))
    return { lead, change: evaluatedAgain(lead, at, 'the catalogue changed meanwhile') };
  const attempt = newAttempt(lead, offer, at, moneyNow(ports, candidate));
  let isStored: boolean;
  try {
    isStored = await transitionLead(ports, lead, attemptOpened(attempt, offer.id));
  } catch (error) {
    if (!isOutage(error)) throw error;
    ports.log.warn({ err: error, lead_id: lead.id }, 'an attempt could not be stored; nothing was sent');
    return storeEnd(ports, { lead, offer, attempt });
  }
  const now = ports.clock();
  if (!isStored) return isLapsed(lead, now) ? { lead, change: evaluatedAgain(lead, now) } : DONE;
  const opened: Opened = {
    lead: { ...lead, state: 'sending', attempts: [...lead.attempts, attempt] },
    attempt,
  };
  const detail = await barredMeanwhile(ports, candidate);
  if (detail === undefined) return opened;
  // Nothing was sent. The lead waits, and its next run decides what becomes of it.
  const ended = ports.clock();
  const duration_ms = ended.getTime() - at.getTime();
  const delivered = { kind: 'never_sent', detail, internal_fault: 'withdrawn' } as const;
  return storeEnd(ports, { ...opened, offer, answer: { delivered, at: ended, duration_ms } });
}

/** The amounts that are in force now: a price may have begun or ended since the lead was evaluated. */
function moneyNow({ catalogue }: WorkPorts, { lead, subject, campaign_offer }: Candidate): AttemptMoney {
  const inForce = catalogue.current();
  const line = inForce.campaigns.get(lead.campaign_id)?.offers.get(lead.offer_id);
  return attemptMoney(subject, line ?? campaign_offer, inForce);
}

/**
 * Why a lead must not be sent although its attempt is stored. Storing it may have taken seconds, so the person is checked
 * against the suppression list again then.
 */
async function barredMeanwhile(ports: WorkPorts, candidate: Candidate): Promise<string | undefined> {
  const { lead } = candidate;
  if (firstRunWrite(lead) && !(await stillReserved(ports, candidate))) return 'its cap reservation was gone';
  try {
    const refusal = await suppressedSince(ports, candidate);
    return refusal && 'its person was put on the suppression list';
  } catch (error) {
    ports.log[isOutage(error) ? 'warn' : 'error'](
      { err: error, lead_id: lead.id },
      'the suppression list could not be checked; nothing was sent',
    );
    return 'the suppression list could not be checked';
  }
}
